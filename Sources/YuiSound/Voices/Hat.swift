// SPDX-License-Identifier: GPL-3.0-or-later

/// A hi-hat, closed or open: high noise that dies away.
///
/// - Output: mono, overwrites; peak up to 1.4 at velocity 1.
/// - Thread: realtime.
struct Hat {
  private var noise: Noise
  private var highPass: StateVariableFilter
  private var envelope: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike, isOpen: Bool) {
    let rate = strike.sampleRate
    let v = strike.velocity
    noise = Noise(seed: strike.seed, sampleRate: rate)
    highPass = StateVariableFilter(.highPass(7000, sampleRate: rate))
    envelope = .hit(0.9 * v, tau: isOpen ? 0.08 : 0.018, attack: 0.001, sampleRate: rate)
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
