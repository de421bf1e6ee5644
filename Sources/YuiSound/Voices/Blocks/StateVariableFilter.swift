// SPDX-License-Identifier: GPL-3.0-or-later

/// A second-order filter whose response meets the analogue one exactly at its cutoff.
///
/// - Source: the trapezoidal state-variable filter (A. Simper, "Linear trapezoidal integrated state variable filter",
///   2013), here written as the state equation it amounts to: `s' = A s + B x`, `y = C s + D x`.
struct StateVariableFilter {
  /// The state, the two integrators of the circuit.
  private var s1: Float = 0
  private var s2: Float = 0
  private let a11: Float
  private let a12: Float
  private let a21: Float
  private let a22: Float
  private let b1: Float
  private let b2: Float
  private let c1: Float
  private let c2: Float
  private let d: Float

  /// The three outputs of the circuit.
  private enum Output {
    case low, high, band
  }

  @_noLocks
  private init(_ output: Output, cutoff: Double, q: Double, sampleRate: Double) {
    let ceiling = 0.45 * sampleRate
    let g = RealtimeMath.tan(RealtimeMath.pi * (cutoff < ceiling ? cutoff : ceiling) / sampleRate)
    let k = 1 / q
    let a1 = 1 / (1 + g * (g + k))
    let a2 = g * a1
    let a3 = g * a2
    a11 = Float(2 * a1 - 1)
    a12 = Float(-2 * a2)
    a21 = Float(2 * a2)
    a22 = Float(1 - 2 * a3)
    b1 = Float(2 * a2)
    b2 = Float(2 * a3)
    switch output {
    case .low:
      c1 = Float(a2)
      c2 = Float(1 - a3)
      d = Float(a3)
    case .high:
      c1 = Float(-k * a1 - a2)
      c2 = Float(k * a2 + a3 - 1)
      d = Float(1 - k * a2 - a3)
    case .band:
      c1 = Float(k * a1)
      c2 = Float(-k * a2)
      d = Float(k * a2)
    }
  }

  /// A Butterworth low-pass: 3 dB down at the cutoff.
  ///
  /// - Parameters:
  ///   - cutoff: hertz; held at 0.45 of the sample rate.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func lowPass(_ cutoff: Double, sampleRate: Double) -> StateVariableFilter {
    StateVariableFilter(.low, cutoff: cutoff, q: 0.7071067811865476, sampleRate: sampleRate)
  }

  /// A Butterworth high-pass: 3 dB down at the cutoff.
  ///
  /// - Parameters:
  ///   - cutoff: hertz; held at 0.45 of the sample rate.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func highPass(_ cutoff: Double, sampleRate: Double) -> StateVariableFilter {
    StateVariableFilter(.high, cutoff: cutoff, q: 0.7071067811865476, sampleRate: sampleRate)
  }

  /// A band-pass with a gain of 1 at its centre.
  ///
  /// - Parameters:
  ///   - centre: hertz; held at 0.45 of the sample rate.
  ///   - q: centre over the bandwidth between the points 3 dB down.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func bandPass(_ centre: Double, q: Double, sampleRate: Double) -> StateVariableFilter {
    StateVariableFilter(.band, cutoff: centre, q: q, sampleRate: sampleRate)
  }

  /// Filters the next eight frames.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next(_ input: Octet) -> Octet {
    var out = Octet(repeating: 0)
    var s1 = s1
    var s2 = s2
    for i in 0..<8 {
      let x = input[i]
      out[i] = (c1 * s1 + c2 * s2) + d * x
      let next1 = (a11 * s1 + b1 * x) + a12 * s2
      s2 = (a22 * s2 + b2 * x) + a21 * s1
      s1 = next1
    }
    self.s1 = s1
    self.s2 = s2
    return out
  }
}
