// SPDX-License-Identifier: GPL-3.0-or-later

/// A finger snap: a narrow band of noise and a very short sine at 1600 Hz.
///
/// - Output: mono, overwrites; peak up to 1.2 at velocity 1.
/// - Thread: realtime.
struct Snap {
  private var phase = Phase()
  private let increment: UInt32
  private var tone: Envelope
  private var noise: Noise
  private var bandPass: StateVariableFilter
  private var skin: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    increment = Phase.increment(frequency: 1600, sampleRate: rate)
    tone = .hit(0.15 * v, tau: 0.006, sampleRate: rate)
    noise = Noise(seed: strike.seed, sampleRate: rate)
    bandPass = StateVariableFilter(.bandPass(2300, q: 2.5, sampleRate: rate))
    skin = .hit(2.2 * v, tau: 0.014, attack: 0.001, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    noise.fill(octets)
    bandPass.run(octets)
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (phase, tone, skin) = (self.phase, self.tone, self.skin)
    for index in 0..<octets.count {
      let sine = RealtimeMath.sine(phase.next(increment)) * tone.next()
      octets[index] = sine + octets[index] * skin.next()
    }
    (self.phase, self.tone, self.skin) = (phase, tone, skin)
  }
}
