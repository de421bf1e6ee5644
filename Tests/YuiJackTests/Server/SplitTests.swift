// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// `--split`: outputs of their own for what the mix is made of.
@Suite(.jack) struct SplitTests {
  private static let outputs = ["left", "right", "kit", "pitched_left", "pitched_right", "click"]

  /// Records all six outputs while lines play, in freewheel.
  private func record(_ lines: [String], seconds: Double) throws -> [String: [Float]] {
    let server = try DummyServer(name: DummyServer.uniqueName(), rate: 48000, period: 256)
    defer { server.stop() }
    let instrument = try Instrument(on: server, ["--split", "--limiter", "off", "--master", "0.5"])
    let probe = try JackProbe(on: server, ["--name", "probe", "--audio-in", Self.outputs.joined(separator: ",")])
    for name in Self.outputs { try probe.ask("connect yui-jack:out_\(name) probe:\(name)") }
    for _ in Self.outputs { try instrument.event("connected") { $0.string("peer")?.hasPrefix("probe") == true } }
    try probe.ask("cycles 3")
    try probe.prepare(Int(seconds * 48000))
    try probe.ask("freewheel on")
    try instrument.settle(audio: 0, clock: 0)
    try probe.go()
    try instrument.write(lines.joined(separator: "\n"))
    let take = try probe.finish(limit: .seconds(60))
    try probe.ask("freewheel off")
    try instrument.quit()
    return take.audio
  }

  @Test func `the parts are together the mix, and each has only its own`() throws {
    let audio = try record(
      [
        "loop@beat 120 rows=kick|C4|hat p=x...x...|..x.....|xxxxxxxx +play", "metronome@click 120 +play",
        "chords C sound=pad", "wait 10 s", "strum 1", "hit crash", "wait 1 s", "stop",
      ], seconds: 14)
    let parts = try Self.outputs.map { try #require(audio[$0]) }
    var worst: Float = 0
    for frame in parts[0].indices {
      worst = max(worst, abs(parts[0][frame] - parts[2][frame] - parts[3][frame] - parts[5][frame]))
      worst = max(worst, abs(parts[1][frame] - parts[2][frame] - parts[4][frame] - parts[5][frame]))
    }
    #expect(worst < 1e-5)
    #expect(parts.allSatisfy { part in part.contains { abs($0) > 0.02 } })
    // The room makes the two sides of what plays notes differ.
    #expect(parts[3] != parts[4])
    // Clicks last 50 ms and are half a second apart; nothing else is on their output.
    let begins = onsets(in: parts[5], after: 5000)
    #expect(begins.count > 10)
    #expect(zip(begins, begins.dropFirst()).allSatisfy { abs($1 - $0 - 24000) <= 2 })
  }

  @Test func `count-ins of takes and taps are clicks`() throws {
    let audio = try record(["drums 2x2 bpm=240 +record", "metronome", "tap", "wait 10 s", "hit kick"], seconds: 5)
    #expect(try #require(audio["click"]).contains { abs($0) > 0.05 })
    #expect(try #require(audio["kit"]).allSatisfy { $0 == 0 })
  }

  @Test func `the parts are connected to nothing by themselves`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), rate: 48000, period: 1024)
    defer { server.stop() }
    let instrument = try Instrument(on: server, ["--split"])
    let ports = try #require(instrument.status().inner("ports"))
    for name in Self.outputs.dropFirst(2) { #expect(ports.strings("out_\(name)") == []) }
    try instrument.quit()
  }
}
