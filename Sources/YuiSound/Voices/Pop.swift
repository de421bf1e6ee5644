// SPDX-License-Identifier: GPL-3.0-or-later

/// A pop: a sine that rises to its note from 0.7 of it within 25 ms.
///
/// - Output: mono, overwrites; peak 0.8 at velocity 1.
/// - Thread: realtime.
struct Pop {
  private var glide: Glide
  private var phase = Phase()
  private var envelope: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    let f = strike.frequency
    glide = .straight(from: 0.7 * f, to: f, seconds: 0.025, sampleRate: rate)
    envelope = .hit(0.8 * v, tau: 0.05, sampleRate: rate)
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
    return RealtimeMath.sine(phase.next(step.first, to: step.following)) * envelope.next()
  }
}
