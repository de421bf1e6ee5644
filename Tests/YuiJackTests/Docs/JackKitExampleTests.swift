// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JackKit
import TestSupport
import Testing

/// The example of JackKit compiles, and does what the README says.
@Suite(.jack) struct JackKitExampleTests {
  @Test func `the README shows the file that is compiled here`() throws {
    let shown = try #require(try Fence.all("swift", in: ["README.md"]).first).text
    let file = try Repository.text("Tests/YuiJackTests/Docs/JackKitExample.swift")
    #expect(file.hasSuffix("\n" + shown))
  }

  @Test func `it passes a signal through at half its level`() throws {
    let server = try DummyServer()
    setenv("JACK_DEFAULT_SERVER", server.name, 1)
    defer { unsetenv("JACK_DEFAULT_SERVER") }
    let folder = try TemporaryDirectory()
    let frames = 4800
    let sound = (0..<frames).map { Float(sin(Double($0) * 0.05)) }
    try sound.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: folder.file("sine.f32"))) }

    let memory = UnsafeMutablePointer<Halver>.allocate(capacity: 1)
    defer { memory.deallocate() }
    let halver = try joinHalver(memory: memory)
    let probe = try ChildProcess(
      try Executable.path("jack-probe"),
      [
        "--audio-in", "heard", "--audio-out", "said", "--play", folder.file("sine.f32"),
        "--output", folder.file("take"), "--connect", "said=^halver:in$", "--connect", "heard=^halver:out$",
      ], environment: server.environment)
    try probe.readLine { $0.hasPrefix("ready") }
    try probe.write("record \(2 * frames)")
    try probe.readLine { $0.hasPrefix("done") }
    try probe.write("quit")
    try probe.wait()
    _ = try halver.deactivate()

    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("take.f32")))
    let heard = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let start = try #require(heard.firstIndex { $0 != 0 })
    // The sine begins with a sample of 0.
    #expect(Array(heard[start..<start + frames - 1]) == sound.dropFirst().map { $0 * 0.5 })
  }
}
