// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

/// How far the mean pitch of a sound lies from a frequency, in cents.
///
/// The sound is brought down by the frequency through Hann windows; the phase of what is left, followed from window to
/// window, turns once for every hertz and second of difference.
func meanCents(
  _ sound: [Float], near frequency: Double, rate: Double, from start: Double, seconds: Double = 1, window: Double? = nil
) -> Double {
  let length = Int((window ?? 8 / frequency) * rate)
  let steps = max(1, Int((seconds * rate / Double(max(1, length / 4))).rounded(.up)))
  var last = 0.0
  var turned = 0.0
  for step in 0...steps {
    let first = Int((start * rate).rounded()) + Int((seconds * rate * Double(step) / Double(steps)).rounded())
    var (re, im) = (0.0, 0.0)
    for i in 0..<length {
      let hann = 0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(length))
      let angle = -2 * Double.pi * (Double(first + i) * frequency / rate).truncatingRemainder(dividingBy: 1)
      re += Double(sound[first + i]) * hann * cos(angle)
      im += Double(sound[first + i]) * hann * sin(angle)
    }
    let angle = atan2(im, re)
    if step > 0 { turned += remainder(angle - last, 2 * .pi) }
    last = angle
  }
  return 1200 * log2(1 + turned / (2 * .pi * seconds) / frequency)
}

@Suite struct PitchTests {
  /// C1 to C7, in octaves, and some between.
  static let notes = [24.0, 31, 36, 48, 57, 60, 72, 84, 91, 96]
  static let rates = [44100.0, 48000, 96000]

  @Test(arguments: [VoiceKind.keys, .pluck, .bell, .bass, .bar], rates)
  func `its pitch is the note's`(kind: VoiceKind, rate: Double) {
    for note in Self.notes {
      let sound = render(kind, rate: rate, frames: Int(0.9 * rate), frequency: hertz(note))
      #expect(abs(meanCents(sound, near: hertz(note), rate: rate, from: 0.05, seconds: 0.5)) < 1, "note \(note)")
    }
  }

  @Test(arguments: rates)
  func `the middle of the pad is in tune`(rate: Double) {
    for note in [24.0, 48, 72, 96] {
      // Long enough to tell the middle from its neighbours, 6 cents away.
      let window = 640 / hertz(note)
      let sound = render(.pad, rate: rate, frames: Int((1 + 2.1 * window) * rate), frequency: hertz(note))
      let cents = meanCents(sound, near: hertz(note), rate: rate, from: 0.5, seconds: window, window: 2 * window / 2)
      #expect(abs(cents) < 1, "note \(note)")
    }
  }

  @Test(arguments: rates)
  func `the lead is in tune over whole cycles of its vibrato`(rate: Double) {
    for note in Self.notes {
      // 26 cycles of 5.2 Hz last 5 seconds.
      let sound = render(.lead, rate: rate, frames: Int(6 * rate), frequency: hertz(note))
      #expect(abs(meanCents(sound, near: hertz(note), rate: rate, from: 0.3, seconds: 5)) < 1, "note \(note)")
    }
  }

  @Test func `the vibrato of the lead grows to 7 cents`() {
    let sound = render(.lead, frames: 96000, frequency: 440)
    let cents = stride(from: 0.3, to: 1.3, by: 0.01).map {
      meanCents(sound, near: 440, rate: 48000, from: $0, seconds: 0.02)
    }
    #expect(abs((cents.max() ?? 0) - 6.9) < 0.3)
    #expect(abs((cents.min() ?? 0) + 6.9) < 0.3)
    #expect(abs(meanCents(sound, near: 440, rate: 48000, from: 0.002, seconds: 0.01)) < 1)
  }

  @Test func `the saw and the square of the lead add up`() throws {
    // Opposite fundamentals would leave -38 dB of it.
    let sound = render(.lead, frames: 24000)
    let powers = Spectrum.power(sound[8000..<8000 + 8192].map(Double.init), size: 8192)
    let bin = Int((hertz(60) / 48000 * 8192).rounded())
    let octave = Int((2 * hertz(60) / 48000 * 8192).rounded())
    let fundamental = try #require(powers[bin - 2...bin + 2].max())
    #expect(fundamental > 4 * (try #require(powers[octave - 2...octave + 2].max())))
  }

  @Test func `pop rises to its note from 0.7 of it`() {
    let sound = render(.pop, frames: 9600)
    #expect(abs(meanCents(sound, near: hertz(72), rate: 48000, from: 0.03, seconds: 0.1)) < 1)
    let start = meanCents(sound, near: 0.7 * hertz(72), rate: 48000, from: 0, seconds: 0.001, window: 0.006)
    #expect(start > 0 && start < 150)
  }

  @Test func `tick sounds at its frequency`() {
    for frequency in [2000.0, 3000] {
      let sum = seeds.map { render(.tick, frames: 1200, frequency: frequency, seed: $0) }
        .reduce([Float](repeating: 0, count: 1200)) { zip($0, $1).map(+) }
      let powers = Spectrum.power(sum.map(Double.init), size: 2048)
      let loudest = powers.indices.max { powers[$0] < powers[$1] } ?? 0
      #expect(abs(Double(loudest) * 48000 / 2048 - frequency) < 100)
    }
  }
}
