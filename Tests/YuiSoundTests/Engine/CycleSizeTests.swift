// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import TestSupport
import Testing

@testable import YuiSound

/// Everything at once for ten seconds, with inputs on odd frames.
private struct BusyPattern {
  typealias Cue = (frame: Int64, input: EngineRig.Input)
  var cues: [Cue] = []
  let rate: Double

  init(rate: Double, shift: Int64) {
    self.rate = rate
    players(shift: shift)
    lanes()
    patches()
    hands()
    mixer(shift: shift)
    let order = cues.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
    cues = order.map(\.element)
  }

  private mutating func at(_ seconds: Double, _ command: Command, lane: Int = 0) {
    cues.append((Int64(seconds * rate), .command(command, lane: lane)))
  }

  private mutating func play(_ seconds: Double, _ message: MIDIMessage, port: UInt8 = 0) {
    cues.append((Int64(seconds * rate), .message(message, port: port)))
  }

  private mutating func players(shift: Int64) {
    var notes = loop(127, steps: 8, swing: 33, [(.bass, "x.x.xx.x"), (.bell, "x...x...")])
    notes.rows[0].note = 40
    at(0, .clockShift(shift))
    at(0, .put(slot: 0, loop(127, swing: 55, [(.kick, "x...x...x...x.x."), (.hat, "xxxxxxxxxxxxxxxx")])))
    at(0, .put(slot: 1, notes))
    at(0, .put(slot: 2, loop(93.3, steps: 5, swing: 70, [(.clap, "x.xx."), (.shaker, "xxxxx")])))
    at(0, .put(slot: 3, .metronome(beatsPerMinute: 127, beats: 4, subdivision: 3)))
    at(0, .start(0b0011))
    at(0.7, .start(0b1100))
    at(5.1234, .stop(0b0001))
    at(5.9, .resume(0b0001))
    at(7.7, .stop(0b1111))
    at(7.9, .clockAlways(true))
    at(8.3, .start(0b1011))
    at(9.1, .stopOnStep(slot: 1, true))
  }

  private mutating func lanes() {
    at(0, .wait(1, .bars), lane: 1)
    at(0, .patch(slot: 0, .tempo, loop(151)), lane: 1)
    at(0, .wait(2.5, .beats), lane: 1)
    at(0, .strike(NoteRequest(.pluck, note: 67, velocity: 0.75, hold: .frames(7001))), lane: 1)
    at(0, .wait(0.3331, .seconds), lane: 1)
    at(0, .cut(.everyone), lane: 1)
    at(0, .mark(17), lane: 1)
    at(0.7, .start(0b0100), lane: 2)
    at(0.7, .wait(3, .steps), lane: 2)
    at(0.7, .strike(NoteRequest(.lead, note: 60, velocity: 1)), lane: 2)
    at(0.7, .wait(1, .steps), lane: 2)
    at(0.7, .patch(slot: 1, .pattern, loop(0, steps: 8, [(.snare, "xxxxxxxx")])), lane: 2)
    at(0.7, .mark(18), lane: 2)
  }

  private mutating func patches() {
    var dice = Dice(11)
    for turn in 0..<60 {
      let seconds = 1 + Double(turn) * 0.1 + Double.random(in: 0..<0.09, using: &dice)
      let slot = Int.random(in: 0..<3, using: &dice)
      switch turn % 4 {
      case 0: at(seconds, .patch(slot: slot, .tempo, loop(Double.random(in: 60...200, using: &dice))))
      case 1: at(seconds, .patch(slot: slot, .swing, loop(1, swing: Double.random(in: 0...75, using: &dice))))
      case 2: at(seconds, .patch(slot: slot, .places, loop(1, steps: Int.random(in: 4...32, using: &dice))))
      default:
        at(seconds, .patch(slot: slot, .pattern, loop(1, [(.kick, "x.x.x.x"), (.cow, ".x.x.x.x"), (.crash, "x")])))
      }
    }
    at(3.2, .patch(slot: 3, .places, .metronome(beatsPerMinute: 1, beats: 3, subdivision: 4)))
  }

  private mutating func hands() {
    var dice = Dice(12)
    for turn in 0..<300 {
      let seconds = Double(turn) / 31 + 0.011
      let channel = UInt8(turn % 3 == 0 ? 9 : turn % 2)
      let port = UInt8(turn % 5 == 0 ? 1 : 0)
      let note = UInt8.random(in: 40...70, using: &dice)
      switch turn % 6 {
      case 0, 1, 3: play(seconds, .noteOn(channel: channel, note: note, velocity: UInt8(20 + turn % 100)), port: port)
      case 2: play(seconds, .noteOff(channel: channel, note: note), port: port)
      case 4:
        let number = [64, 7, 11, 64, 123, 1][turn % 36 / 6]
        play(
          seconds,
          .control(channel: channel, number: UInt8(number), value: UInt8.random(in: 0...127, using: &dice)), port: port)
      default: play(seconds, .program(channel: channel, number: UInt8.random(in: 0...127, using: &dice)), port: port)
      }
    }
    at(4.4, .keyboardSound(.pad))
    wheels(&dice)
    var chord = ChordStroke(.bell, velocity: 0.7, gap: 0.025, length: 0.4, owner: .hands(on: 1))
    for note: UInt8 in [50, 62, 65, 69] { chord.append(note) }
    at(0.5, .chordKey(1, chord))
    at(0.5, .chordKeys(5))
    for turn in 0..<40 { at(0.6 + Double(turn) * 0.2171, .strum(chord)) }
    for turn in 0..<20 {
      at(2 + Double(turn) * 0.31, .strikeLater(NoteRequest(.tick, velocity: 0.4), Int64(turn * 997)))
    }
    at(9.5, .release(.hands))
    at(6.6, .releasePort(1))
  }

  private mutating func wheels(_ dice: inout Dice) {
    for turn in 0..<400 {
      let seconds = Double(turn) / 43 + 0.017
      let channel = UInt8(turn % 8 == 0 ? 9 : turn % 2)
      let port = UInt8(turn % 5 == 0 ? 1 : 0)
      let value = UInt8.random(in: 0...127, using: &dice)
      switch turn % 7 {
      case 0, 1, 2: play(seconds, .bend(channel: channel, value: UInt16(value) * 129), port: port)
      case 3: play(seconds, .control(channel: channel, number: 1, value: value), port: port)
      case 4, 5: play(seconds, .pressure(channel: channel, value: value), port: port)
      default:
        let number = [101, 100, 6, 38, 121, 98][turn % 42 / 7]
        play(seconds, .control(channel: channel, number: UInt8(number), value: value % 24), port: port)
      }
    }
  }

  private mutating func mixer(shift: Int64) {
    for (index, gain) in [0.5, 1.5, 0, 1, 2, 0.8].enumerated() as EnumeratedSequence<[Float]> {
      at(1.5 + Double(index) * 0.7013, .master(gain))
      at(1.7 + Double(index) * 0.6037, .busGain(Bus.allCases[index % 3], gain))
      at(1.1 + Double(index) * 0.9041, .voiceLimit(4 + index * 7))
    }
    for (index, wet) in [0.5, 0, 1, 0, 0.18].enumerated() as EnumeratedSequence<[Float]> {
      at(1.3 + Double(index) * 1.3049, .room(wet))
    }
    at(2.0, .clearRoom)
    at(2.001, .clearRoom)
    at(4.71, .clearRoom)
    at(6.1, .velocityCurve(.soft))
    for effect in Effect.allCases { at(2.3 + Double(effect.rawValue) * 0.9131, .effect(effect, answer: nil)) }
    at(3.3, .effect(.correct, answer: 67))
    at(2.5, .clockShift(shift + 700))
    at(4.5, .clockShift(shift - 1500))
    at(6.2, .clockShift(-333))
    at(8.8, .limiter(false))
  }

  func render(splits: Bool = false, cycle: () -> Int) -> EngineRig {
    var map = MIDIMap()
    for index in 0..<128 {
      map.drums[index] = VoiceKind.allCases[index % 16]
      map.programs[index] = [.keys, .pluck, .bell, .pad, .bass, .lead][index / 22]
    }
    let rig = EngineRig(sampleRate: rate, voices: 24, limiter: true, room: nil, map: map)
    rig.splits = splits
    rig.play(cues, frames: Int(10 * rate), cycle: cycle)
    return rig
  }
}

@Suite struct CycleSizeTests {
  /// Whether two sounds are the same to the bit.
  private static func areSame(_ one: [Float], _ other: [Float]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.bitPattern == $1.bitPattern }
  }

  @Test(arguments: [(48_000.0, 512), (48_000, -480), (44_100, -2000)] as [(Double, Int64)])
  func `ten busy seconds are the same bits in cycles of any size`(_ rate: Double, _ shift: Int64) {
    let pattern = BusyPattern(rate: rate, shift: shift)
    let whole = pattern.render(splits: true) { 8192 }
    #expect(whole.left.contains { abs($0) > 0.5 })
    #expect(whole.left.prefix(Int(8.8 * rate)).allSatisfy { abs($0) < 1 })
    #expect(whole.sidesDiffer)
    #expect(whole.ticks.count > 300)
    #expect(whole.events.count > 500)
    var dice = Dice(13)
    let sizes: [() -> Int] = [
      { 1 }, { 32 }, { 64 }, { 1000 }, { Int.random(in: 1...700, using: &dice) },
      { Int.random(in: 1...20, using: &dice) },
    ]
    for (run, size) in sizes.enumerated() {
      let splits = run % 2 == 0
      let parts = pattern.render(splits: splits, cycle: size)
      #expect(Self.areSame(parts.left, whole.left), "run \(run)")
      #expect(Self.areSame(parts.right, whole.right), "run \(run)")
      if splits {
        #expect(Self.areSame(parts.kit, whole.kit), "run \(run)")
        #expect(Self.areSame(parts.pitchedLeft, whole.pitchedLeft), "run \(run)")
        #expect(Self.areSame(parts.pitchedRight, whole.pitchedRight), "run \(run)")
        #expect(Self.areSame(parts.click, whole.click), "run \(run)")
      }
      #expect(parts.clock == whole.clock, "run \(run)")
      let events = zip(parts.events, whole.events).enumerated().first { "\($1.0)" != "\($1.1)" }
      #expect(parts.events.count == whole.events.count)
      #expect(events == nil, "run \(run)")
    }
  }
}
