// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import TestSupport
import Testing

@testable import YuiSound

/// How voices end: beside each a twin of the same seed goes on for ever, and the quotient is the gain that was applied.
@Suite struct FadeTests {
  private static let rates: [Double] = [22_050, 44_100, 48_000, 96_000]

  /// The first seed of a pool.
  private static let seed: UInt32 = (0x1234_5678 &* 1_664_525 &+ 1_013_904_223) | 1

  private static func unstopped(_ note: NoteRequest, _ rate: Double, _ frames: Int) -> [Float] {
    let strike = Strike(sampleRate: rate, velocity: note.velocity, frequency: note.frequency, seed: seed)
    var voice = Voice(note.voice, strike)
    var sound = [Float](repeating: 0, count: frames)
    var span = sound.mutableSpan
    voice.render(into: &span)
    return sound
  }

  /// The steepest fall of the gain from frame to frame, the last sample, and whether the end was reached.
  private static func fall(_ sound: [Float], _ twin: [Float]) -> (steepest: Float, last: Float, ends: Bool) {
    var steepest: Float = 0
    var (gain, place): (Float, Int) = (1, -1)
    for index in twin.indices where abs(twin[index]) > 2e-4 {
      let next = sound[index] / twin[index]
      steepest = max(steepest, (gain - next) / Float(index - place))
      (gain, place) = (next, index)
    }
    let last = sound.lastIndex { $0 != 0 } ?? 0
    return (steepest, abs(sound[last]), last < sound.count - 1)
  }

  /// Renders a pool of one voice in blocks of odd sizes, calling `act` once `at` frames are rendered.
  private static func pool(
    _ note: NoteRequest, _ rate: Double, _ frames: Int, at moment: Int = .max,
    _ act: (inout VoicePool) -> Void = { _ in }, after wait: Int = 0, then: (inout VoicePool) -> Void = { _ in }
  ) -> [Float] {
    var pool = VoicePool(limit: 1, sampleRate: rate)
    pool.strike(note)
    let first = min(moment, frames)
    let sound = render(&pool, first)
    guard first == moment else { return sound }
    act(&pool)
    let waited = render(&pool, wait, at: Int64(first))
    then(&pool)
    return sound + waited + render(&pool, frames - first - wait, at: Int64(first + wait))
  }

  @Test(arguments: VoiceKind.allCases)
  func `L7 a voice's natural end has no click`(_ kind: VoiceKind) {
    guard let length = kind.naturalLength else { return }
    for rate in FadeTests.rates {
      for hold in [NoteRequest.Hold.natural, .key] {
        let note = NoteRequest(kind, velocity: 1, hold: hold)
        let frames = Int(length * rate * 3.1)
        let (steepest, last, ends) = FadeTests.fall(
          FadeTests.pool(note, rate, frames), FadeTests.unstopped(note, rate, frames))
        let isSmooth = steepest <= 1.0 / 96 && last < 0.001 && ends
        #expect(isSmooth, "\(rate): \(steepest), \(last)")
      }
    }
  }

  @Test(arguments: VoiceKind.allCases)
  func `a release at any frame has no click and reaches silence`(_ kind: VoiceKind) {
    var dice = Dice(UInt64(kind.rawValue))
    for rate in FadeTests.rates {
      for _ in 0..<6 {
        let note = NoteRequest(kind, velocity: 1, hold: .key)
        let moment = Int.random(in: 1...Int(0.6 * rate), using: &dice)
        let frames = moment + Int((kind.release ?? 3 * (kind.naturalLength ?? 1)) * 3.2 * rate)
        let sound = FadeTests.pool(note, rate, frames, at: moment) { $0.release(.everyone) }
        let twin = FadeTests.unstopped(note, rate, frames)
        let (steepest, last, ends) = FadeTests.fall(sound, twin)
        let isSmooth = steepest <= 1.0 / 96 && last < 0.001 && ends
        #expect(isSmooth, "\(rate), \(moment): \(steepest), \(last)")
        guard let release = kind.release else { continue }
        // exp(-3 t / release), from the frame of the release on.
        for index in moment..<frames where abs(twin[index]) > 0.05 {
          let time = Double(index - moment + 1) / rate
          let gain = RealtimeMath.exp(-3 * time / release)
          guard gain > 0.001 else { break }
          #expect(abs(Double(sound[index] / twin[index]) / gain - 1) < 1e-3)
        }
      }
    }
  }

  @Test(arguments: VoiceKind.allCases)
  func `a note of a given length is let go on its frame`(_ kind: VoiceKind) {
    guard kind.release != nil else { return }
    let given = NoteRequest(kind, velocity: 1, hold: .frames(5003))
    let key = NoteRequest(kind, velocity: 1, hold: .key)
    let released = FadeTests.pool(key, 48_000, 60_000, at: 5003) { $0.release(.everyone) }
    #expect(FadeTests.pool(given, 48_000, 60_000) == released)
  }

  @Test(arguments: VoiceKind.allCases)
  func `a steal or a cut at any frame fades quickly without a click`(_ kind: VoiceKind) {
    var dice = Dice(100 + UInt64(kind.rawValue))
    for rate in FadeTests.rates {
      for turn in 0..<6 {
        let note = NoteRequest(kind, velocity: 1, hold: turn % 2 == 0 ? .key : .frames(2000))
        let moment = Int.random(in: 1...Int(0.4 * rate), using: &dice)
        let frames = moment + Int(0.05 * rate)
        let sound = FadeTests.pool(note, rate, frames, at: moment) {
          if turn < 3 { $0.cut(.everyone) } else { $0.strike(NoteRequest(.tick, velocity: 0)) }
        }
        let (steepest, last, ends) = FadeTests.fall(sound, FadeTests.unstopped(note, rate, frames))
        let isSmooth = steepest <= 1.0 / 96 && last < 0.001 && ends
        #expect(isSmooth, "\(rate), \(moment): \(steepest), \(last)")
        // Four milliseconds, or the rest of ten where the voice was fading at its natural end.
        let isFading = kind.naturalLength.map { Double(moment) > ($0 - 0.01) * rate - 1 } ?? false
        let fade = max(192, Int((isFading ? 0.01 : 0.004) * rate))
        #expect(sound[min(frames - 1, moment + fade)...].allSatisfy { $0 == 0 })
      }
    }
  }

  @Test(arguments: VoiceKind.allCases)
  func `a cut while a voice ends by itself, is let go or was stolen has no click either`(_ kind: VoiceKind) {
    var dice = Dice(200 + UInt64(kind.rawValue))
    for rate in [44_100.0, 48_000, 96_000] {
      let end = kind.naturalLength.map { Int($0 * rate) } ?? Int(rate)
      for turn in 0..<4 {
        let moment = max(1, end - Int.random(in: 1...Int(0.015 * rate), using: &dice))
        let before = Int.random(in: 1...min(moment, Int(0.006 * rate)), using: &dice)
        let frames = moment + Int(0.05 * rate)
        let note = NoteRequest(kind, velocity: 1, hold: kind.isSustained ? .key : .natural)
        let act: (inout VoicePool) -> Void = { pool in
          switch turn {
          case 0: pool.release(.everyone)
          case 1: pool.strike(NoteRequest(.tick, velocity: 0))
          case 2: pool.setLimit(0)
          default: pool.cut(.everyone)
          }
        }
        let sound = FadeTests.pool(note, rate, frames, at: moment - before, act, after: before) { $0.cut(.everyone) }
        let (steepest, last, ends) = FadeTests.fall(sound, FadeTests.unstopped(note, rate, frames))
        let isSmooth = steepest <= 1.0 / 96 && last < 0.001 && ends
        #expect(isSmooth, "\(turn), \(rate), \(moment): \(steepest), \(last)")
      }
    }
  }

  @Test func `M8 of 33 long notes in quick succession the oldest fades without a click`() {
    let rig = EngineRig()
    let free = EngineRig(voices: 256)
    for note in 0...32 as ClosedRange<UInt8> {
      for rig in [rig, free] {
        rig.send(.strike(NoteRequest(.pad, note: note + 40, velocity: 0.5, hold: .key, owner: .line(note: note))))
        rig.render(480)
      }
      #expect(rig.link.counters.pointee.voices.load(ordering: .relaxed) == min(32, Int(note) + 1))
    }
    for rig in [rig, free] { rig.render(4800) }
    // What is missing is the first note, as it fades.
    let first = NoteRequest(.pad, note: 40, velocity: 0.5, hold: .key)
    let twin = FadeTests.unstopped(first, 48_000, rig.left.count).map { $0 * 0.8 }
    let faded = zip(twin, zip(free.left, rig.left)).map { $0 - ($1.0 - $1.1) }
    #expect(zip(free.left, rig.left).prefix(32 * 480).allSatisfy { $0 == $1 })
    var (gain, place): (Float, Int) = (1, -1)
    for index in twin.indices where abs(twin[index]) > 0.02 {
      let next = faded[index] / twin[index]
      #expect(gain - next <= Float(index - place) / 96 + 1e-3)
      (gain, place) = (next, index)
    }
    let end = faded.lastIndex { abs($0) > 1e-5 }!
    #expect(end >= 32 * 480 + 150 && end < 32 * 480 + 192)
  }
}
