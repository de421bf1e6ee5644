// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

@Suite struct EnvelopeTests {
  @Test func `a hit rises along a line and then halves with each frame`() {
    // At 10 frames a second an attack of 0.4 s is four frames; tau makes each frame half of the one before.
    var envelope = Envelope.hit(0.8, tau: 0.1 / log(2), attack: 0.4, sampleRate: 10)
    let levels = renderOctets(2) { envelope.next() }
    let expected: [Float] = [
      0, 0.2, 0.4, 0.6, 0.8, 0.4, 0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625, 0.003125, 0.0015625, 0.00078125, 0.000390625,
    ]
    #expect(zip(levels, expected).allSatisfy { abs($0 - $1) < 1e-7 })
  }

  @Test func `an attack may last longer than an octet, or end with one`() {
    for attack in [8, 9, 16, 21] {
      var envelope = Envelope.hit(1, tau: 1e9, attack: Double(attack) / 10, sampleRate: 10)
      let levels = renderOctets(4) { envelope.next() }
      for frame in 0..<32 {
        #expect(abs(levels[frame] - min(1, Float(frame) / Float(attack))) < 1e-6, "frame \(frame)")
      }
    }
  }

  @Test func `no attack begins at the peak`() {
    var envelope = Envelope.hit(1, tau: 0.1 / log(2), attack: 0, sampleRate: 10)
    #expect(envelope.next() == Octet(1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125))
  }

  @Test func `a hold stays at its peak`() {
    var envelope = Envelope.hold(0.5, attack: 0.2, sampleRate: 10)
    #expect(renderOctets(1000) { envelope.next() } == [0, 0.25] + [Float](repeating: 0.5, count: 7998))
  }

  @Test func `a long decay does not drift`() {
    var envelope = Envelope.hit(1, tau: 0.7, attack: 0, sampleRate: 192_000)
    let levels = renderOctets(100_000) { envelope.next() }
    for frame in stride(from: 0, to: 800_000, by: 9973) {
      let exact = exp(-Double(frame) / (0.7 * 192_000))
      #expect(abs(Double(levels[frame]) / exact - 1) < 1e-6)
    }
  }

  @Test func `a restart puts the next frame at the peak`() {
    var envelope = Envelope.hit(1, tau: 0.1 / log(2), attack: 0, sampleRate: 10)
    envelope.skip(3)
    #expect(envelope.next()[0] == 0.125)
    envelope.restart(0.5)
    #expect(envelope.next()[1] == 0.25)
  }
}

@Suite struct GlideTests {
  @Test func `nearing halves the distance with each octet`() {
    // At 16 frames a second an octet lasts half a second.
    var glide = Glide.nearing(from: 6, to: 2, tau: 0.5 / log(2), sampleRate: 16)
    let steps = (0..<4).map { _ in glide.next() }
    #expect(steps.map { hertz($0.first) } == [6, 4, 3, 2.5])
    #expect(steps.map { hertz($0.following) } == [4, 3, 2.5, 2.25])
  }

  @Test func `a straight line reaches its target and stays`() {
    var glide = Glide.straight(from: 1, to: 4, seconds: 1.5, sampleRate: 16)
    let steps = (0..<5).map { _ in glide.next() }
    #expect(steps.map { hertz($0.first) } == [1, 2, 3, 4, 4])
  }

  @Test func `an exponential line moves by equal ratios`() {
    var glide = Glide.exponential(from: 1, octaves: 2, seconds: 1, sampleRate: 16)
    let steps = (0..<4).map { _ in glide.next() }
    #expect(steps.map { hertz($0.first) } == [1, 2, 4, 4])
  }

  /// Steps of 2^-32 turn at 16 frames a second as hertz, to 1e-6.
  private func hertz(_ increment: UInt32) -> Double {
    (Double(increment) * 16 / 0x1p32 * 1e6).rounded() / 1e6
  }
}

@Suite struct PhaseTests {
  @Test func `a quarter of the rate steps through the quarters`() {
    var phase = Phase()
    let increment = Phase.increment(frequency: 2, sampleRate: 8)
    let quarters: [UInt32] = [0, 1, 2, 3, 0, 1, 2, 3]
    #expect(phase.next(increment) == SIMD8(quarters.map { $0 << 30 }))
    #expect(phase.turns == 0)
  }

  @Test func `a moving step adds up frame by frame`() {
    var phase = Phase(turns: 1000)
    let phases = phase.next(100, to: 180)
    #expect(phases == SIMD8(1000, 1100, 1210, 1330, 1460, 1600, 1750, 1910))
    #expect(phase.turns == 2080)
    let falling = phase.next(180, to: 100)
    #expect(falling[7] == 2080 + 7 * 180 - 210)
  }

  @Test func `a step is within a hundredth of a cent, down to C1 and up to 192 kilohertz`() {
    for rate in [22050.0, 44100, 48000, 96000, 192_000] {
      for note in stride(from: 24.0, through: 96, by: 1) {
        let exact = 440 * exp2((note - 69) / 12)
        let got = Double(Phase.increment(frequency: exact, sampleRate: rate)) * rate / 0x1p32
        #expect(abs(1200 * log2(got / exact)) < 0.01)
      }
    }
  }

  @Test func `a step stays within 0 and half a turn`() {
    #expect(Phase.increment(frequency: -1, sampleRate: 10) == 0)
    #expect(Phase.increment(frequency: .nan, sampleRate: 10) == 0)
    #expect(Phase.increment(frequency: .infinity, sampleRate: 10) == 0x8000_0000)
  }
}
