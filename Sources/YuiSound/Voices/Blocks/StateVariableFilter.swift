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

  /// Takes over the response of another filter and keeps its own state.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func become(_ other: StateVariableFilter) {
    let (first, second) = (s1, s2)
    self = other
    s1 = first
    s2 = second
  }

  /// Filters a single frame.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next(_ input: Float) -> Float {
    let output = (c1 * s1 + c2 * s2) + d * input
    let first = (a11 * s1 + a12 * s2) + b1 * input
    s2 = (a21 * s1 + a22 * s2) + b2 * input
    s1 = first
    return output
  }

  /// Filters octets in place.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func run(_ octets: Octets) {
    let ahead = lookAhead()
    let h = ahead.impulse
    let h1 = SIMD4(0, h.x, h.y, h.z)
    let h2 = SIMD4(0, 0, h.x, h.y)
    let h3 = SIMD4(0, 0, 0, h.x)
    var s1 = s1
    var s2 = s2
    for index in 0..<octets.count {
      let input = octets[index]
      let a = input.lowHalf
      let b = input.highHalf
      // What does not wait for the state comes first, so that it can be done ahead of it.
      let driven =
        (ahead.input0 * SIMD4(a.x, a.x, b.x, b.x) + ahead.input1 * SIMD4(a.y, a.y, b.y, b.y))
        + (ahead.input2 * SIMD4(a.z, a.z, b.z, b.z) + ahead.input3 * SIMD4(a.w, a.w, b.w, b.w))
      let forcedA = (h * a.x + h1 * a.y) + (h2 * a.z + h3 * a.w)
      let forcedB = (h * b.x + h1 * b.y) + (h2 * b.z + h3 * b.w)
      let low = (forcedA + ahead.output1 * s1) + ahead.output2 * s2
      let m1 = (driven.x + ahead.state1.x * s1) + ahead.state2.x * s2
      let m2 = (driven.y + ahead.state1.y * s1) + ahead.state2.y * s2
      let high = (forcedB + ahead.output1 * m1) + ahead.output2 * m2
      s1 = (driven.z + ahead.state1.x * m1) + ahead.state2.x * m2
      s2 = (driven.w + ahead.state1.y * m1) + ahead.state2.y * m2
      octets[index] = Octet(lowHalf: low, highHalf: high)
    }
    self.s1 = s1
    self.s2 = s2
  }

  /// Four steps of the state equation in one, written out: what each of two states and four inputs adds to the four
  /// outputs and to the two states after them. A state then waits for one product and two sums in four frames, not in
  /// every one.
  private struct LookAhead {
    let output1: SIMD4<Float>
    let output2: SIMD4<Float>
    let impulse: SIMD4<Float>
    let state1: SIMD2<Float>
    let state2: SIMD2<Float>
    let input0: SIMD4<Float>
    let input1: SIMD4<Float>
    let input2: SIMD4<Float>
    let input3: SIMD4<Float>
  }

  @_noLocks @inline(__always)
  private func lookAhead() -> LookAhead {
    let column1 = SIMD2(a11, a21)
    let column2 = SIMD2(a12, a22)
    let c = SIMD2(c1, c2)
    let b0 = SIMD2(b1, b2)
    let b1 = column1 * b0.x + column2 * b0.y
    let b2 = column1 * b1.x + column2 * b1.y
    let b3 = column1 * b2.x + column2 * b2.y
    let squared1 = column1 * column1.x + column2 * column1.y
    let squared2 = column1 * column2.x + column2 * column2.y
    let cubed1 = column1 * squared1.x + column2 * squared1.y
    let cubed2 = column1 * squared2.x + column2 * squared2.y
    return LookAhead(
      output1: SIMD4(c1, dot(c, column1), dot(c, squared1), dot(c, cubed1)),
      output2: SIMD4(c2, dot(c, column2), dot(c, squared2), dot(c, cubed2)),
      impulse: SIMD4(d, dot(c, b0), dot(c, b1), dot(c, b2)),
      state1: squared1 * squared1.x + squared2 * squared1.y,
      state2: squared1 * squared2.x + squared2 * squared2.y,
      input0: SIMD4(lowHalf: b3, highHalf: b3), input1: SIMD4(lowHalf: b2, highHalf: b2),
      input2: SIMD4(lowHalf: b1, highHalf: b1), input3: SIMD4(lowHalf: b0, highHalf: b0))
  }

  @_noLocks @inline(__always)
  private func dot(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
    a.x * b.x + a.y * b.y
  }
}
