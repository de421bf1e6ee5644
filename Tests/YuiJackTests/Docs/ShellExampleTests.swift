// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The commands that the README shows do what it says, on a server without a sound card.
@Suite(.jack) struct ShellExampleTests {
  static let examples = Result {
    try Fence.all("sh", in: ["README.md"]) + Fence.all("sh while-playing", in: ["README.md"])
  }
  /// What is running these tests.
  static let own = "scripts/test"

  @Test func `there are commands to try`() throws {
    let commands = try Self.examples.get().flatMap { $0.text.split(separator: "\n") }
    #expect(commands.count >= 10)
    #expect(commands.starts(with: ["scripts/run", "scripts/test"]))
    #expect(FileManager.default.isExecutableFile(atPath: Repository.path(Self.own)))
  }

  @Test(arguments: try examples.get().filter { !$0.text.hasPrefix("scripts/run\n") })
  func `the commands work`(_ example: Fence) throws {
    let home = try Home()
    let server = try DummyServer(name: DummyServer.uniqueName(), period: 1024)
    var playing: Shell?
    if example.kind == "sh while-playing" {
      let player = try home.run("yui-jack --no-connect examples/samba.yui", server.name)
      try player.process.readLine { $0.contains(#""event":"started""#) }
      playing = player
    }
    for command in example.text.split(separator: "\n").map(String.init) {
      let child = try home.run(command, server.name)
      if plays(command) {
        let wanted = command == "yui-jack" ? "ready" : "started"
        try child.process.readLine(limit: .seconds(300)) { $0.contains(#""event":"\#(wanted)""#) }
        child.end(SIGTERM)
        try waitUntil("'\(command)' has ended its sound") { child.process.errorText.contains("MIDI clocks sent") }
        #expect(
          !child.process.errorText.contains("Error:") && !child.process.errorText.contains("Warning:"),
          "\(child.process.errorText)")
      } else {
        child.process.closeInput()
        #expect(try child.process.wait(limit: .seconds(300)) == .exited(0), "\(command): \(child.process.errorText)")
      }
    }
    if let playing {
      playing.end(SIGTERM)
      try waitUntil("the player has ended") { playing.process.errorText.contains("MIDI clocks sent") }
    }
  }

  @Test func `where no server runs the demo is recorded from one of its own`() throws {
    let home = try Home()
    let child = try home.run("scripts/run", DummyServer.uniqueName())
    #expect(try child.process.wait(limit: .seconds(300)) == .exited(0), "\(child.process.errorText)")
    let told = child.process.remainingLines()
    #expect(told.first?.hasPrefix("No JACK server runs: playing a demo of 8 bars") == true, "\(told)")
    #expect(told.contains("Played 8 bars of four beats at 96 bpm."), "\(told)")
    #expect(told.contains { $0.contains(": 768 MIDI clocks sent, ") }, "\(told)")
    #expect(told.last?.hasPrefix("Wrote \(Repository.path("demo.wav")): 23 s, ") == true, "\(told)")
    let sound = try WaveFile(Repository.path("demo.wav"))
    #expect(sound.frames == 23 * sound.rate)
    #expect(try #require(sound.firstSound) > 0)
    for bar in 0..<8 { #expect(sound.level(bar * 120_000..<(bar + 1) * 120_000) > -25, "bar \(bar + 1)") }
  }

  @Test func `a demo that is interrupted leaves nothing running`() throws {
    let home = try Home()
    let child = try home.run("scripts/run", DummyServer.uniqueName())
    try child.process.readLine(limit: .seconds(300)) { $0.hasPrefix("No JACK server runs") }
    let before = try servers(of: "yui-demo-")
    child.end(SIGINT)
    try child.process.wait(limit: .seconds(20))
    #expect(!before.isEmpty)
    try waitUntil("its server has gone", limit: .seconds(20)) {
      try servers(of: "yui-demo-").isDisjoint(with: before)
    }
  }

  /// Whether a command plays on until it is told to end.
  private func plays(_ command: String) -> Bool {
    let words = command.components(separatedBy: "| ").last!.split(separator: " ").map(String.init)
    guard words.first == "yui-jack" || words.first == "scripts/run" && words.count > 1 else { return false }
    let silent = ["render", "lines", "check", "library", "send", "sounds", "prove", "tune", "--help", "--version"]
    return words.count < 2 || !silent.contains(words[1])
  }

  /// The JACK servers whose name begins so, by process.
  private func servers(of name: String) throws -> Set<String> {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
    return Set(
      processes.filter { process in
        let words = (FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()).split(separator: 0)
        return words.first.map { String(decoding: $0, as: UTF8.self).hasSuffix("jackd") } == true
          && words.contains { String(decoding: $0, as: UTF8.self).hasPrefix(name) }
      })
  }
}
