// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// How loud each pitch is at each moment of a sound: time from left to right, frequency from the top down in equal steps
/// of pitch.
struct Spectrogram {
  /// Moments.
  let columns: Int
  /// Pitches.
  let rows: Int
  /// The frequencies at the lower and the upper edge, in hertz.
  let range: ClosedRange<Double>
  /// Samples that a column looks at, with its moment in their middle.
  let window: Int
  /// Row by row from the top, in dB of a full-scale sine; at least `floor`.
  let levels: [Float]

  /// The least level, in dB.
  static let floor: Float = -200

  /// Looks at a sound.
  ///
  /// The window is a twelfth of the sound, between 21 ms and 171 ms, so that a short one shows when things happen and a long
  /// one which pitches there are.
  ///
  /// - Parameters:
  ///   - samples: mono, one or more.
  ///   - sampleRate: frames a second.
  init(_ samples: [Float], sampleRate: Double, columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    range = 20...min(20_000, sampleRate / 2)
    let shortest = FourierTransform.powerOfTwo(notBelow: Int(0.016 * sampleRate))
    let count = FourierTransform.powerOfTwo(notBelow: samples.count / 12)
    window = min(max(count, shortest), shortest * 8)
    let hann = HannWindow(window)
    let transform = FourierTransform(size: window * 2)
    let places = Spectrogram.places(rows: rows, range: range, binsPerHertz: Double(window * 2) / sampleRate)
    var levels = [Float](repeating: Spectrogram.floor, count: columns * rows)
    for column in 0..<columns {
      let middle = Int((Double(column) + 0.5) / Double(columns) * Double(samples.count))
      let powers = transform.powers(hann.apply(to: samples, from: middle - window / 2))
      for (row, place) in places.enumerated() {
        let power = Spectrogram.power(powers, at: place) / hann.sinePower
        levels[row * columns + column] = max(10 * log10(power), Spectrogram.floor)
      }
    }
    self.levels = levels
  }

  /// The frequency in the middle of a row, in hertz.
  func frequency(ofRow row: Int) -> Double {
    range.upperBound * pow(range.lowerBound / range.upperBound, (Double(row) + 0.5) / Double(rows))
  }

  /// How far from the top a frequency lies, as a part of the height.
  func height(of frequency: Double) -> Double {
    log(range.upperBound / frequency) / log(range.upperBound / range.lowerBound)
  }

  /// The bins, in parts of one, at the lower and the upper edge of each row.
  private static func places(rows: Int, range: ClosedRange<Double>, binsPerHertz: Double) -> [ClosedRange<Double>] {
    let edges = (0...rows).map { row in
      range.upperBound * pow(range.lowerBound / range.upperBound, Double(row) / Double(rows)) * binsPerHertz
    }
    return (0..<rows).map { edges[$0 + 1]...edges[$0] }
  }

  /// The loudest bin of a row, or where a row is narrower than a bin, what lies on the line between its neighbours.
  private static func power(_ powers: [Float], at place: ClosedRange<Double>) -> Float {
    let first = Int(place.lowerBound.rounded(.up))
    let last = min(Int(place.upperBound), powers.count - 1)
    if first <= last { return powers[first...last].max() ?? 0 }
    let middle = (place.lowerBound + place.upperBound) / 2
    let below = min(Int(middle), powers.count - 2)
    let part = Float(middle - Double(below))
    return powers[below] * (1 - part) + powers[below + 1] * part
  }
}
