// SPDX-License-Identifier: GPL-3.0-or-later

/// A tick: the click of a metronome, a sine and noise for a few milliseconds.
///
/// - Output: mono, overwrites; peak near 1 at velocity 1.
/// - Thread: realtime.
struct Tick {
  private var phase = Phase()
  private let increment: UInt32
  private var noise: Noise
  private var envelope: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    increment = Phase.increment(frequency: strike.frequency, sampleRate: rate)
    noise = Noise(seed: strike.seed, sampleRate: rate)
    envelope = .hit(v, tau: 0.004, attack: 0.0005, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    noise.fill(octets)
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (phase, envelope) = (self.phase, self.envelope)
    for index in 0..<octets.count {
      let tone = RealtimeMath.sine(phase.next(increment)) * 0.6
      octets[index] = (tone + octets[index] * 0.4) * envelope.next()
    }
    (self.phase, self.envelope) = (phase, envelope)
  }
}
