// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Start, Stop, Continue and the song position.
@Suite(.jack) struct ClockTransportTests {
  private let beats = ClockGridTests.beats

  @Test func `a clock that always runs keeps the last tempo while stopped, and a start falls on its next byte`() throws
  {
    let bench = try Bench(["--clock-always"])
    let take = try bench.record(
      seconds: 60,
      [
        "wait 10 s", "loop@a 100 \(beats)", "wait 4 beats", "stop", "wait 5 s", "~a bpm=140", "wait 5 s", "start",
        "wait 4 beats", "stop",
      ])
    let stops = take.places(of: 0xFC)
    let starts = take.places(of: 0xFA)
    try #require(stops.count == 2 && starts.count == 2)
    let clocks = take.places(of: 0xF8)
    let heard = onsets(in: take.audio["left"]!)
    #expect(starts.allSatisfy { clocks.contains($0) && heard.contains($0 + 1) })
    func tempo(between first: Int, _ last: Int) -> [Double] {
      let part = clocks.filter { $0 > first && $0 < last }
      #expect(part.count > 20)
      let lengths = zip(part.dropFirst(), part).map { $0 - $1 }
      #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
      return [48000 * 60 / 24 / (Double(part.last! - part.first!) / Double(part.count - 1))]
    }
    let rate = 48000
    // A freewheeling server has no latency, so the shift creeps to 0 over the first clocks.
    #expect(abs(tempo(between: rate / 2, starts[0])[0] - 120) < 0.05)
    #expect(abs(tempo(between: starts[0], stops[0] + 4 * rate)[0] - 100) < 0.05)
    #expect(abs(tempo(between: stops[0] + 6 * rate, starts[1])[0] - 140) < 0.05)
    #expect(abs(tempo(between: starts[1], stops[1])[0] - 140) < 0.05)
    try bench.instrument.quit()
  }

  @Test func `without that option a stopped clock is silent`() throws {
    let bench = try Bench()
    let take = try bench.record(seconds: 30, ["loop 100 \(beats)", "wait 4 beats", "stop"])
    let stop = try #require(take.places(of: 0xFC).first)
    let last = [Recording.Message(index: stop, bytes: [0xFC]), Recording.Message(index: stop, bytes: [0xF2, 16, 0])]
    #expect(take.midi["clock"]?.suffix(2) == last[...])
    // The stop comes with the fifth beat, before its clock.
    #expect(take.places(of: 0xF8).count == 96)
    try bench.instrument.quit()
  }

  @Test func `going on sends the position after Stop, then Continue and a clock on one stamp`() throws {
    let bench = try Bench()
    let take = try bench.record(
      seconds: 60,
      [
        "loop@a 127 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play", "wait 37 steps", "stop", "wait 1 s", "continue",
        "wait 2 bars", "stop", "wait 1 s", "continue",
      ])
    let messages = take.transport
    try #require(messages.map { $0.bytes[0] } == [0xFA, 0xFC, 0xF2, 0xFB, 0xFC, 0xF2, 0xFB])
    #expect(messages[2].bytes == [0xF2, 37, 0])
    #expect(messages[5].bytes == [0xF2, 69, 0])
    #expect(messages[2].index == messages[1].index)
    let clocks = take.places(of: 0xF8)
    #expect(clocks.filter { $0 < messages[3].index }.count == 37 * 6)
    #expect(clocks.contains(messages[3].index) && clocks.contains(messages[6].index))
    let all = try #require(take.midi["clock"])
    let place = try #require(all.firstIndex(of: messages[3]))
    #expect(all[place + 1] == Recording.Message(index: messages[3].index, bytes: [0xF8]))
    // Steps go on as well, each once: 37 before, 32 between.
    let heard = onsets(in: take.audio["left"]!)
    #expect(heard.filter { $0 < messages[1].index }.count == 37)
    #expect(heard.filter { $0 >= messages[3].index && $0 < messages[4].index }.count == 32)
    #expect(heard.contains(messages[3].index + 1))
    try bench.instrument.quit()
  }

  @Test func `a stop right after the start never overtakes a clock`() throws {
    let bench = try Bench()
    try bench.instrument.settle(audio: 512, clock: 0)
    let take = try bench.record(
      seconds: 4, freewheels: false, ["loop@a 127 \(beats)", "stop", "wait 1 s", "start", "wait 0.01 s", "stop"])
    let bytes = try #require(take.midi["clock"]).map { $0.bytes[0] }
    #expect(bytes.suffix(4) == [0xFA, 0xF8, 0xFC, 0xF2] || bytes.suffix(3) == [0xFA, 0xF8, 0xFC])
    try bench.instrument.quit()
  }

  enum Leaving: CaseIterable { case quit, terminate, interrupt, hangup }

  @Test(arguments: Leaving.allCases)
  func `whoever leaves says Stop after the last clock`(leaving: Leaving) throws {
    let bench = try Bench()
    try bench.instrument.settle(audio: 512, clock: 0)
    let take = try bench.record(seconds: 4, freewheels: false, ["loop 127 \(beats)", "keys", "note C4 +on"]) {
      try bench.instrument.event("started")
      try bench.probe.ask("cycles 200")
      switch leaving {
      case .quit: try bench.instrument.write("quit")
      case .terminate: bench.instrument.process.signal(SIGTERM)
      case .interrupt: bench.instrument.process.signal(SIGINT)
      case .hangup: bench.instrument.process.signal(SIGHUP)
      }
      try bench.instrument.end(expecting: .exited(0))
    }
    let bytes = try #require(take.midi["clock"]).map { $0.bytes[0] }
    let stop = try #require(bytes.firstIndex(of: 0xFC))
    #expect(!bytes[stop...].contains(0xF8))
    #expect(bytes[..<stop].filter { $0 == 0xF8 }.count > 40)
    #expect(take.audio["left"]!.suffix(4800).allSatisfy { $0 == 0 })
    #expect(bench.instrument.process.errorText.contains("MIDI clocks sent"))
  }
}
