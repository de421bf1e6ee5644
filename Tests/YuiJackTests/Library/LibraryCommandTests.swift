// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiJack

/// `yui-jack library`, as a shell sees it.
@Suite struct LibraryCommandTests {
  private static let usage = "Usage: yui-jack library [NAME ...]"

  @Test func `without a name it lists all screens in two columns`() throws {
    let run = try YuiJackProgram.run(["library"])
    #expect(run.ending == .exited(0))
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == Library.screens.count)
    let width = try #require(Library.screens.map(\.name.count).max()) + 2
    for (line, screen) in zip(lines, Library.screens) {
      #expect(line.prefix(width) == screen.name.padding(toLength: width, withPad: " ", startingAt: 0))
      #expect(line.dropFirst(width) == screen.summary)
      #expect(line.count <= 80)
    }
  }

  @Test func `with a name it writes the screen's lines, as they are`() throws {
    let folder = try TemporaryDirectory()
    let child = try ChildProcess(
      "sh", ["-c", "\"$0\" library Boom Bap >\"$1\"", try YuiJackProgram.path(), folder.file("x.yui")])
    #expect(try child.wait() == .exited(0))
    let text = try String(contentsOfFile: folder.file("x.yui"), encoding: .utf8)
    #expect(text == (try #require(Library.screen(named: "boom-bap")).text))
  }

  @Test func `several names give several screens`() throws {
    let run = try YuiJackProgram.run(["library", "samba", "waltz"])
    let texts = try ["samba", "waltz"].map { try #require(Library.screen(named: $0)).text }
    #expect(run.output + "\n" == texts.joined(separator: "\n"))
  }

  @Test(arguments: Library.screens)
  func `what it writes can be checked`(_ screen: LibraryScreen) throws {
    let written = try YuiJackProgram.run(["library", screen.name])
    #expect(written.ending == .exited(0))
    let checked = try YuiJackProgram.run(["check", "-"], input: written.output + "\n")
    #expect(checked.ending == .exited(0), "\(checked.output)")
    #expect(checked.output.split(separator: "\n").count >= 4)
  }

  @Test(arguments: [
    (["sambo"], "There is no screen 'sambo'. Did you mean 'samba'?"),
    (["house", "xylophone"], "There is no screen 'xylophone': 'yui-jack library' lists all names."),
    (["--json"], "Unknown option '--json'."),
  ])
  func `a name that is not there ends with 64 and writes nothing`(words: [String], sentence: String) throws {
    let run = try YuiJackProgram.run(["library"] + words)
    #expect(run.ending == .exited(64))
    #expect(run.output == "")
    #expect(run.errors == "Error: \(sentence)\n\(Self.usage)\n")
  }

  @Test(arguments: ["--help", "-h"])
  func `its help fits eighty columns`(_ option: String) throws {
    let run = try YuiJackProgram.run(["library", option])
    #expect(run.ending == .exited(0))
    #expect(run.output.hasPrefix(Self.usage))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try YuiJackProgram.run(["--help"]).output.contains("yui-jack library [NAME ...]"))
  }

  @Test(.jack) func `a screen that is piped in plays, all of it from the same beat`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), period: 1024)
    let player = try Instrument(on: server, ["--no-connect"])
    try player.write(try YuiJackProgram.run(["library", "shuffle-blues"]).output)
    let started = try (0..<3).map { _ in try player.event("started") }
    #expect(Set(started.compactMap { $0.string("id") }) == ["beat", "bass", "harmony"])
    #expect(Set(started.compactMap { $0.int("frame") }).count == 1)
    try player.quit()
    #expect(player.all("error").isEmpty)
  }
}
