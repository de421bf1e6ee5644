// SPDX-License-Identifier: GPL-3.0-or-later

/// A pad: three triangles 7 cents below, on and 6 cents above the note, through a low-pass, as long as the key is down.
///
/// - Output: mono, overwrites; peak up to 0.9 at velocity 1, where the three meet.
/// - Thread: realtime.
struct Pad {
  private let sampleRate: Double
  private var below = Phase()
  private var middle = Phase()
  private var above = Phase()
  private var increment: UInt32 = 0
  private var belowIncrement: UInt32 = 0
  private var aboveIncrement: UInt32 = 0
  private var wave = BandLimited(increment: 0)
  private var envelope: Envelope
  private var lowPass: StateVariableFilter

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    sampleRate = rate
    envelope = .hold(0.3 * v, attack: 0.35, sampleRate: rate)
    lowPass = .lowPass(3200, sampleRate: rate)
    tune(to: strike.frequency)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    for index in 0..<octets.count {
      var triangles = wave.triangle(below.next(belowIncrement))
      triangles += wave.triangle(middle.next(increment))
      triangles += wave.triangle(above.next(aboveIncrement))
      octets[index] = triangles * envelope.next()
    }
    lowPass.run(octets)
  }

  /// Moves the pitch, from the next octet on.
  ///
  /// - Parameter frequency: hertz.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double) {
    increment = Phase.increment(frequency: frequency, sampleRate: sampleRate)
    belowIncrement = Phase.increment(frequency: frequency * 0.995965, sampleRate: sampleRate)
    aboveIncrement = Phase.increment(frequency: frequency * 1.003472, sampleRate: sampleRate)
    wave = BandLimited(increment: increment)
  }
}
