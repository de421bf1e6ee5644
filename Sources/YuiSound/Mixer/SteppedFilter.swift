// SPDX-License-Identifier: GPL-3.0-or-later

/// A second-order filter that works frame by frame, for blocks of any length.
struct SteppedFilter {
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

  /// A filter that has heard nothing yet.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ equation: StateEquation) {
    a11 = Float(equation.column1.x)
    a12 = Float(equation.column2.x)
    a21 = Float(equation.column1.y)
    a22 = Float(equation.column2.y)
    b1 = Float(equation.b.x)
    b2 = Float(equation.b.y)
    c1 = Float(equation.c.x)
    c2 = Float(equation.c.y)
    d = Float(equation.d)
  }

  /// Forgets what it has heard.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func reset() {
    s1 = 0
    s2 = 0
  }

  /// Filters the next frame.
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
}
