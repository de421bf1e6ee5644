// SPDX-License-Identifier: GPL-3.0-or-later

/// A struck bar: a sine and a quieter partial near four times its pitch, struck within 1 ms, that ring down; or as a hum one that
/// swells softly and falls by a fourth.
///
/// - Output: mono, overwrites; peak below 0.65 at velocity 1.
/// - Thread: realtime.
struct Bar {
  /// The pitch of the partial as a multiple of the lowest, as bars tuned by their makers have it.
  private static var partialRatio: Double { @_noLocks get { 3.98 } }

  private var glide: Glide
  private var partialGlide: Glide
  private var phase = Phase()
  private var partialPhase = Phase()
  private var body: Envelope
  private var partial: Envelope

  /// Strikes the voice.
  ///
  /// - Parameters:
  ///   - strike: what it is started with.
  ///   - hums: whether it is the hum.
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike, hums: Bool) {
    let rate = strike.sampleRate
    let v = strike.velocity
    let f = strike.frequency
    let octaves = hums ? -5.0 / 12 : 0
    glide = .exponential(from: f, octaves: octaves, seconds: 0.4, sampleRate: rate)
    partialGlide = .exponential(from: f * Self.partialRatio, octaves: octaves, seconds: 0.4, sampleRate: rate)
    let attack = hums ? 0.02 : 0.001
    body = .hit(0.5 * v, tau: hums ? 0.22 : 0.3, attack: attack, sampleRate: rate)
    // A partial above half the sample rate is left out: it would fold down.
    let peak: Float = f * Self.partialRatio < rate / 2 ? (hums ? 0.05 : 0.15) : 0
    partial = .hit(peak * v, tau: 0.06, attack: attack, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    // In a local, state stays in registers: what is stored to the octets might otherwise lie over it.
    var voice = self
    for index in 0..<octets.count { octets[index] = voice.next() }
    self = voice
  }

  @_noLocks @inline(__always)
  private mutating func next() -> Octet {
    let step = glide.next()
    let partialStep = partialGlide.next()
    let tone = RealtimeMath.sine(phase.next(step.first, to: step.following)) * body.next()
    let overtone = RealtimeMath.sine(partialPhase.next(partialStep.first, to: partialStep.following))
    return tone + overtone * partial.next()
  }
}
