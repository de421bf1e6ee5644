// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Synchronization
import Testing

@testable import YuiSound

@Suite struct LaneTests {
  /// A rig with a loop at 120 that plays from frame `max(0, -shift)` at 48 kHz: sixteenths of 6000 frames.
  private func playing(shift: Int64 = 0) -> EngineRig {
    let rig = EngineRig()
    rig.send(.clockShift(shift))
    rig.send(.put(slot: 0, loop(120)))
    rig.send(.start(1))
    return rig
  }

  private func marks(_ rig: EngineRig) -> [Int64: Int64] {
    rig.events.reduce(into: [:]) { if case .mark(let number, let frame) = $1 { $0[number] = frame } }
  }

  private func tempi(_ rig: EngineRig) -> [Int64] {
    rig.events.compactMap { if case .sequencer(.tempo(_, let frame, _)) = $0 { frame } else { nil } }
  }

  @Test(
    arguments: [
      (1.0, TimeUnit.steps, 6000), (3, .steps, 18_000), (1, .beats, 24_000), (2.5, .beats, 60_000),
      (1, .bars, 96_000), (0.25, .seconds, 12_000), (0.00001, .seconds, 0), (0.1234567, .seconds, 5926),
    ])
  func `a wait ends on its frame, whatever the cycle`(_ amount: Double, _ unit: TimeUnit, _ frames: Int64) {
    for size in [1, 64, 1000] {
      let rig = playing()
      rig.render(12_345, cycle: { size })
      let base = rig.frame
      rig.send(.strike(NoteRequest(.tick, velocity: 1)), lane: 3)
      rig.send(.wait(amount, unit), lane: 3)
      rig.send(.mark(1), lane: 3)
      rig.render(110_000, cycle: { size })
      #expect(marks(rig) == [1: base + frames])
    }
  }

  @Test func `players that are started one after another on one lane begin together`() {
    let rig = EngineRig()
    for slot in 0..<3 {
      rig.send(.put(slot: slot, loop(120)))
      rig.send(.start(1 << UInt32(slot)))
    }
    rig.render(1000)
    for slot in 0..<3 { #expect(rig.steps(of: slot).first?.frame == 0) }
    for slot in 3..<6 {
      rig.send(.put(slot: slot, loop(120)))
      rig.send(.start(1 << UInt32(slot)))
    }
    rig.send(.strike(NoteRequest(.tom, velocity: 1)))
    rig.render(48_000)
    for slot in 3..<6 { #expect(rig.steps(of: slot).first?.frame == 24_000) }
    #expect(rig.left[1001..<1100].contains { $0 != rig.left[0] })
  }

  @Test func `commands behind a start that is armed do not wait for it, but a wait does`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(120)))
    rig.send(.start(1))
    rig.render(1000)
    rig.send(.put(slot: 1, loop(120)), lane: 3)
    rig.send(.start(2), lane: 3)
    rig.send(.mark(1), lane: 3)
    rig.send(.wait(1, .beats), lane: 3)
    rig.send(.mark(2), lane: 3)
    rig.render(60_000)
    let marks = rig.events.compactMap { if case .mark(let number, let frame) = $0 { [number, frame] } else { nil } }
    #expect(marks == [[1, 1000], [2, 48_000]])
  }

  @Test func `waits behind one another add up`() {
    let rig = playing()
    rig.render(12_000)
    rig.send(.release(.lines), lane: 1)
    for number in 1...4 as ClosedRange<Int64> {
      rig.send(.wait(1, .beats), lane: 1)
      rig.send(.mark(number), lane: 1)
    }
    rig.send(.wait(0.5, .seconds), lane: 1)
    rig.send(.wait(0.5, .seconds), lane: 1)
    rig.send(.mark(5), lane: 1)
    rig.render(200_000)
    let base = rig.steps(of: 0)[2].frame
    #expect(marks(rig) == [1: base + 24_000, 2: base + 48_000, 3: base + 72_000, 4: base + 96_000, 5: base + 144_000])
  }

  @Test func `a note behind a wait sounds on its frame`() throws {
    let rig = EngineRig()
    rig.send(.release(.lines), lane: 1)
    rig.send(.wait(0.1, .seconds), lane: 1)
    rig.send(.strike(NoteRequest(.rim, velocity: 1)), lane: 1)
    rig.render(6000, cycle: { 256 })
    let onset = try #require(rig.left.firstIndex { $0 != 0 })
    // A voice's first sample may be zero: its envelope starts there.
    let alone = EngineRig()
    alone.send(.strike(NoteRequest(.rim, velocity: 1)))
    alone.render(100)
    #expect(onset == 4800 + (try #require(alone.left.firstIndex { $0 != 0 })))
  }

  @Test(arguments: [0, 512, -480] as [Int64])
  func `a wait behind an armed start counts from the beat on which it begins`(_ shift: Int64) {
    let rig = playing(shift: shift)
    let zero = max(0, -shift)
    rig.send(.put(slot: 1, loop(120)))
    rig.render(50_000)
    rig.send(.start(2), lane: 2)
    rig.send(.wait(1, .beats), lane: 2)
    rig.send(.mark(1), lane: 2)
    rig.render(100_000)
    #expect(rig.steps(of: 1).first?.frame == zero + 72_000)
    #expect(marks(rig) == [1: zero + 96_000])
  }

  @Test(arguments: [0, 512, -480] as [Int64])
  func `a wait behind a start that begins at once counts from its first step`(_ shift: Int64) {
    let rig = EngineRig()
    rig.send(.clockShift(shift))
    rig.send(.put(slot: 0, loop(120)))
    rig.render(100)
    rig.send(.start(1), lane: 4)
    rig.send(.wait(1, .bars), lane: 4)
    rig.send(.mark(1), lane: 4)
    rig.send(.patch(slot: 0, .tempo, loop(60)), lane: 4)
    rig.render(200_000)
    let first = 100 + max(0, -shift)
    #expect(rig.steps(of: 0).first?.frame == first)
    #expect(marks(rig) == [1: first + 96_000])
    #expect(tempi(rig) == [first + 96_000])
  }

  @Test func `a lane goes on when the start that it awaits is called off`() {
    for call in [Command.stop(2), .remove(slot: 1, cut: false), .stopOnStep(slot: 1, true), .put(slot: 1, loop(90))] {
      let rig = playing()
      rig.send(.put(slot: 1, loop(120)))
      rig.render(30_000)
      rig.send(.start(2), lane: 2)
      rig.send(.wait(0.25, .seconds), lane: 2)
      rig.send(.mark(1), lane: 2)
      rig.render(1000)
      rig.send(call)
      rig.render(60_000)
      #expect(rig.steps(of: 1).isEmpty)
      #expect(marks(rig) == [1: 42_000])
    }
  }

  @Test func `a wait follows a tempo that is patched meanwhile`() {
    let rig = playing()
    rig.render(24_000)
    rig.send(.release(.lines), lane: 1)
    rig.send(.wait(2, .beats), lane: 1)
    rig.send(.mark(1), lane: 1)
    rig.render(20_000)
    rig.send(.patch(slot: 0, .tempo, loop(60)), lane: 0)
    rig.render(100_000)
    #expect(tempi(rig) == [48_000])
    // One beat of half a second, then one of a whole.
    #expect(marks(rig) == [1: 96_000])
  }

  @Test func `a tempo that turns ahead of the sound leaves a wait alone that ends before it`() {
    let rig = playing(shift: -7000)
    rig.render(7000 + 24_000)
    rig.send(.release(.lines), lane: 1)
    rig.send(.wait(11.0 / 24, .beats), lane: 1)
    rig.send(.mark(1), lane: 1)
    rig.render(1000)
    // The next step at least 7000 frames ahead is at 7000 + 36 000: planned from 36 000 on.
    rig.send(.patch(slot: 0, .tempo, loop(60)))
    rig.render(5000)
    rig.send(.release(.lines), lane: 2)
    rig.send(.wait(1, .beats), lane: 2)
    rig.send(.mark(2), lane: 2)
    rig.render(100_000)
    #expect(tempi(rig) == [43_000])
    // Lane 2: from 37 000 six old ticks to the turn, then 18 of twice the length.
    #expect(marks(rig) == [1: 31_000 + 11_000, 2: 43_000 + 36_000])
  }

  @Test func `two lanes wait side by side`() {
    let rig = playing()
    rig.render(6000)
    for lane in 1...2 {
      rig.send(.release(.lines), lane: lane)
      rig.send(.wait(Double(lane), .beats), lane: lane)
      rig.send(.mark(Int64(lane)), lane: lane)
      rig.send(.wait(1, .steps), lane: lane)
      rig.send(.mark(Int64(lane) + 10), lane: lane)
    }
    rig.send(.mark(99), lane: 0)
    rig.render(100_000)
    #expect(marks(rig) == [99: 6000, 1: 30_000, 11: 36_000, 2: 54_000, 12: 60_000])
  }

  @Test func `a full lane refuses, is counted, and the other lanes go on`() {
    let rig = playing()
    rig.send(.wait(1, .seconds), lane: 5)
    let room = Int64(Lanes.places)
    for number in 0..<room + 6 { rig.send(.mark(number), lane: 5) }
    rig.send(.mark(-1), lane: 6)
    rig.render(60_000)
    #expect(rig.link.counters.pointee.lostCommands.load(ordering: .relaxed) == 6)
    #expect(marks(rig).count == Lanes.places + 1)
    #expect(marks(rig)[-1] == 0)
    #expect(marks(rig)[room - 1] == 48_000)
    #expect(marks(rig)[room] == nil)
  }

  @Test(arguments: [1, 64, 1000])
  func `with a negative shift a patch behind a bar's wait lands on the bar`(_ size: Int) {
    let rig = EngineRig()
    rig.send(.clockShift(-480))
    rig.send(.put(slot: 0, loop(120)))
    rig.send(.start(1), lane: 1)
    rig.send(.wait(1, .bars), lane: 1)
    rig.send(.patch(slot: 0, .tempo, loop(60)), lane: 1)
    rig.send(.wait(1, .beats), lane: 1)
    rig.send(.strike(NoteRequest(.tick, velocity: 1)), lane: 1)
    rig.send(.mark(1), lane: 1)
    rig.render(240_000, cycle: { size })
    #expect(tempi(rig) == [480 + 96_000])
    #expect(marks(rig) == [1: 480 + 96_000 + 48_000])
    let gaps = zip(rig.ticks, rig.ticks.dropFirst()).map { $1 - $0 }
    #expect(gaps.prefix(96).allSatisfy { $0 == 1000 })
    #expect(gaps.dropFirst(96).allSatisfy { $0 == 2000 })
  }

  @Test func `a wait of no time, of nonsense and of an age do no harm`() {
    let rig = playing()
    rig.render(1000)
    rig.send(.release(.lines), lane: 1)
    for amount in [0, -5, Double.nan] { rig.send(.wait(amount, .beats), lane: 1) }
    rig.send(.mark(1), lane: 1)
    for (lane, unit) in [(2, TimeUnit.bars), (3, .seconds), (4, .steps)] {
      for amount in [1e300, Double.infinity] { rig.send(.wait(amount, unit), lane: lane) }
      rig.send(.mark(2), lane: lane)
    }
    rig.render(50_000)
    #expect(marks(rig) == [1: 1000])
  }
}
