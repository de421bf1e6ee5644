// SPDX-License-Identifier: GPL-3.0-or-later

/// A crash cymbal: a wide band of noise that dies away slowly.
///
/// - Output: mono, overwrites; peak below 1 at velocity 1.
/// - Thread: realtime.
struct Crash {
  private var noise: Noise
  private var highPass: StateVariableFilter
  private var lowPass: StateVariableFilter
  private var envelope: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    noise = Noise(seed: strike.seed, sampleRate: rate)
    highPass = StateVariableFilter(.highPass(3500, sampleRate: rate))
    lowPass = StateVariableFilter(.lowPass(14000, sampleRate: rate))
    envelope = .hit(0.55 * v, tau: 0.7, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    noise.fill(octets)
    highPass.run(octets)
    lowPass.run(octets)
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var envelope = self.envelope
    for index in 0..<octets.count {
      octets[index] *= envelope.next()
    }
    self.envelope = envelope
  }
}
