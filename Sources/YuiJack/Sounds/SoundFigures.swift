// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// What is measured of a sound.
struct SoundFigures {
  /// The largest absolute sample, in dB of full scale.
  let peak: Double
  /// From the first sample to the last that is not zero, in seconds.
  let length: Double
  /// The mean frequency of the whole sound, each weighted by its power, in hertz.
  let centroid: Double
  /// The fundamental, in hertz; nil where there is none.
  let pitch: Double?

  /// Measures a sound.
  ///
  /// - Parameters:
  ///   - sound: not silent.
  ///   - frequency: where the fundamental should be, in hertz; nil where the sound has none.
  init(_ sound: RenderedSound, near frequency: Double?) {
    let rate = sound.sampleRate
    peak = 20 * log10(Double(max(SoundFigures.peak(sound.left), SoundFigures.peak(sound.right))))
    length = Double(sound.left.count) / rate
    centroid = SoundFigures.centroid(sound.middle, sampleRate: rate)
    pitch = frequency.flatMap { SoundFigures.pitch(sound.middle, near: $0, sampleRate: rate) }
  }

  private static func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

  /// The power-weighted mean frequency, in hertz; 0 for silence.
  static func centroid(_ samples: [Float], sampleRate: Double) -> Double {
    let transform = FourierTransform(size: FourierTransform.powerOfTwo(notBelow: samples.count))
    var sum = 0.0
    var total = 0.0
    for (bin, power) in transform.powers(samples).enumerated() {
      sum += Double(power) * Double(bin)
      total += Double(power)
    }
    return total > 0 ? sum / total * sampleRate / Double(transform.size) : 0
  }

  /// The frequency of the strongest partial within a semitone of `frequency`, in hertz.
  ///
  /// It is the top of the parabola through the three highest bins, in dB, of half a second after the attack.
  ///
  /// - Returns: nil where no partial within 60 dB of the strongest has its top there, or the sound is shorter than a tenth of a
  ///   second.
  static func pitch(_ samples: [Float], near frequency: Double, sampleRate: Double) -> Double? {
    let start = Int(0.05 * sampleRate)
    let count = min(samples.count - start, Int(0.5 * sampleRate))
    guard Double(count) >= 0.1 * sampleRate else { return nil }
    let transform = FourierTransform(size: FourierTransform.powerOfTwo(notBelow: 4 * count))
    let powers = transform.powers(HannWindow(count).apply(to: samples, from: start))
    let binsPerHertz = Double(transform.size) / sampleRate
    let semitone = pow(2, 1.0 / 12)
    let first = max(1, Int(frequency / semitone * binsPerHertz))
    let last = min(powers.count - 2, Int(frequency * semitone * binsPerHertz) + 1)
    guard first <= last, let top = (first...last).max(by: { powers[$0] < powers[$1] }) else { return nil }
    guard powers[top] >= (powers.max() ?? 0) * 1e-6 else { return nil }
    let (below, at, above) = (log(Double(powers[top - 1])), log(Double(powers[top])), log(Double(powers[top + 1])))
    guard at > below, at >= above, below.isFinite, above.isFinite else { return nil }
    return (Double(top) + (below - above) / (2 * (below - 2 * at + above))) / binsPerHertz
  }

  /// How far a frequency lies above another, in cents.
  static func cents(_ frequency: Double, above other: Double) -> Double { 1200 * log2(frequency / other) }
}
