// SPDX-License-Identifier: GPL-3.0-or-later

/// What a second-order filter does in a frame, without its state `s`: `y = C s + D x`, then `s' = A s + B x`.
///
/// Its response meets the analogue one exactly at its cutoff.
///
/// - Source: the trapezoidal state-variable filter (A. Simper, "Linear trapezoidal integrated state variable filter",
///   2013), whose state is that of the two integrators of the circuit.
struct StateEquation {
  /// The columns of A.
  let column1: SIMD2<Double>
  let column2: SIMD2<Double>
  let b: SIMD2<Double>
  let c: SIMD2<Double>
  let d: Double

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
    column1 = SIMD2(2 * a1 - 1, 2 * a2)
    column2 = SIMD2(-2 * a2, 1 - 2 * a3)
    b = SIMD2(2 * a2, 2 * a3)
    switch output {
    case .low:
      c = SIMD2(a2, 1 - a3)
      d = a3
    case .high:
      c = SIMD2(-k * a1 - a2, k * a2 + a3 - 1)
      d = 1 - k * a2 - a3
    case .band:
      c = SIMD2(k * a1, -k * a2)
      d = k * a2
    }
  }

  /// A Butterworth low-pass: 3 dB down at the cutoff.
  ///
  /// - Parameters:
  ///   - cutoff: hertz; held at 0.45 of the sample rate.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func lowPass(_ cutoff: Double, sampleRate: Double) -> StateEquation {
    StateEquation(.low, cutoff: cutoff, q: 0.7071067811865476, sampleRate: sampleRate)
  }

  /// A Butterworth high-pass: 3 dB down at the cutoff.
  ///
  /// - Parameters:
  ///   - cutoff: hertz; held at 0.45 of the sample rate.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func highPass(_ cutoff: Double, sampleRate: Double) -> StateEquation {
    StateEquation(.high, cutoff: cutoff, q: 0.7071067811865476, sampleRate: sampleRate)
  }

  /// A band-pass with a gain of 1 at its centre.
  ///
  /// - Parameters:
  ///   - centre: hertz; held at 0.45 of the sample rate.
  ///   - q: centre over the bandwidth between the points 3 dB down.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func bandPass(_ centre: Double, q: Double, sampleRate: Double) -> StateEquation {
    StateEquation(.band, cutoff: centre, q: q, sampleRate: sampleRate)
  }

  /// A state a frame on, where nothing comes in.
  @_noLocks @inline(__always)
  func on(_ state: SIMD2<Double>) -> SIMD2<Double> {
    column1 * state.x + column2 * state.y
  }

  /// What a state puts out.
  @_noLocks @inline(__always)
  func output(_ state: SIMD2<Double>) -> Double {
    c.x * state.x + c.y * state.y
  }
}
