// SPDX-License-Identifier: GPL-3.0-or-later

/// A second-order filter of octets.
///
/// Eight steps of the state equation are written out as one: the states wait for one product and two sums in eight frames,
/// not in every one.
struct StateVariableFilter {
  /// The states, those of the two integrators of the circuit.
  private var s1: Float = 0
  private var s2: Float = 0
  /// What the states add to themselves eight frames on.
  private let kept11: Float
  private let kept12: Float
  private let kept21: Float
  private let kept22: Float
  /// What each of four frames adds to all four.
  private let near: InlineArray<4, SIMD4<Float>>
  /// What each of four frames adds to the four after them.
  private let far: InlineArray<4, SIMD4<Float>>
  /// What each of the states adds to the next four frames and to the four after them.
  private let nearState: InlineArray<2, SIMD4<Float>>
  private let farState: InlineArray<2, SIMD4<Float>>
  /// What a frame of the first half of an octet and the same one of the second add to the states after the octet.
  private let taken: InlineArray<4, SIMD4<Float>>

  /// A filter that has heard nothing yet.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ equation: StateEquation) {
    // What becomes of a frame, and what it puts out from four frames before it on to seven after.
    var states = InlineArray<8, SIMD2<Double>>(repeating: equation.b)
    var response = InlineArray<12, Float>(repeating: 0)
    response[4] = Float(equation.d)
    for frame in 1..<8 {
      states[frame] = equation.on(states[frame &- 1])
      response[frame &+ 4] = Float(equation.output(states[frame &- 1]))
    }
    var near = InlineArray<4, SIMD4<Float>>(repeating: SIMD4(repeating: 0))
    var far = near
    var taken = near
    for frame in 0..<4 {
      for later in 0..<4 {
        near[frame][later] = response[4 &+ later &- frame]
        far[frame][later] = response[8 &+ later &- frame]
      }
      taken[frame] = SIMD4<Float>(SIMD4(lowHalf: states[7 &- frame], highHalf: states[3 &- frame]))
    }
    (self.near, self.far, self.taken) = (near, far, taken)
    let first = Self.trace(SIMD2(1, 0), equation)
    let second = Self.trace(SIMD2(0, 1), equation)
    nearState = [first.near, second.near]
    farState = [first.far, second.far]
    (kept11, kept21) = (first.end.x, first.end.y)
    (kept12, kept22) = (second.end.x, second.end.y)
  }

  /// What a state puts out in eight frames, and what becomes of it.
  @_noLocks
  private static func trace(
    _ state: SIMD2<Double>, _ equation: StateEquation
  ) -> (near: SIMD4<Float>, far: SIMD4<Float>, end: SIMD2<Float>) {
    var state = state
    var output = Octet(repeating: 0)
    for frame in 0..<8 {
      output[frame] = Float(equation.output(state))
      state = equation.on(state)
    }
    return (output.lowHalf, output.highHalf, SIMD2(state))
  }

  /// Takes over another response and keeps its state.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func become(_ equation: StateEquation) {
    let (first, second) = (s1, s2)
    self = StateVariableFilter(equation)
    s1 = first
    s2 = second
  }

  /// Filters octets in place.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func run(_ octets: Octets) {
    var (s1, s2) = (s1, s2)
    for index in 0..<octets.count {
      let input = octets[index]
      let a = input.lowHalf
      let b = input.highHalf
      // What does not wait for the states comes first, so that it can be done ahead of them.
      let forcedLow = (near[0] * a.x + near[1] * a.y) + (near[2] * a.z + near[3] * a.w)
      let forcedHigh =
        ((near[0] * b.x + near[1] * b.y) + (near[2] * b.z + near[3] * b.w))
        + ((far[0] * a.x + far[1] * a.y) + (far[2] * a.z + far[3] * a.w))
      let halves =
        (taken[0] * SIMD4(a.x, a.x, b.x, b.x) + taken[1] * SIMD4(a.y, a.y, b.y, b.y))
        + (taken[2] * SIMD4(a.z, a.z, b.z, b.z) + taken[3] * SIMD4(a.w, a.w, b.w, b.w))
      let driven = halves.lowHalf + halves.highHalf
      let low = (forcedLow + nearState[0] * s1) + nearState[1] * s2
      let high = (forcedHigh + farState[0] * s1) + farState[1] * s2
      let first = (driven.x + kept11 * s1) + kept12 * s2
      s2 = (driven.y + kept21 * s1) + kept22 * s2
      s1 = first
      octets[index] = Octet(lowHalf: low, highHalf: high)
    }
    self.s1 = s1
    self.s2 = s2
  }
}
