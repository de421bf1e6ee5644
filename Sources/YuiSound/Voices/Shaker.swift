// SPDX-License-Identifier: GPL-3.0-or-later

/// A shaker: a soft swell of high noise.
///
/// - Output: mono, overwrites; peak up to 2.7 at velocity 1.
/// - Thread: realtime.
struct Shaker {
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
    noise = Noise(seed: strike.seed, sampleRate: rate)
    highPass = StateVariableFilter(.highPass(5500, sampleRate: rate))
    envelope = .hit(1.4 * v, tau: 0.035, attack: 0.012, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    noise.fill(octets)
    highPass.run(octets)
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var envelope = self.envelope
    for index in 0..<octets.count {
      octets[index] *= envelope.next()
    }
    self.envelope = envelope
  }
}
