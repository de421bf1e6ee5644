// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

@Suite struct BandLimitedTests {
  /// C7, the highest note asked for.
  static let c7 = 2093.0045

  private func wave(
    _ frequency: Double, rate: Double, frames: Int, _ shape: (BandLimited, SIMD8<UInt32>) -> Octet
  ) -> [Float] {
    let increment = Phase.increment(frequency: frequency, sampleRate: rate)
    let wave = BandLimited(increment: increment)
    var phase = Phase()
    return renderOctets(frames / 8) { shape(wave, phase.next(increment)) }
  }

  @Test(arguments: [44100.0, 48000, 96000], [261.6256, 540, 800, 1046.502, c7])
  func `no alias of a sawtooth is above -60 dB`(rate: Double, frequency: Double) {
    let saw = wave(frequency, rate: rate, frames: 1 << 16) { $0.saw($1) }
    #expect(Spectrum.loudestAlias(saw, frequency: frequency, rate: rate) < -60)
  }

  @Test(arguments: [44100.0, 48000, 96000], [261.6256, 540, 800, 1046.502, c7])
  func `no alias of a square is above -60 dB`(rate: Double, frequency: Double) {
    let square = wave(frequency, rate: rate, frames: 1 << 16) { $0.square($1) }
    #expect(Spectrum.loudestAlias(square, frequency: frequency, rate: rate) < -60)
  }

  @Test(arguments: [44100.0, 48000, 96000], [261.6256, 540, 800, 1046.502, c7])
  func `no alias of a triangle is above -60 dB`(rate: Double, frequency: Double) {
    let triangle = wave(frequency, rate: rate, frames: 1 << 16) { $0.triangle($1) }
    #expect(Spectrum.loudestAlias(triangle, frequency: frequency, rate: rate) < -60)
  }

  @Test func `a plain sawtooth would not pass`() {
    let frequency = Self.c7
    let plain = (0..<1 << 16).map { Float(2 * (Double($0) * frequency / 48000).truncatingRemainder(dividingBy: 1) - 1) }
    #expect(Spectrum.loudestAlias(plain, frequency: frequency, rate: 48000) > -25)
  }

  @Test func `far from its jumps a wave is the plain one`() {
    let increment = Phase.increment(frequency: 100, sampleRate: 48000)
    let wave = BandLimited(increment: increment)
    var (saw, square, triangle) = (0.0, 0.0, 0.0)
    for turn in stride(from: 0.02, to: 0.98, by: 0.001) where abs(turn - 0.5) > 0.02 {
      let turns = SIMD8<UInt32>(repeating: UInt32(turn * 0x1p32))
      saw = max(saw, abs(Double(wave.saw(turns)[0]) - (2 * turn - 1)))
      square = max(square, abs(Double(wave.square(turns)[0]) - (turn < 0.5 ? 1 : -1)))
      triangle = max(triangle, abs(Double(wave.triangle(turns)[0]) - (abs(4 * turn - 2) - 1)))
    }
    #expect(saw < 1e-6)
    #expect(square < 1e-6)
    #expect(triangle < 1e-6)
  }

  @Test func `a saw starts at its jump, and a square and a triangle where they should`() {
    let wave = BandLimited(increment: Phase.increment(frequency: 100, sampleRate: 48000))
    let zero = SIMD8<UInt32>(repeating: 0)
    #expect(abs(wave.saw(zero)[0]) < 1e-6)
    #expect(abs(wave.square(zero)[0]) < 1e-6)
    #expect(wave.triangle(zero)[0] > 0.99)
  }

  @Test func `no octet misses its jump`() {
    // The waves know octets that no jump is near to; frame by frame they have to give the same.
    for frequency in [33.0, 100, 261.6256, 540, 1000, 3000, 9000, 20000] {
      let increment = Phase.increment(frequency: frequency, sampleRate: 48000)
      let wave = BandLimited(increment: increment)
      var phase = Phase(turns: 12345)
      var (saw, triangle): (Float, Float) = (0, 0)
      for _ in 0..<5000 {
        let turns = phase.next(increment)
        for lane in 0..<8 {
          let alone = SIMD8<UInt32>(repeating: turns[lane])
          saw = max(saw, abs(wave.saw(alone)[0] - wave.saw(turns)[lane]))
          triangle = max(triangle, abs(wave.triangle(alone)[0] - wave.triangle(turns)[lane]))
        }
      }
      #expect(saw < 4e-6, "\(frequency)")
      #expect(triangle < 4e-6, "\(frequency)")
    }
  }

  @Test func `the fundamentals have the levels of the plain waves`() throws {
    for (frequency, rate) in [(Self.c7, 48000.0), (Self.c7, 22050), (65.4064, 48000)] {
      for (shape, level) in [
        (wave(frequency, rate: rate, frames: 1 << 15) { $0.saw($1) }, 2 / Double.pi),
        (wave(frequency, rate: rate, frames: 1 << 15) { $0.square($1) }, 4 / Double.pi),
        (wave(frequency, rate: rate, frames: 1 << 15) { $0.triangle($1) }, 8 / (Double.pi * Double.pi)),
      ] {
        let n = Double(shape.count)
        var (re, im) = (0.0, 0.0)
        for (i, y) in shape.enumerated() {
          let hann = 1 - cos(2 * .pi * Double(i) / n)
          re += Double(y) * hann * cos(2 * .pi * frequency * Double(i) / rate)
          im += Double(y) * hann * sin(2 * .pi * frequency * Double(i) / rate)
        }
        #expect(abs(20 * log10(2 * hypot(re, im) / n / level)) < 0.5, "\(frequency) at \(rate)")
      }
    }
  }
}

@Suite struct DriveTests {
  @Test func `it keeps 1 and bends what is beyond`() {
    let drive = Drive(1.6, level: 0.9)
    let out = drive(Octet(0, 1, -1, 0.5, 2, -2, 100, -100))
    let expected = [0, 1, -1, 0.5, 2, -2, 100, -100].map { 0.9 * tanh(1.6 * $0) / tanh(1.6) }
    #expect((0..<8).allSatisfy { abs(Double(out[$0]) - expected[$0]) < 5e-6 })
  }
}
