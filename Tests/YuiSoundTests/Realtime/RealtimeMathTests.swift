// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

@Suite struct RealtimeMathTests {
  @Test func `the sine of whole turns is within 6e-7`() {
    var worst = 0.0
    for i in 0..<1_000_000 {
      let turns = UInt32(i) &* 4295
      let exact = sin(2 * Double.pi * Double(turns) / 0x1p32)
      worst = max(worst, abs(Double(RealtimeMath.sine(turns: turns)) - exact))
    }
    #expect(worst < 6e-7)
  }

  @Test func `the sine at the quarters is exact to a float`() {
    #expect(RealtimeMath.sine(turns: 0 as UInt32) == 0)
    #expect(RealtimeMath.sine(turns: 0x8000_0000 as UInt32) == 0)
    #expect(abs(RealtimeMath.sine(turns: 0x4000_0000 as UInt32) - 1) < 2e-7)
    #expect(abs(RealtimeMath.sine(turns: 0xC000_0000 as UInt32) + 1) < 2e-7)
  }

  @Test func `eight sines are the same as one by one`() {
    for i in 0..<10000 {
      let turns =
        SIMD8<UInt32>(repeating: UInt32(i) &* 429_497) &+ SIMD8(0, 1, 22, 333, 4444, 55555, 666_666, 7_777_777)
      let sines = RealtimeMath.sine(turns)
      for lane in 0..<8 {
        #expect(sines[lane].bitPattern == RealtimeMath.sine(turns: turns[lane]).bitPattern)
      }
    }
  }

  @Test func `the exponential is within 1e-14`() {
    for i in -69990...69990 {
      let x = Double(i) * 0.01
      #expect(abs(RealtimeMath.exp(x) / exp(x) - 1) < 1e-14)
    }
    // The steps of long decays: what counts is the distance from 1.
    for x in [-1e-3, -1e-5, -1e-7] {
      #expect(abs((RealtimeMath.exp(x) - 1) / expm1(x) - 1) < 1e-8)
    }
    #expect(RealtimeMath.exp(0) == 1)
    #expect(RealtimeMath.exp(-701) == 0)
    #expect(RealtimeMath.exp(-.infinity) == 0)
    #expect(RealtimeMath.exp(.nan) == 0)
    #expect(RealtimeMath.exp(.infinity) == RealtimeMath.exp(700))
  }

  @Test func `the power of two is within 1e-14, and exact for whole numbers`() {
    for i in -99990...99990 {
      let x = Double(i) * 0.01
      #expect(abs(RealtimeMath.exp2(x) / exp2(x) - 1) < 1e-14)
    }
    for n in -999...999 {
      #expect(RealtimeMath.exp2(Double(n)) == Double(sign: .plus, exponent: n, significand: 1))
    }
    #expect(RealtimeMath.exp2(-.infinity) == 0)
    #expect(RealtimeMath.exp2(.nan) == 0)
  }

  @Test func `the tangent is within 1e-12 up to 1.5`() {
    for i in -15000...15000 where i != 0 {
      let x = Double(i) * 1e-4
      #expect(abs(RealtimeMath.tan(x) / tan(x) - 1) < 1e-12)
    }
    #expect(RealtimeMath.tan(0) == 0)
  }

  @Test func `the hyperbolic tangent is within 3e-6 everywhere`() {
    for i in -20000...20000 {
      let x = Float(i) * 1e-3
      let value = RealtimeMath.tanh(x)
      #expect(abs(Double(value) - tanh(Double(x))) < 3e-6)
      #expect(abs(value) <= 1)
      #expect(RealtimeMath.tanh(Octet(repeating: x))[i & 7] == value)
    }
    #expect(abs(RealtimeMath.tanh(.infinity) - 1) < 3e-6)
    #expect(abs(RealtimeMath.tanh(-.infinity) + 1) < 3e-6)
  }

  @Test func `the square root is within 1e-15`() {
    for i in 1...100_000 {
      let x = Double(i) * Double(i) * 0.00037
      #expect(abs(RealtimeMath.squareRoot(x) / x.squareRoot() - 1) < 1e-15)
    }
    #expect(RealtimeMath.squareRoot(4) == 2)
    #expect(RealtimeMath.squareRoot(1e-300) > 0)
    #expect(RealtimeMath.squareRoot(0) == 0)
    #expect(RealtimeMath.squareRoot(-1) == 0)
    #expect(RealtimeMath.squareRoot(.nan) == 0)
  }

  @Test(arguments: [
    (0, 0), (0.5, 1), (-0.5, 0), (1.5, 2), (-1.5, -1), (2.4999, 2), (-2.4999, -2), (-2.5001, -3),
    (0.49999999999999994, 0), (-0.49999999999999994, 0), (-1e-300, 0), (9007199254740991, 9_007_199_254_740_991),
    (-9007199254740991, -9_007_199_254_740_991), (4611686018427387904, 4_611_686_018_427_387_904),
    (4503599627370495.5, 4_503_599_627_370_496),
  ])
  func `a half is rounded up`(x: Double, expected: Int64) {
    #expect(RealtimeMath.roundHalfUp(x) == expected)
  }
}

@Suite struct FloatModeTests {
  @Test func `denormals are flushed between the calls and kept outside`() {
    var smallest = Float.leastNormalMagnitude
    withUnsafeMutablePointer(to: &smallest) { value in
      #expect(halved(value) > 0)
      let mode = FloatMode.flushDenormals()
      let flushed = halved(value)
      mode.restore()
      #expect(flushed == 0)
      #expect(halved(value) > 0)
    }
  }

  /// Half of a value, computed when called and not before.
  @inline(never)
  private func halved(_ value: UnsafeMutablePointer<Float>) -> Float {
    value.pointee * 0.5
  }
}
