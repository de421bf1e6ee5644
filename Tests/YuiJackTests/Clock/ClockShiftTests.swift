// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Where the stamps go when the player's offset or a latency says so.
@Suite(.jack) struct ClockShiftTests {
  private let beats = ClockGridTests.beats
  private let length = 48000.0 * 60 / 127 / 24

  @Test(arguments: [10, -10])
  func `an offset of the command line moves every stamp`(milliseconds: Int) throws {
    let bench = try Bench(["--clock-offset", "\(milliseconds)"])
    let take = try bench.record(seconds: 20, ["loop 127 \(beats)"])
    let beat = try #require(onsets(in: take.audio["left"]!).first) - 1
    let clocks = take.places(of: 0xF8)
    #expect(clocks.first == beat + 48 * milliseconds)
    #expect(clocks.count > 800)
    #expect(worstError(of: clocks, anchor: Double(beat + 48 * milliseconds), length: length) <= 0.5 + 1e-6)
    try bench.instrument.quit()
  }

  @Test func `an offset may let the clock lead the sound on a synchronous server`() throws {
    let bench = try Bench(synchronous: true, ["--clock-offset", "-10"])
    try bench.instrument.settle(audio: 256, clock: 0)
    let take = try bench.record(seconds: 6, freewheels: false, ["loop 120 \(beats)"])
    try bench.instrument.quit()
    let heard = onsets(in: take.audio["left"]!).map { $0 - 1 }
    let clocks = take.places(of: 0xF8)
    #expect(heard.count >= 10)
    for (index, beat) in heard.enumerated() where 24 * index < clocks.count {
      #expect(clocks[24 * index] - beat == 256 - 480)
    }
    #expect(take.midi["clock"]?.first == Recording.Message(index: clocks[0], bytes: [0xFA]))
  }

  @Test(arguments: [10, -10])
  func `a new offset moves the stamps in order while playing`(milliseconds: Int) throws {
    let bench = try Bench()
    let take = try bench.record(
      seconds: 66, ["loop 127 \(beats)", "wait 4 bars", "clock offset=\(milliseconds)", "wait 4 bars", "status"])
    try expectMove(take, to: 48 * milliseconds)
    try bench.instrument.quit()
  }

  @Test(arguments: [true, false])
  func `a latency that another client declares moves the stamps in order while playing`(ofAudio: Bool) throws {
    let bench = try Bench()
    let far = try JackProbe(on: bench.server, ["--name", "pfar", "--audio-in", "sound", "--midi-in", "machine"])
    try far.ask(ofAudio ? "connect yui-jack:out_left pfar:sound" : "connect yui-jack:clock_out pfar:machine")
    try bench.instrument.event("connected") { $0.string("peer")?.hasPrefix("pfar") == true }
    let take = try bench.record(seconds: 66, ["loop 127 \(beats)"]) {
      try bench.instrument.event("started")
      try far.ask("cycles 500")
      try far.ask("latency 2000")
    }
    // A machine that needs longer gets its clock sooner.
    try expectMove(take, to: ofAudio ? 2000 : -2000)
    try bench.instrument.quit()
  }

  /// The stamps go from the beat to `shift` behind it: one a tick, in order, at most half a tick nearer or farther than usual.
  private func expectMove(_ take: Recording, to shift: Int) throws {
    let heard = onsets(in: take.audio["left"]!).map { $0 - 1 }
    let clocks = take.places(of: 0xF8)
    let beat = try #require(heard.first)
    let shifts = clocks.enumerated().map { $1 - gridPlace(anchor: Double(beat), $0, of: length) }
    #expect(shifts.first == 0)
    let firstMoved = try #require(shifts.firstIndex { $0 != 0 })
    #expect(firstMoved > 24)
    let there = try #require(shifts.firstIndex(of: shift))
    #expect(shifts[there...].allSatisfy { $0 == shift })
    #expect(shifts.count - there > 1000)
    let steps = zip(clocks.dropFirst(), clocks).map { Double($0 - $1) }
    #expect(
      steps.min()! >= length / 2 - 1 && steps.max()! <= length * 1.5 + 1,
      "\(steps.min()!) \(steps.max()!) of \(length); \(shifts[(firstMoved - 1)...there])")
    // The steps themselves have not moved.
    let grid = heard.indices.map { gridPlace(anchor: Double(beat), 24 * $0, of: length) }
    #expect(heard == grid)
  }
}
