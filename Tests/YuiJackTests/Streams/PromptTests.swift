// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The prompt on a terminal.
@Suite(.jack) struct PromptTests {
  enum Leaving: String, CaseIterable { case interrupt = "\u{3}", end = "\u{4}", line = "quit\r" }

  @Test(arguments: Leaving.allCases)
  func `typed lines are played, the arrow brings them back, and leaving restores the terminal`(leaving: Leaving) throws
  {
    let home = try TemporaryDirectory()
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let machine = try JackProbe(on: server, ["--name", "box", "--physical", "--midi-in", "clock"])
    let terminal = try Terminal()
    let before = terminal.settings
    let instrument = try Instrument.atPrompt(terminal, server, home: home)
    #expect(terminal.settings != before)
    try machine.prepare(4 * 48000)
    try machine.go()
    try terminal.type("loop@beat 150 p=x +play\r")
    #expect(try instrument.event("started").int("bpm") == 150)
    try terminal.type("stop beat\r")
    try instrument.event("stopped")
    try terminal.type("\u{1B}[A\u{1B}[A\r")
    #expect(try instrument.event("started").int("bpm") == 150)
    try machine.ask("cycles 100")
    try terminal.type(leaving.rawValue)
    try instrument.end(expecting: .exited(0))
    #expect(terminal.settings == before)
    #expect(terminal.text.contains("MIDI clocks sent"))
    let bytes = try #require(try machine.finish().midi["clock"]).map { $0.bytes[0] }
    let last = try #require(bytes.lastIndex(of: 0xF8))
    #expect(bytes[(last + 1)...].contains(0xFC))
    #expect(bytes.filter { $0 == 0xFA }.count == 2)
  }
}
