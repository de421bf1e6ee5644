// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The clock's bytes at the real port against the sound and against arithmetic.
@Suite(.jack) struct ClockGridTests {
  /// A rim on every beat.
  static let beats = "steps=8 rows=rim p=x.x.x.x. +play"

  @Test(arguments: [44100, 48000], [110, 127, 133.7])
  func `every clock of a minute is within half a frame of the grid`(rate: Int, bpm: Double) throws {
    let bench = try Bench(rate: rate)
    let take = try bench.record(seconds: 66, ["loop \(bpm) \(Self.beats)"])
    let clocks = take.places(of: 0xF8)
    let length = Double(rate) * 60 / bpm / 24
    #expect(clocks.count >= Int(60 * Double(rate) / length))
    let anchor = try #require(clocks.first)
    #expect(worstError(of: clocks, anchor: Double(anchor), length: length) <= 0.5 + 1e-6)
    #expect(take.midi["clock"]?.first == Recording.Message(index: anchor, bytes: [0xFA]))
    #expect(take.transport.count == 1)
    try bench.instrument.quit()
  }

  @Test(arguments: [false, true])
  func `a clock leaves as long after its beat as the sound needs to be heard`(synchronous: Bool) throws {
    let bench = try Bench(synchronous: synchronous)
    let latency = synchronous ? 256 : 512
    try bench.instrument.settle(audio: latency, clock: 0)
    let take = try bench.record(seconds: 6, freewheels: false, ["loop 120 \(Self.beats)"])
    try bench.instrument.quit()
    let beats = onsets(in: take.audio["left"]!).map { $0 - 1 }
    let clocks = take.places(of: 0xF8)
    #expect(beats.count >= 10)
    for (index, beat) in beats.enumerated() where 24 * index < clocks.count {
      #expect(clocks[24 * index] - beat == latency)
    }
    #expect(take.midi["clock"]?.prefix(2).map(\.bytes) == [[0xFA], [0xF8]])
    #expect(take.midi["clock"]?.first?.index == clocks.first)
  }

  @Test func `jack_mclk_dump reads the tempo`() throws {
    let bench = try Bench(period: 1024)
    let dump = try ChildProcess("jack_mclk_dump", ["-n", "yui-jack:clock_out"], environment: bench.server.environment)
    try bench.instrument.event("connected") { $0.string("peer")?.hasPrefix("jack_mclk_dump") == true }
    try bench.instrument.write("loop 133.7 \(Self.beats)")
    // The filter of the dump needs some beats to come to rest.
    var tempi: [Double] = []
    while tempi.count < 240 {
      let line = try dump.readLine { $0.contains("flt:") }
      let words = line.split(separator: " ")
      let place = try #require(words.firstIndex(of: "flt:"))
      if let tempo = Double(words[place + 1].prefix { $0.isNumber || $0 == "." }) { tempi.append(tempo) }
    }
    #expect(tempi.suffix(24).allSatisfy { abs($0 - 133.7) < 0.5 }, "\(tempi.suffix(24))")
    try bench.instrument.quit()
    dump.signal(SIGKILL)
    try dump.wait()
  }
}
