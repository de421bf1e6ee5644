// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Power spectra, by a plain radix-2 transform in `Double`.
enum Spectrum {
  /// The powers at the frequencies `k / size`, for k up to half the size.
  ///
  /// - Parameter size: a power of two, at least as long as the samples, which are filled up with zeros.
  static func power(_ samples: [Double], size: Int) -> [Double] {
    var re = samples + [Double](repeating: 0, count: size - samples.count)
    var im = [Double](repeating: 0, count: size)
    var j = 0
    for i in 1..<size {
      var bit = size >> 1
      while j & bit != 0 {
        j ^= bit
        bit >>= 1
      }
      j |= bit
      if i < j { re.swapAt(i, j) }
    }
    var length = 2
    while length <= size {
      let half = length / 2
      for k in 0..<half {
        let angle = -2 * Double.pi * Double(k) / Double(length)
        let (c, s) = (cos(angle), sin(angle))
        for a in stride(from: k, to: size, by: length) {
          let b = a + half
          let (x, y) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c)
          (re[b], im[b]) = (re[a] - x, im[a] - y)
          (re[a], im[a]) = (re[a] + x, im[a] + y)
        }
      }
      length *= 2
    }
    return (0...size / 2).map { re[$0] * re[$0] + im[$0] * im[$0] }
  }

  /// The power-weighted mean frequency in hertz, through a Hann window.
  static func centroid(_ samples: ArraySlice<Float>, rate: Double) -> Double {
    let n = samples.count
    let windowed = samples.enumerated().map { i, x in
      Double(x) * (0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(n)))
    }
    var size = 1
    while size < n { size *= 2 }
    let powers = power(windowed, size: size)
    let total = powers.reduce(0, +)
    let moment = powers.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    return moment / total * rate / Double(size)
  }

  /// The loudest partial that is not a harmonic, in dB of the fundamental.
  ///
  /// Through a four-term Blackman-Harris window, whose side lobes lie below -92 dB; bins within eight of a harmonic
  /// below half the rate, or of zero, are the wave's own.
  static func loudestAlias(_ samples: [Float], frequency: Double, rate: Double) -> Double {
    let size = samples.count
    let windowed = samples.enumerated().map { i, x in
      let t = 2 * Double.pi * Double(i) / Double(size)
      return Double(x) * (0.35875 - 0.48829 * cos(t) + 0.14128 * cos(2 * t) - 0.01168 * cos(3 * t))
    }
    let powers = power(windowed, size: size)
    let step = frequency / rate * Double(size)
    var isOwn = [Bool](repeating: false, count: powers.count)
    var harmonic = 0.0
    while harmonic < Double(size / 2) {
      let centre = Int(harmonic.rounded())
      for bin in max(0, centre - 8)...min(powers.count - 1, centre + 8) {
        isOwn[bin] = true
      }
      harmonic += step
    }
    let first = Int(step.rounded())
    let fundamental = powers[first - 4...first + 4].max() ?? 0
    let alias = zip(powers, isOwn).filter { !$0.1 }.map(\.0).max() ?? 0
    return 10 * log10(alias / fundamental)
  }
}

/// The root mean square of a stretch of sound in dB, as far as it lasts; nil for silence.
func rmsDecibels(_ samples: [Float], rate: Double, from start: Double, to end: Double) -> Double? {
  let first = min(Int((start * rate).rounded()), samples.count)
  let part = samples[first..<min(Int((end * rate).rounded()), samples.count)]
  let power = part.reduce(0.0) { $0 + Double($1) * Double($1) }
  return power > 0 ? 10 * log10(power / Double(part.count)) : nil
}
