// SPDX-License-Identifier: GPL-3.0-or-later

/// A bass: a sine and its octave, saturated, as long as the key is down.
///
/// - Output: mono, overwrites; peak below 0.6 at velocity 1.
/// - Thread: realtime.
struct Bass {
  private let sampleRate: Double
  private var phase = Phase()
  private var step: PitchStep
  private var envelope: Envelope
  private let drive = Drive(1.4)

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    sampleRate = rate
    step = PitchStep(Phase.increment(frequency: strike.frequency, sampleRate: rate))
    envelope = .hold(0.55 * v, attack: 0.01, sampleRate: rate)
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
    let turns = step.next(&phase)
    let sound = RealtimeMath.sine(turns) + RealtimeMath.sine(turns &<< 1) * 0.3
    return drive(sound) * envelope.next()
  }

  /// Moves the pitch within the next octet.
  ///
  /// - Parameters:
  ///   - frequency: hertz.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double, atOnce: Bool) {
    step.move(to: Phase.increment(frequency: frequency, sampleRate: sampleRate), atOnce: atOnce)
  }
}
