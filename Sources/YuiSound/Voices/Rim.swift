// SPDX-License-Identifier: GPL-3.0-or-later

/// A rim shot: a click of a sine at 820 Hz and noise.
///
/// - Output: mono, overwrites; peak near 1 at velocity 1.
/// - Thread: realtime.
struct Rim {
  private var phase = Phase()
  private let increment: UInt32
  private var noise: Noise
  private var highPass: StateVariableFilter
  private var envelope: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    increment = Phase.increment(frequency: 820, sampleRate: rate)
    noise = Noise(seed: strike.seed, sampleRate: rate)
    highPass = StateVariableFilter(.highPass(400, sampleRate: rate))
    envelope = .hit(v, tau: 0.012, attack: 0.0005, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    noise.fill(octets)
    highPass.run(octets)
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (phase, envelope) = (self.phase, self.envelope)
    for index in 0..<octets.count {
      let tone = RealtimeMath.sine(phase.next(increment)) * 0.7
      octets[index] = (tone + octets[index] * 0.3) * envelope.next()
    }
    (self.phase, self.envelope) = (phase, envelope)
  }
}
