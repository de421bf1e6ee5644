// SPDX-License-Identifier: GPL-3.0-or-later

/// The normalised square difference of a block of samples, and the lags at which it repeats itself.
///
/// - Source: P. McLeod and G. Wyvill, "A Smarter Way to Find Pitch", ICMC 2005: n(τ) = 2 r(τ) / m(τ), one key maximum for each
///   positive lobe, refined by a parabola through three points.
/// - Thread: one at a time, never the process callback.
final class McLeod {
  /// A lag at which the block looks like itself.
  struct KeyMaximum {
    /// Samples, refined between them.
    var lag: Float
    /// How much it does, up to 1.
    var clarity: Float
  }

  /// The share of the highest maximum that the first one taken has to reach.
  static let threshold: Float = 0.9

  private let correlate: Autocorrelation
  private var difference: [Float]

  /// Prepares for blocks of `blockSize` samples.
  init(blockSize: Int) {
    correlate = Autocorrelation(blockSize: blockSize)
    difference = [Float](repeating: 0, count: blockSize)
  }

  /// The key maxima in the order of their lags.
  ///
  /// - Parameter longest: lags beyond it are not looked at: few samples overlap there.
  func keyMaxima(of block: UnsafeBufferPointer<Float>, longest: Int) -> [KeyMaximum] {
    let end = min(longest, block.count - 2)
    normalise(block, through: end + 1)
    var maxima: [KeyMaximum] = []
    var lag = 1
    while lag < end, difference[lag] > 0 { lag += 1 }
    while lag < end {
      while lag < end, difference[lag] <= 0 { lag += 1 }
      var best = 0
      while lag < end, difference[lag] > 0 {
        let value = difference[lag]
        if value > difference[lag - 1], value >= difference[lag + 1], best == 0 || value > difference[best] {
          best = lag
        }
        lag += 1
      }
      if best > 0 { maxima.append(refined(best)) }
    }
    return maxima
  }

  /// The first that is nearly as high as the highest.
  static func pick(_ maxima: [KeyMaximum]) -> KeyMaximum? {
    guard let highest = maxima.map(\.clarity).max() else { return nil }
    return maxima.first { $0.clarity >= highest * threshold }
  }

  private func normalise(_ block: UnsafeBufferPointer<Float>, through end: Int) {
    let sums = correlate(block)
    var energy = 2 * Double(sums[0])
    difference[0] = 1
    for lag in 1...end {
      let (head, tail) = (Double(block[lag - 1]), Double(block[block.count - lag]))
      energy -= head * head + tail * tail
      difference[lag] = energy > 1e-9 ? 2 * sums[lag] / Float(energy) : 0
    }
  }

  private func refined(_ lag: Int) -> KeyMaximum {
    let (before, here, after) = (difference[lag - 1], difference[lag], difference[lag + 1])
    let curvature = before - 2 * here + after
    guard curvature < 0 else { return KeyMaximum(lag: Float(lag), clarity: here) }
    let shift = min(max(0.5 * (before - after) / curvature, -0.5), 0.5)
    return KeyMaximum(lag: Float(lag) + shift, clarity: min(1, here - 0.25 * (before - after) * shift))
  }
}
