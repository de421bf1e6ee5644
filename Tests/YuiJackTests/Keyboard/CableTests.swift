// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// What a cable held is let go when the cable goes.
@Suite(.jack) struct CableTests {
  enum Loss: CaseIterable { case pulled, killed }

  @Test(arguments: Loss.allCases)
  func `the notes of a lost cable end, those of another port go on`(loss: Loss) throws {
    let bench = try Bench(["--midi-ins", "2"], keyboards: ["one"])
    let other = try JackProbe(on: bench.server, ["--name", "pother", "--midi-out", "two"])
    try other.ask("connect pother:two yui-jack:midi_in_2")
    try bench.instrument.event("connected") { $0.string("peer") == "pother:two" }
    try bench.instrument.write("keys sound=pad", "events +notes")
    _ = try bench.instrument.status()
    let player = try #require(bench.player)
    for key: UInt8 in [60, 64, 67] { try player.send("one", [0x90, key, 100]) }
    try other.send("two", [0x90, 48, 100])
    for source in ["midi_in", "midi_in", "midi_in", "midi_in_2"] {
      try bench.instrument.event("note") { $0.string("source") == source }
    }
    #expect(try bench.instrument.status().int("voices") == 4)
    switch loss {
    case .pulled: try bench.probe.ask("disconnect player:one yui-jack:midi_in")
    case .killed: player.process.signal(SIGKILL)
    }
    try bench.instrument.event("disconnected") { $0.string("port") == "midi_in" }
    // The release of a pad is 0.8 s to a twentieth; the wait has room for its end.
    try waitUntil("the three notes have ended", limit: .seconds(4)) { try bench.instrument.status().int("voices") == 1 }
    let take = try bench.record(seconds: 1, freewheels: false, [])
    #expect(take.audio["left"]!.contains { abs($0) > 0.01 })
    try other.send("two", [0x80, 48, 0])
    try waitUntil("the last note has ended", limit: .seconds(4)) { try bench.instrument.status().int("voices") == 0 }
    try bench.instrument.quit()
  }
}
