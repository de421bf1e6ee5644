// SPDX-License-Identifier: GPL-3.0-or-later

/// A tom: a sine that falls from 220 to 110 Hz, saturated.
///
/// - Output: mono, overwrites; peak below 1 at velocity 1.
/// - Thread: realtime.
struct Tom {
  private var glide: Glide
  private var phase = Phase()
  private var envelope: Envelope
  private let drive = Drive(1.4)

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    glide = .nearing(from: 220, to: 110, tau: 0.08, sampleRate: rate)
    envelope = .hit(0.9 * v, tau: 0.16, sampleRate: rate)
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
    return drive(RealtimeMath.sine(phase.next(step.first, to: step.following)) * envelope.next())
  }
}
