// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Synchronization
import TestSupport
import Testing

@testable import YuiSound

/// Reads a clock port as a receiver does and notes what MIDI forbids.
private struct ClockReader {
  var faults: [String] = []
  private var isPlaying = false

  /// Four players go on with `always`, so clocks while stopped are only a fault without it.
  init(_ clock: [ClockMessage], always: Bool) {
    for (index, message) in clock.enumerated() {
      if index > 0, message.frame < clock[index - 1].frame { faults.append("\(index): runs backward") }
      switch message.bytes[0] {
      case ClockMessage.clockByte:
        if !isPlaying, !always { faults.append("\(index): a clock while stopped") }
      case ClockMessage.startByte, ClockMessage.continueByte:
        let next = index + 1 < clock.count ? clock[index + 1] : nil
        if isPlaying { faults.append("\(index): a start while playing") }
        if let next, next.bytes[0] != ClockMessage.clockByte || next.frame != message.frame {
          faults.append("\(index): a start without its clock")
        }
        isPlaying = true
      case ClockMessage.stopByte:
        if !isPlaying { faults.append("\(index): a stop while stopped") }
        isPlaying = false
      case ClockMessage.positionByte:
        if isPlaying { faults.append("\(index): a position while playing") }
        if message.count != 3 || message.bytes[1] > 127 || message.bytes[2] > 127 {
          faults.append("\(index): no position")
        }
      default: faults.append("\(index): a strange byte")
      }
    }
  }
}

@Suite struct StormTests {
  /// Ticks from step to step of each of the four players, which no patch below changes.
  private static let ticks: [Int] = [6, 12, 6, 12]

  private static func settings(_ slot: Int, _ dice: inout Dice) -> PlayerSettings {
    let tempo = [120, 120, 97.3, Double.random(in: 30...300, using: &dice)].randomElement(using: &dice)!
    switch slot {
    case 0, 2: return loop(tempo, steps: Int.random(in: 9...32, using: &dice))
    case 1: return loop(tempo, steps: Int.random(in: 4...8, using: &dice))
    default:
      return .metronome(beatsPerMinute: tempo, beats: Int.random(in: 1...7, using: &dice), subdivision: 2)
    }
  }

  private static func storm(_ seed: UInt64, shifts: Bool) -> (rig: EngineRig, always: Bool, shift: Int64) {
    var dice = Dice(seed)
    let rig = EngineRig()
    rig.keepsSound = false
    let shift = [0, 0, 512, -480, -1300, 5000].randomElement(using: &dice)!
    let always = Bool.random(using: &dice)
    rig.send(.clockShift(Int64(shift)))
    for slot in 0..<4 { rig.send(.put(slot: slot, settings(slot, &dice))) }
    rig.send(.clockAlways(always))
    for _ in 0..<40 {
      let slot = Int.random(in: 0..<4, using: &dice)
      let mask = UInt32.random(in: 1...15, using: &dice)
      let lane = Int.random(in: 0..<3, using: &dice)
      switch Int.random(in: 0..<16, using: &dice) {
      case 0, 1, 2: rig.send(.start(mask), lane: lane)
      case 3, 4: rig.send(.stop(mask), lane: lane)
      case 5, 6: rig.send(.resume(mask), lane: lane)
      case 7, 8: rig.send(.patch(slot: slot, .tempo, settings(slot, &dice)), lane: lane)
      case 9: rig.send(.patch(slot: slot, .all, settings(slot, &dice)), lane: lane)
      case 10: rig.send(.stopOnStep(slot: slot, true), lane: lane)
      case 11: rig.send(.remove(slot: slot, cut: true), lane: lane)
      case 12: rig.send(.put(slot: slot, settings(slot, &dice)), lane: lane)
      case 13: rig.send(.wait(Double.random(in: 0...2, using: &dice), .beats), lane: lane)
      case 14: if shifts { rig.send(.clockShift(Int64.random(in: -3000...6000, using: &dice)), lane: lane) }
      default: if shifts { rig.send(.clockAlways(Bool.random(using: &dice)), lane: lane) }
      }
      if Int.random(in: 0..<3, using: &dice) > 0 {
        rig.render(Int.random(in: 1...20_000, using: &dice), cycle: { 512 })
      }
    }
    rig.send(.clockAlways(false), lane: 7)
    rig.send(.stop(15), lane: 7)
    rig.render(10_000, cycle: { 512 })
    return (rig, always, Int64(shift))
  }

  /// The stretches from Start or Continue to Stop.
  private static func stretches(_ rig: EngineRig) -> [Range<Int64>] {
    var stretches: [Range<Int64>] = []
    var start: Int64?
    for (bytes, frame) in rig.transport {
      switch bytes[0] {
      case ClockMessage.startByte, ClockMessage.continueByte: start = frame
      case ClockMessage.stopByte:
        if let start { stretches.append(start..<frame) }
        start = nil
      default: break
      }
    }
    return stretches
  }

  /// Compares the clocks between each two steps of the source, where the clock runs, with its ticks.
  private static func count(_ rig: EngineRig, shift: Int64) -> (steps: Int, faults: [String]) {
    let clocks = rig.ticks
    let stretches = stretches(rig)
    var source: Int?
    var last: Int64?
    var faults: [String] = []
    var steps = 0
    for event in rig.events {
      switch event {
      case .sequencer(.source(let slot)):
        source = slot
        last = nil
      case .step(let slot, _, let frame) where slot == source:
        let stamp = frame + shift
        if let last, stretches.contains(where: { $0.lowerBound <= last && stamp <= $0.upperBound }) {
          steps += 1
          let between = clocks.filter { last <= $0 && $0 < stamp }
          if between.count != ticks[slot] || between[0] != last {
            faults.append("slot \(slot): \(between.count) clocks from \(last) to \(stamp)")
          }
        }
        last = stamp
      default: break
      }
    }
    return (steps, faults)
  }

  @Test(.timeLimit(.minutes(2)), arguments: 0..<10)
  func `a storm of commands leaves the clock in order and its count right`(_ part: UInt64) {
    var steps = 0
    for seed in part * 60..<(part + 1) * 60 {
      let (rig, always, shift) = StormTests.storm(seed, shifts: false)
      #expect(ClockReader(rig.clock, always: always).faults == [], "seed \(seed)")
      let counted = StormTests.count(rig, shift: shift)
      #expect(counted.faults == [], "seed \(seed)")
      steps += counted.steps
      #expect(rig.link.counters.pointee.lostEvents.load(ordering: .relaxed) == 0)
      #expect(rig.lateClocks.isEmpty, "seed \(seed)")
      let sent = Int(rig.link.counters.pointee.clocks.load(ordering: .relaxed))
      #expect(rig.isQuiet ? rig.ticks.count == sent : rig.ticks.count <= sent)
    }
    #expect(steps > 200)
  }

  @Test(.timeLimit(.minutes(2)), arguments: 0..<10)
  func `a storm that also moves the shift leaves the clock in order`(_ part: UInt64) {
    for seed in 1000 + part * 40..<1000 + (part + 1) * 40 {
      let (rig, _, _) = StormTests.storm(seed, shifts: true)
      #expect(ClockReader(rig.clock, always: true).faults == [], "seed \(seed)")
      #expect(rig.link.counters.pointee.lostEvents.load(ordering: .relaxed) == 0)
      #expect(rig.lateClocks.isEmpty, "seed \(seed)")
    }
  }

  @Test(.timeLimit(.minutes(1))) func `K6 however the shift and the tempo move, each step has its clocks`() {
    for seed in 0..<100 as Range<UInt64> {
      var dice = Dice(seed)
      let rig = EngineRig()
      rig.keepsSound = false
      rig.send(.put(slot: 0, loop(120)))
      rig.send(.start(1))
      for _ in 0..<20 {
        rig.send(.clockShift(Int64.random(in: -4000...8000, using: &dice)))
        rig.render(Int.random(in: 1...9000, using: &dice), cycle: { 256 })
        rig.send(.patch(slot: 0, .tempo, loop(Double.random(in: 60...240, using: &dice))))
        rig.render(Int.random(in: 1...9000, using: &dice), cycle: { 256 })
      }
      rig.send(.clockShift(0))
      rig.render(100_000, cycle: { 256 })
      rig.send(.stopOnStep(slot: 0, true))
      rig.render(30_000, cycle: { 256 })
      let steps = rig.steps(of: 0)
      #expect(rig.ticks.count == steps.count * 6, "seed \(seed)")
      #expect(steps.enumerated().allSatisfy { $1.place == $0 % 16 })
      #expect(rig.transport.map { $0.bytes[0] } == [0xFA, 0xFC, 0xF2])
      #expect(rig.lateClocks.isEmpty)
    }
  }
}
