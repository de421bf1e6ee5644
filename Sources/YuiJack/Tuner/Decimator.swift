// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Makes a stream of samples slower by a whole factor, with a low-pass of linear phase before it.
///
/// - Source: Kaiser's window, as in A. Oppenheim and R. Schafer, "Discrete-Time Signal Processing", 7.6.
/// - Thread: one at a time, never the process callback.
struct Decimator {
  let factor: Int
  private let taps: [Float]
  private var pending: [Float]

  /// A decimator whose pass band ends at `passBand` of the slower rate; everything from 1 − `passBand` of it on is 60 dB down.
  init(factor: Int, passBand: Double) {
    self.factor = factor
    let transition = 2 * Double.pi * (1 - 2 * passBand) / Double(factor)
    let half = factor == 1 ? 0 : Int((52 / (2.285 * transition) / 2).rounded(.up))
    let beta = 5.65
    var taps: [Double] = []
    for index in -half...half {
      let x = Double(index) / Double(factor)
      let sinc = index == 0 ? 1 : sin(.pi * x) / (.pi * x)
      let place = half == 0 ? 0 : Double(index) / Double(half)
      taps.append(sinc * Self.bessel(beta * (1 - place * place).squareRoot()))
    }
    let sum = taps.reduce(0, +)
    self.taps = taps.map { Float($0 / sum) }
    pending = [Float](repeating: 0, count: 2 * half)
  }

  /// Adds samples to the stream and appends what that gives to `slower`.
  mutating func process(_ samples: UnsafeBufferPointer<Float>, into slower: inout History) {
    pending.append(contentsOf: samples)
    var start = 0
    pending.withUnsafeBufferPointer { pending in
      taps.withUnsafeBufferPointer { taps in
        while start + taps.count <= pending.count {
          slower.append(dotProduct(taps.baseAddress!, pending.baseAddress! + start, taps.count))
          start += factor
        }
      }
    }
    pending.removeFirst(start)
  }

  /// The modified Bessel function of the first kind and order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    var index = 1.0
    while term > sum * 1e-12 {
      term *= (x / (2 * index)) * (x / (2 * index))
      sum += term
      index += 1
    }
    return sum
  }
}
