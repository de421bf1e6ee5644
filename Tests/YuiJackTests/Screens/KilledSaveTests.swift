// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// What a crash leaves of a screen that is being saved.
@Suite(.jack) struct KilledSaveTests {
  @Test func `where files may not grow a save says so, and the music goes on`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let home = try TemporaryDirectory()
    let environment = server.environment.merging(["XDG_DATA_HOME": home.path, "PROGRAM": try Instrument.program]) { $1 }
    let shell = try ChildProcess("sh", ["-c", "ulimit -f 0; exec \"$PROGRAM\" --no-connect"], environment: environment)
    let instrument = Instrument(shell)
    try instrument.event("ready")
    try instrument.write("loop@a 100 p=x...x... +play", "save a")
    let error = try instrument.event("error")
    #expect(error.string("message")?.hasPrefix("Cannot save 'a'") == true)
    #expect(error.string("message")?.hasSuffix(": File too large.") == true)
    try instrument.quit()
    let render = try ChildProcess(
      "sh", ["-c", "ulimit -f 0; echo loop | \"$PROGRAM\" render - --seconds 1 -o \"$XDG_DATA_HOME/a.wav\""],
      environment: environment)
    #expect([.exited(73), .exited(74)].contains(try render.wait()))
    #expect(render.errorText.contains("File too large"), "\(render.errorText)")
  }

  @Test func `whoever is killed while a screen is saved leaves no part of a file`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let home = try TemporaryDirectory()
    let lines = (0..<200).map { "say \($0) " + String(repeating: "x", count: 200) }
    let whole = "# s\n" + lines.joined(separator: "\n") + "\n"
    let environment = server.environment.merging(["XDG_DATA_HOME": home.path]) { $1 }
    for round in 0..<10 {
      let process = try ChildProcess(Instrument.program, ["--no-connect"], environment: environment)
      let instrument = Instrument(process)
      try instrument.event("ready")
      try instrument.write((lines + [String](repeating: "save s", count: 1000)).joined(separator: "\n"))
      for _ in 0...round { try instrument.event("saved") }
      process.signal(SIGKILL)
      _ = try process.wait()
      let folder = home.file("yui-jack")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.contains("s.yui"))
      for file in files {
        #expect(try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8) == whole, "\(file)")
      }
    }
  }
}
