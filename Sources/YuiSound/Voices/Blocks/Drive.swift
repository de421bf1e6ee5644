// SPDX-License-Identifier: GPL-3.0-or-later

/// A saturator: `tanh(k x) / tanh(k)`. An input of 1 comes out as 1, a small one louder by `k / tanh(k)`.
struct Drive {
  private let amount: Float
  private let gain: Float

  /// Sets the amount.
  ///
  /// - Parameters:
  ///   - amount: k, above 0.
  ///   - level: a linear gain after the saturation.
  /// - Thread: realtime.
  @_noLocks
  init(_ amount: Float, level: Float = 1) {
    self.amount = amount
    gain = level / RealtimeMath.tanh(amount)
  }

  /// Saturates eight frames.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  func callAsFunction(_ input: Octet) -> Octet {
    RealtimeMath.tanh(input * amount) * gain
  }
}
