// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import TestSupport
import Testing

@testable import YuiSound

@Suite struct PatchTests {
  @Test func `K10 a tempo patched on every beat of 200 bars skips and doubles no step and no clock`() {
    let rig = EngineRig()
    var dice = Dice(7)
    rig.send(.put(slot: 0, loop(120)))
    rig.send(.start(1))
    while rig.steps(of: 0).count < 200 * 16 {
      let before = rig.steps(of: 0).count
      rig.render(64 * Int.random(in: 1...40, using: &dice), cycle: { 64 })
      let steps = rig.steps(of: 0).count
      if steps / 4 != before / 4 {
        rig.send(.patch(slot: 0, .tempo, loop(Double(Int.random(in: 400...2400, using: &dice)) / 10)))
      }
    }
    let steps = rig.steps(of: 0)
    #expect(steps.enumerated().allSatisfy { $1.place == $0 % 16 })
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.frame < $1.frame })
    for step in steps.indices.dropLast() {
      let ticks = rig.ticks.filter { $0 >= steps[step].frame && $0 < steps[step + 1].frame }
      #expect(ticks.count == 6)
      #expect(ticks.first == steps[step].frame)
      if step > 400 { break }
    }
    // Over the whole run: six clocks a sixteenth.
    let last = steps[steps.count - 1].frame
    #expect(rig.ticks.filter { $0 < last }.count == (steps.count - 1) * 6)
  }

  @Test func `K12 an odd number of steps keeps its long and short places bar after bar`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(100, steps: 5, swing: 60)))
    rig.send(.start(1))
    rig.render(14_400 * 41)
    let late = rig.steps(of: 0).prefix(40).enumerated().map { $1.frame - Int64($0) * 14_400 }
    #expect(late == (0..<40).map { [0, 4320, 0, 4320, 0][$0 % 5] })
  }

  @Test func `K13 a step count patched in the middle keeps the distance from the top`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(120, steps: 16)))
    rig.send(.start(1))
    rig.render(6000 * 11 + 3000)
    // Sixteen sixteenths become seven eighths: place 12 is three beats from the top, as is place 6 of the new pattern.
    rig.send(.patch(slot: 0, .places, loop(120, steps: 7)))
    rig.render(12_000 * 10)
    let steps = rig.steps(of: 0).drop { $0.frame < 6000 * 12 }
    #expect(steps.prefix(3).map(\.place) == [6, 0, 1])
    #expect(steps.prefix(3).map(\.frame) == [72_000, 84_000, 96_000])
  }

  @Test func `a step count patched on an off-beat sixteenth waits for a place that both patterns have`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(120, steps: 16)))
    rig.send(.start(1))
    rig.render(6000 * 12 + 3000)
    rig.send(.patch(slot: 0, .places, loop(120, steps: 8)))
    rig.render(12_000 * 10)
    let steps = rig.steps(of: 0).drop { $0.frame < 6000 * 13 }
    #expect(steps.prefix(3).map(\.place) == [13, 7, 0])
    #expect(steps.prefix(3).map(\.frame) == [78_000, 84_000, 96_000])
    #expect(rig.ticks.enumerated().allSatisfy { $1 == Int64($0) * 1000 })
  }

  @Test func `L5 of many patches before the first play the newest plays`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(120)))
    for index in 0..<40 { rig.send(.patch(slot: 0, .pattern, loop(120, [(.kick, index == 39 ? ".x" : "x")]))) }
    rig.send(.start(1))
    rig.render(12_000)
    #expect(rig.left.prefix(6000).allSatisfy { $0 == 0 })
    #expect(rig.left[6001...].contains { $0 != 0 })
  }

  @Test func `swing patched while a swung step waits leaves that step where it was`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(120, steps: 8, swing: 50)))
    rig.send(.start(1))
    rig.render(12_000 + 1000)
    rig.send(.patch(slot: 0, .swing, loop(120, steps: 8, swing: 0)))
    rig.render(40_000)
    #expect(rig.steps(of: 0).prefix(4).map(\.frame) == [0, 15_000, 24_000, 36_000])
  }

  @Test func `a metronome's subdivision turns on the next beat and its tempo on the next tick`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, .metronome(beatsPerMinute: 120, beats: 4, subdivision: 1)))
    rig.send(.start(1))
    rig.render(25_000)
    rig.send(.patch(slot: 0, .places, .metronome(beatsPerMinute: 120, beats: 4, subdivision: 3)))
    rig.render(40_000)
    rig.send(.patch(slot: 0, .tempo, .metronome(beatsPerMinute: 60, beats: 4, subdivision: 3)))
    rig.render(64_000)
    #expect(rig.steps(of: 0).map(\.frame).prefix(7) == [0, 24_000, 48_000, 56_000, 64_000, 72_000, 88_000])
  }

  @Test func `with a negative shift a patch lands on the first step at least that far ahead`() {
    let rig = EngineRig()
    rig.send(.clockShift(-7000))
    rig.send(.put(slot: 0, loop(120)))
    rig.send(.start(1))
    rig.render(7000 + 18_100)
    rig.send(.patch(slot: 0, .tempo, loop(60)))
    rig.render(200_000)
    // Steps at 7000 + n × 6000. From frame 25 100 the clocks up to 32 100 have left, so step 5 at 37 000 is the anchor.
    let steps = rig.steps(of: 0).map { $0.frame - 7000 }
    #expect(steps.prefix(8) == [0, 6000, 12_000, 18_000, 24_000, 30_000, 42_000, 54_000])
    let gaps = zip(rig.ticks, rig.ticks.dropFirst()).map { $1 - $0 }
    #expect(gaps.prefix(30).allSatisfy { $0 == 1000 })
    #expect(gaps.dropFirst(30).allSatisfy { $0 == 2000 })
  }

  @Test func `a loop asked to stop on its step does, and clocks end there`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(120)))
    rig.send(.start(1))
    rig.render(20_000)
    rig.send(.stopOnStep(slot: 0, true))
    rig.render(30_000)
    #expect(rig.steps(of: 0).map(\.frame) == [0, 6000, 12_000, 18_000])
    #expect(rig.transport.map { $0.bytes[0] } == [0xFA, 0xFC, 0xF2])
    #expect(rig.transport[1].frame == 24_000)
  }

  @Test func `a second loop starts on the next beat of the first`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(97)))
    rig.send(.put(slot: 1, loop(150)))
    rig.send(.start(1))
    rig.render(100_000)
    rig.send(.start(2))
    rig.render(100_000)
    #expect(rig.steps(of: 1).first?.frame == RealtimeMath.roundHalfUp(4 * 48_000 * 60 / 97))
  }
}
