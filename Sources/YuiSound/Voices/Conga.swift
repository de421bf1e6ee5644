// SPDX-License-Identifier: GPL-3.0-or-later

/// A conga: a sine that falls from 330 to 220 Hz in 150 ms, with a slap of noise.
///
/// - Output: mono, overwrites; peak below 1 at velocity 1.
/// - Thread: realtime.
struct Conga {
  private var glide: Glide
  private var phase = Phase()
  private var body: Envelope
  private var noise: Noise
  private var bandPass: StateVariableFilter
  private var slap: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    // 330 to 220 Hz is the ratio 2/3.
    glide = .exponential(from: 330, octaves: -0.5849625007211562, seconds: 0.15, sampleRate: rate)
    body = .hit(0.8 * v, tau: 0.1, sampleRate: rate)
    noise = Noise(seed: strike.seed, sampleRate: rate)
    bandPass = StateVariableFilter(.bandPass(1500, q: 1, sampleRate: rate))
    slap = .hit(0.2 * v, tau: 0.004, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    noise.fill(octets)
    bandPass.run(octets)
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (glide, phase, body, slap) = (self.glide, self.phase, self.body, self.slap)
    for index in 0..<octets.count {
      let step = glide.next()
      let tone = RealtimeMath.sine(phase.next(step.first, to: step.following)) * body.next()
      octets[index] = tone + octets[index] * slap.next()
    }
    (self.glide, self.phase, self.body, self.slap) = (glide, phase, body, slap)
  }
}
