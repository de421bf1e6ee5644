// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

/// Runs octets of samples through a block that works in place.
func inPlace(_ samples: [Float], _ run: (Octets) -> Void) -> [Float] {
  var samples = samples
  samples.withUnsafeMutableBytes { bytes in
    if let start = bytes.baseAddress { run(Octets(start: start, count: bytes.count / 32)) }
  }
  return samples
}

@Suite struct NoiseTests {
  @Test func `the first values after 1 are those of the generator`() {
    // x ^= x << 13, x ^= x >> 17, x ^= x << 5, by hand from 1: 0x00042021, and so on.
    var noise = Noise(seed: 1, sampleRate: 48000)
    let values = inPlace([Float](repeating: 0, count: 8)) { noise.fill($0) }
    let states: [UInt32] = [270_369, 67_634_689, 2_647_435_461, 307_599_695, 2_398_689_233]
    #expect(Array(values.prefix(5)) == states.map { Float(Int32(bitPattern: $0)) * 0x1p-31 })
  }

  @Test func `a seed of 0 is not silence`() {
    var noise = Noise(seed: 0, sampleRate: 48000)
    #expect(inPlace([Float](repeating: 0, count: 8)) { noise.fill($0) }.contains { abs($0) > 0.1 })
  }

  @Test(arguments: [22050.0, 44100, 48000, 96000, 192_000])
  func `its density is the same at every rate`(rate: Double) {
    var noise = Noise(seed: seeds[0], sampleRate: rate)
    let values = inPlace([Float](repeating: 0, count: 1 << 17)) { noise.fill($0) }
    let powers = Spectrum.power(values.map(Double.init), size: 1 << 17)
    let band = powers[Int(500 / rate * 0x1p17)..<Int(9000 / rate * 0x1p17)]
    // Uniform values have a power of 1/3, at 48 kHz over 24 kHz.
    let density = band.reduce(0, +) / Double(band.count) / rate / 0x1p17
    #expect(abs(10 * log10(density / (1.0 / 3 / 48000))) < 0.2)
  }

  @Test(arguments: [44100.0, 48000, 96000, 192_000])
  func `its power is the same at every rate that holds its band`(rate: Double) {
    var noise = Noise(seed: seeds[1], sampleRate: rate)
    let values = inPlace([Float](repeating: 0, count: 1 << 17)) { noise.fill($0) }
    let power = values.reduce(0.0) { $0 + Double($1) * Double($1) } / 0x1p17
    #expect(abs(10 * log10(power * 3)) < 0.5)
  }
}

@Suite struct StateVariableFilterTests {
  /// The gain in dB at a frequency, from the first 2^16 samples of the impulse response.
  private func gain(_ equation: StateEquation, at frequency: Double, rate: Double) -> Double {
    var filter = StateVariableFilter(equation)
    let response = inPlace([1] + [Float](repeating: 0, count: (1 << 16) - 1)) { filter.run($0) }
    var (re, im) = (0.0, 0.0)
    for (n, y) in response.enumerated() {
      let angle = 2 * .pi * frequency * Double(n) / rate
      re += Double(y) * cos(angle)
      im -= Double(y) * sin(angle)
    }
    return 10 * log10(re * re + im * im)
  }

  @Test(arguments: [44100.0, 48000, 96000, 192_000])
  func `low-pass and high-pass are 3 dB down at the cutoff`(rate: Double) {
    for cutoff in [250.0, 1200, 3200, 7000, 14000] {
      #expect(abs(gain(.lowPass(cutoff, sampleRate: rate), at: cutoff, rate: rate) + 3.0103) < 0.02)
      #expect(abs(gain(.highPass(cutoff, sampleRate: rate), at: cutoff, rate: rate) + 3.0103) < 0.02)
    }
  }

  @Test func `the pass bands are flat and the stop bands fall 12 dB an octave`() {
    let low = StateEquation.lowPass(1000, sampleRate: 48000)
    let high = StateEquation.highPass(1000, sampleRate: 48000)
    #expect(abs(gain(low, at: 50, rate: 48000)) < 0.01)
    #expect(abs(gain(high, at: 12000, rate: 48000)) < 0.01)
    #expect(abs(gain(low, at: 2000, rate: 48000) + 12.3) < 0.3)
    #expect(abs(gain(high, at: 250, rate: 48000) + 24.1) < 0.3)
    #expect(abs(gain(high, at: 125, rate: 48000) + 36.1) < 0.3)
  }

  @Test(arguments: [(900.0, 2.0), (2300, 2.5), (1500, 1)])
  func `a band-pass has a gain of 1 at its centre and its Q as width`(centre: Double, q: Double) {
    let filter = StateEquation.bandPass(centre, q: q, sampleRate: 192_000)
    #expect(abs(gain(filter, at: centre, rate: 192_000)) < 0.01)
    // The points 3 dB down lie centre / q apart, with the centre as their geometric mean.
    let half = 1 / (2 * q)
    let upper = centre * (half + (1 + half * half).squareRoot())
    #expect(abs(gain(filter, at: upper, rate: 192_000) + 3.01) < 0.05)
    #expect(abs(gain(filter, at: upper - centre / q, rate: 192_000) + 3.01) < 0.05)
  }

  @Test func `a cutoff beyond 0.45 of the rate is held there`() {
    let filter = StateEquation.lowPass(30000, sampleRate: 22050)
    #expect(abs(gain(filter, at: 0.45 * 22050, rate: 22050) + 3.01) < 0.02)
  }

  @Test func `looking ahead gives what the circuit gives step by step`() {
    // The textbook loop, in Double: v1 and v2 are the band and low outputs.
    let g = tan(Double.pi * 2400 / 48000)
    let k = 2.0.squareRoot()
    var (ic1, ic2) = (0.0, 0.0)
    var noise = Noise(seed: 5, sampleRate: 48000)
    let input = inPlace([Float](repeating: 0, count: 4000)) { noise.fill($0) }
    let expected = input.map { x in
      let v3 = Double(x) - ic2
      let v1 = (ic1 + g * v3) / (1 + g * (g + k))
      let v2 = ic2 + g * v1
      (ic1, ic2) = (2 * v1 - ic1, 2 * v2 - ic2)
      return v2
    }
    var filter = StateVariableFilter(.lowPass(2400, sampleRate: 48000))
    #expect(zip(inPlace(input) { filter.run($0) }, expected).allSatisfy { abs(Double($0) - $1) < 2e-6 })
  }
}
