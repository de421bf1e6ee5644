// SPDX-License-Identifier: GPL-3.0-or-later

/// Functions of analysis for the audio path, made of plain additions, multiplications and divisions.
///
/// Nothing here calls C, so the samples are the same on every machine, and every function may be called from the
/// process callback. Each states its greatest error over its range; all are below -100 dB (1e-5), as the tests check.
/// The polynomials are minimax fits of our own unless a comment says otherwise.
public enum RealtimeMath {
  /// The circle constant, in full `Double` precision.
  public static var pi: Double {
    @_noLocks get { 3.141592653589793 }
  }
}

// MARK: - Sine

extension RealtimeMath {
  /// The sine of eight phases.
  ///
  /// - Parameter turns: phases where the whole range of `UInt32` is one turn, so that adding wraps by itself.
  /// - Returns: -1...1, within 6e-7 of the exact sine.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  static func sine(_ turns: SIMD8<UInt32>) -> SIMD8<Float> {
    // Half a turn as 0..<1, then z = t(1 - t): even about the quarter turn and zero at both ends, as the sine is.
    let t = unsafeBitCast(((turns &<< 1) &>> 9) | 0x3F80_0000, to: SIMD8<Float>.self) - 1
    let z = t - t * t
    var y = z * 0.21931565 + 1.1123958
    y = y * z + 3.1418488
    y = (y * z + 3.141586) * z
    return unsafeBitCast(unsafeBitCast(y, to: SIMD8<UInt32>.self) ^ (turns & 0x8000_0000), to: SIMD8<Float>.self)
  }

  /// The sine of a phase.
  ///
  /// - Parameter turns: a phase where the whole range of `UInt32` is one turn.
  /// - Returns: -1...1, within 6e-7 of the exact sine.
  /// - Thread: realtime.
  @_noLocks
  public static func sine(turns: UInt32) -> Float {
    let t = Float(bitPattern: ((turns &<< 1) &>> 9) | 0x3F80_0000) - 1
    let z = t - t * t
    var y = z * 0.21931565 + 1.1123958
    y = y * z + 3.1418488
    y = (y * z + 3.141586) * z
    return Float(bitPattern: y.bitPattern ^ (turns & 0x8000_0000))
  }
}

// MARK: - Exponentials

extension RealtimeMath {
  /// e to the power of `x`.
  ///
  /// - Parameter x: any; below -700 the result is 0, above 700 that of 700. Not a number gives 0.
  /// - Returns: within 1e-14 of the exact value, relative.
  /// - Thread: realtime.
  @_noLocks
  public static func exp(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    let x = x < 700 ? x : 700
    let n = roundHalfUp(x * 1.4426950408889634)
    // ln 2 in two parts, the first of so few bits that n times it is exact.
    let r = (x - Double(n) * 0x1.62e42feep-1) - Double(n) * 1.9082149292705877e-10
    return smallExp(r) * powerOfTwo(n)
  }

  /// 2 to the power of `x`, exact for whole `x`.
  ///
  /// - Parameter x: any; below -1000 the result is 0, above 1000 that of 1000. Not a number gives 0.
  /// - Returns: within 1e-14 of the exact value, relative.
  /// - Thread: realtime.
  @_noLocks
  public static func exp2(_ x: Double) -> Double {
    guard x > -1000 else { return 0 }
    let x = x < 1000 ? x : 1000
    let n = roundHalfUp(x)
    return smallExp((x - Double(n)) * 0.6931471805599453) * powerOfTwo(n)
  }

  /// The Taylor series of e^r up to r^13: exact to a `Double` for |r| ≤ ln 2 / 2.
  @_noLocks
  private static func smallExp(_ r: Double) -> Double {
    // Reciprocals of factorials, from 13! down. A division at each term would take four times as long.
    var sum = r * 1.6059043836821613e-10 + 2.08767569878681e-09
    sum = sum * r + 2.505210838544172e-08
    sum = sum * r + 2.755731922398589e-07
    sum = sum * r + 2.7557319223985893e-06
    sum = sum * r + 2.48015873015873e-05
    sum = sum * r + 0.0001984126984126984
    sum = sum * r + 0.001388888888888889
    sum = sum * r + 0.008333333333333333
    sum = sum * r + 0.041666666666666664
    sum = sum * r + 0.16666666666666666
    sum = sum * r + 0.5
    sum = sum * r + 1
    return sum * r + 1
  }

  /// 2^n for -1022...1023.
  @_noLocks
  private static func powerOfTwo(_ n: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: n &+ 1023) &<< 52)
  }
}

// MARK: - Tangents and roots

extension RealtimeMath {
  /// The tangent of an angle.
  ///
  /// - Parameter x: radians, -1.5...1.5.
  /// - Returns: within 1e-12 of the exact value, relative.
  /// - Thread: realtime.
  @_noLocks
  public static func tan(_ x: Double) -> Double {
    // Taylor series of sine and cosine at half the angle, then the double-angle formula.
    let h = x / 2
    let z = h * h
    var sine = 1.0
    var cosine = 1.0
    var k = 16.0
    while k > 0 {
      cosine = 1 - cosine * z / (k * (k - 1))
      sine = 1 - sine * z / (k * (k + 1))
      k -= 2
    }
    sine *= h
    return 2 * sine * cosine / (cosine * cosine - sine * sine)
  }

  /// The hyperbolic tangent of eight numbers.
  ///
  /// - Parameter x: any but not-a-number; beyond ±7 the result is that of ±7, 1.7e-6 away from ±1.
  /// - Returns: -1...1, within 3e-6 of the exact value.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  static func tanh(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let low = x.replacing(with: -7, where: x .< -7)
    let x = low.replacing(with: 7, where: low .> 7)
    let z = x * x
    var above = z * 3.9959505e-6 + 0.002293109
    above = above * z + 0.1232208
    above = above * z + 0.999999
    var below = z * 0.00014398649 + 0.021151714
    below = below * z + 0.4565464
    below = below * z + 1
    return x * above / below
  }

  /// The hyperbolic tangent.
  ///
  /// - Parameter x: any but not-a-number; beyond ±7 the result is that of ±7, 1.7e-6 away from ±1.
  /// - Returns: -1...1, within 3e-6 of the exact value.
  /// - Thread: realtime.
  @_noLocks
  public static func tanh(_ x: Float) -> Float { tanh(SIMD8(repeating: x))[0] }

  /// The square root, by Newton's iteration from half the exponent.
  ///
  /// - Parameter x: normal and positive; anything else gives 0.
  /// - Returns: within 1e-15 of the exact value, relative.
  /// - Thread: realtime.
  @_noLocks
  public static func squareRoot(_ x: Double) -> Double {
    guard x >= 0x1p-1022, x <= 0x1.fffffffffffffp1023 else { return 0 }
    var root = Double(bitPattern: (x.bitPattern &>> 1) &+ 0x1FF8_0000_0000_0000)
    for _ in 0..<5 {
      root = (root + x / root) / 2
    }
    return root
  }
}

// MARK: - Rounding

extension RealtimeMath {
  /// The nearest whole number; a half goes up, also below zero (-0.5 gives 0, -1.5 gives -1).
  ///
  /// - Parameter x: finite, within ±9.2e18; traps beyond.
  /// - Returns: exactly the floor of `x + 1/2`, without the rounding error that the sum itself would have.
  /// - Thread: realtime.
  @_noLocks
  public static func roundHalfUp(_ x: Double) -> Int64 {
    var whole = Int64(x)
    var fraction = x - Double(whole)
    if fraction < 0 {
      whole &-= 1
      fraction += 1
    }
    return fraction >= 0.5 ? whole &+ 1 : whole
  }
}
