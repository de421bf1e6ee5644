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
          slower.append(dot(taps.baseAddress!, pending.baseAddress! + start, taps.count))
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

/// The last samples of a stream, in one piece.
struct History {
  private var samples: [Float] = []
  private let kept: Int
  private var fresh = 0

  /// A history of `count` samples, silent at first.
  init(count: Int) {
    kept = count
    samples = [Float](repeating: 0, count: count)
    samples.reserveCapacity(4 * count)
  }

  mutating func append(_ sample: Float) {
    if samples.count >= 4 * kept { samples.removeFirst(samples.count - kept) }
    samples.append(sample)
    fresh += 1
  }

  /// The samples since the last call.
  mutating func takeFresh() -> [Float] {
    defer { fresh = 0 }
    return Array(samples.suffix(fresh))
  }

  /// Calls `body` with the last `count` samples, the oldest first; `count` is at most what is kept.
  func withLast<Result>(_ count: Int, _ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
    samples.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[($0.count - count)...])) }
  }
}

/// The sum of products of two rows of samples.
func dot(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) -> Float {
  var sums = SIMD8<Float>(repeating: 0)
  var index = 0
  while index + 8 <= count {
    let a = UnsafeRawPointer(left + index).loadUnaligned(as: SIMD8<Float>.self)
    let b = UnsafeRawPointer(right + index).loadUnaligned(as: SIMD8<Float>.self)
    sums += a * b
    index += 8
  }
  var sum = sums.sum()
  while index < count {
    sum += left[index] * right[index]
    index += 1
  }
  return sum
}
