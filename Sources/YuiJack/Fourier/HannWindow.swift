// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The Hann window, which lets a part of a sound begin and end in nothing.
struct HannWindow {
  /// `sin²(π (n + 1/2) / N)` for each of N samples.
  let weights: [Float]
  /// The squared magnitude that a sine of amplitude 1 has in its bin, seen through the window: `(N / 4)²`.
  let sinePower: Float

  /// A window of so many samples, 1 or more.
  init(_ count: Int) {
    weights = (0..<count).map { index in
      let sine = sin(Double.pi * (Double(index) + 0.5) / Double(count))
      return Float(sine * sine)
    }
    let quarter = Float(count) / 4
    sinePower = quarter * quarter
  }

  /// The weighted samples from `start` on. What lies outside the sound counts as silence.
  func apply(to samples: [Float], from start: Int) -> [Float] {
    weights.indices.map { index in
      let place = start + index
      return samples.indices.contains(place) ? samples[place] * weights[index] : 0
    }
  }
}
