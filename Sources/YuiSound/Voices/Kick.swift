// SPDX-License-Identifier: GPL-3.0-or-later

/// A kick drum: a sine that falls from 134 to 44 Hz, a click of noise at the start, saturated.
///
/// - Output: mono, overwrites; peak below 1 at velocity 1.
/// - Thread: realtime.
struct Kick {
  private var glide: Glide
  private var phase = Phase()
  private var body: Envelope
  private var noise: Noise
  private var click: Envelope
  private var clickOctets: Int32
  private let drive = Drive(1.6, level: 0.9)

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    glide = .nearing(from: 134, to: 44, tau: 0.045, sampleRate: rate)
    body = .hit(v, tau: 0.28, sampleRate: rate)
    noise = Noise(seed: strike.seed, sampleRate: rate)
    click = .hit(0.25 * v, tau: 0.002, attack: 0.0005, sampleRate: rate)
    // After 30 ms the click is 130 dB down; what goes on computing it would only cost.
    clickOctets = strike.frames(0.03) / 8
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    let clicks = Int(min(clickOctets, Int32(truncatingIfNeeded: octets.count)))
    if clicks > 0 {
      noise.fill(octets)
      clickOctets &-= Int32(truncatingIfNeeded: clicks)
    }
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (glide, phase, body, click) = (self.glide, self.phase, self.body, self.click)
    for index in 0..<octets.count {
      let step = glide.next()
      var sound = RealtimeMath.sine(phase.next(step.first, to: step.following)) * body.next()
      if index < clicks { sound += octets[index] * click.next() }
      octets[index] = drive(sound)
    }
    (self.glide, self.phase, self.body, self.click) = (glide, phase, body, click)
  }
}
