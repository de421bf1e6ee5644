// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Foundation
import Testing

@testable import YuiSound

@Suite struct EffectTests {
  private func rig(_ effect: Effect, answer: UInt8? = nil, rate: Double = 48_000) -> EngineRig {
    let rig = EngineRig(sampleRate: rate)
    rig.splits = true
    rig.play([(100, .command(.effect(effect, answer: answer)))], frames: Int(3 * rate)) { 333 }
    return rig
  }

  /// Bars struck by hand on frames, as an engine sounds them.
  private func bars(_ notes: [(seconds: Double, note: UInt8, velocity: Float)], rate: Double) -> [Float] {
    let rig = EngineRig(sampleRate: rate)
    let cues = notes.map { seconds, note, velocity in
      let request = NoteRequest(.bar, note: note, velocity: velocity)
      return (frame: 100 + Int64((seconds * rate).rounded()), input: EngineRig.Input.command(.strike(request)))
    }
    rig.play(cues, frames: Int(3 * rate)) { 100 }
    return rig.left
  }

  @Test(arguments: [44_100.0, 48_000])
  func `they are the notes that they should be, to the frame`(_ rate: Double) {
    #expect(rig(.correct, rate: rate).left == bars([(0, 72, 0.7), (0.09, 79, 0.7)], rate: rate))
    let run: [UInt8] = [72, 74, 76, 79, 81, 84]
    let steps = run.enumerated().map { (Double($0.offset) * 0.055, $0.element, Float(0.7)) }
    #expect(rig(.streak, rate: rate).left == bars(steps, rate: rate))
    #expect(rig(.timeUp, rate: rate).left == bars([(0, 76, 0.7), (0.16, 74, 0.7), (0.32, 72, 0.7)], rate: rate))
    let chord: [(Double, UInt8, Float)] = [(0.385, 72, 0.5), (0.385, 76, 0.5), (0.385, 79, 0.5)]
    let win = bars([(0, 67, 0.7), (0.11, 72, 0.7), (0.22, 76, 0.7)] + chord, rate: rate)
    #expect(rig(.win, rate: rate).left == win)
  }

  @Test func `a tap is a C that is over in a quarter of a second`() {
    let tap = rig(.tap).left
    #expect(abs(meanCents(tap, near: hertz(72), rate: 48_000, from: 0.02, seconds: 0.05)) < 3)
    #expect(tap[13_000...].allSatisfy { abs($0) < 0.002 })
    #expect(tap.contains { abs($0) > 0.2 })
  }

  @Test func `wrong hums softly and falls by a fourth`() {
    let wrong = rig(.wrong).left
    let first = meanCents(wrong, near: hertz(53), rate: 48_000, from: 0.003, seconds: 0.005, window: 0.03)
    #expect(first < 0 && first > -80)
    #expect(abs(meanCents(wrong, near: hertz(48), rate: 48_000, from: 0.45, seconds: 0.2)) < 1)
    let peak = wrong.map { abs($0) }.max()!
    #expect(peak > 0.1 && peak < 0.6 * rig(.win).left.map { abs($0) }.max()!)
    // Its attack is soft: no loud sample within 5 ms.
    #expect(wrong[..<340].allSatisfy { abs($0) < 0.08 })
  }

  @Test(arguments: Effect.allCases)
  func `a note of the answer takes its place, on the keys`(_ effect: Effect) {
    let answered = rig(effect, answer: 64).left
    let keys = EngineRig()
    let note = NoteRequest(.keys, note: 64, velocity: 0.9, hold: .frames(43_200))
    keys.play([(100, .command(.strike(note)))], frames: 144_000)
    #expect(answered == keys.left)
    #expect(answered != rig(effect).left)
  }

  @Test func `effects stay on the pitched bus, below full scale, and a cut ends what is still to come`() {
    for effect in Effect.allCases {
      let rig = rig(effect)
      #expect(rig.kit.allSatisfy { $0 == 0 } && rig.click.allSatisfy { $0 == 0 })
      #expect(rig.pitchedLeft == rig.left && rig.left.allSatisfy { abs($0) < 1 })
    }
    let rig = EngineRig()
    rig.play([(0, .command(.effect(.win, answer: nil))), (6000, .command(.cut(.one(.effect))))], frames: 24_000)
    #expect(rig.left[6192...].allSatisfy { $0 == 0 } && rig.isQuiet)
  }

  @Test func `a bar has a partial near four times its pitch, a third as loud or less, that fades first`() {
    let bar = render(.bar, frames: 48_000, frequency: 500)
    func level(_ hertz: Double, from: Int) -> Double {
      let parts = (0..<2400).map { index -> (Double, Double) in
        let turn = 2 * Double.pi * hertz * Double(from + index) / 48_000
        let hann = 0.5 - 0.5 * cos(2 * .pi * Double(index) / 2400)
        return (Double(bar[from + index]) * hann * cos(turn), Double(bar[from + index]) * hann * sin(turn))
      }
      return hypot(parts.reduce(0) { $0 + $1.0 }, parts.reduce(0) { $0 + $1.1 })
    }
    let (early, late) = (level(1990, from: 48) / level(500, from: 48), level(1990, from: 9600) / level(500, from: 9600))
    #expect(early > 0.1 && early < 0.34 && late < early / 5)
  }
}
