// SPDX-License-Identifier: GPL-3.0-or-later

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
func dotProduct(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) -> Float {
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
