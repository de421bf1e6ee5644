// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Brings stereo sound from one sample rate to another: a sinc under a Kaiser window, worked out for every place between two
/// samples that occurs.
///
/// The pass band is flat within 0.01 dB up to nine tenths of the lower rate's half; what lies above that half is 90 dB down. Source:
/// J. O. Smith, "Digital Audio Resampling", with one table for each of the places, since the rates are whole numbers.
///
/// - Thread: any, one at a time.
struct Resampler {
  /// Rates that Opus has itself.
  static let opusRates = [8_000, 12_000, 16_000, 24_000, 48_000]

  /// Zero crossings of the sinc on either side.
  private static let crossings = 48.0
  private static let beta = 9.0

  /// Output frames in as many input frames as `step`, both without a common divisor.
  private let phases: Int
  private let step: Int
  /// Input frames before and behind a place that count for it.
  private let reach: Int
  /// One row of `2 * reach` weights for each place.
  private var weights: [Float] = []
  /// Input that is still needed, left and right in turn.
  private var kept: [Float]
  /// The next output frame's place: input frames from the first that is kept, and its phase.
  private var place = 0
  private var phase = 0
  private var taken = 0
  private var given = 0

  /// A resampler between two rates in whole frames a second.
  init(from input: Double, to output: Double) {
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    let common = divisor(Int(input), Int(output))
    phases = Int(output) / common
    step = Int(input) / common
    // The corner lies where the roll-off of the window has room below the half of the lower rate.
    let cutoff = 0.95 * min(1, output / input)
    reach = Int((Resampler.crossings / cutoff).rounded(.up))
    kept = [Float](repeating: 0, count: 2 * (reach - 1))
    let normal = Resampler.bessel(Resampler.beta)
    weights.reserveCapacity(phases * 2 * reach)
    for phase in 0..<phases {
      let fraction = Double(phase) / Double(phases)
      for tap in 0..<2 * reach {
        let distance = Double(tap - reach + 1) - fraction
        let x = .pi * distance * cutoff
        let inside = 1 - (distance / Double(reach)) * (distance / Double(reach))
        let window = inside > 0 ? Resampler.bessel(Resampler.beta * inside.squareRoot()) / normal : 0
        weights.append(Float(cutoff * (x == 0 ? 1 : sin(x) / x) * window))
      }
    }
  }

  /// Takes frames, left and right in turn, and adds what they give to `output`.
  mutating func add(_ stereo: [Float], frames: Int, into output: inout [Float]) {
    kept.append(contentsOf: stereo.prefix(2 * frames))
    taken += frames
    render(into: &output)
  }

  /// Adds what is left: as many frames in all as the input lasted.
  mutating func finish(into output: inout [Float]) {
    let whole = Int((Double(taken) * Double(phases) / Double(step)).rounded())
    let before = given
    let start = output.count
    kept.append(contentsOf: repeatElement(0, count: 2 * 2 * reach))
    render(into: &output)
    output.removeLast(max(0, output.count - start - 2 * max(0, whole - before)))
  }

  private mutating func render(into output: inout [Float]) {
    let frames = kept.count / 2
    kept.withUnsafeBufferPointer { kept in
      weights.withUnsafeBufferPointer { weights in
        while place + 2 * reach <= frames {
          let row = phase * 2 * reach
          var left: Float = 0
          var right: Float = 0
          for tap in 0..<2 * reach {
            left += weights[row + tap] * kept[2 * (place + tap)]
            right += weights[row + tap] * kept[2 * (place + tap) + 1]
          }
          output.append(left)
          output.append(right)
          given += 1
          phase += step
          place += phase / phases
          phase %= phases
        }
      }
    }
    let done = min(place, frames)
    kept.removeFirst(2 * done)
    place -= done
  }

  /// The modified Bessel function of the first kind and order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    for k in 1..<40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
