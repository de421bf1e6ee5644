// SPDX-License-Identifier: GPL-3.0-or-later

/// A plucked string, or with a longer ring the keys of an electric piano: a sine and three partials that fade first.
///
/// - Output: mono, overwrites; peak 0.5 at velocity 1.
/// - Thread: realtime.
struct Pluck {
  private let sampleRate: Double
  private var phase = Phase()
  private var step: PitchStep
  private var second: Envelope
  private var third: Envelope
  private var fifth: Envelope
  private var body: Envelope

  /// Strikes the voice.
  ///
  /// - Parameters:
  ///   - strike: what it is started with.
  ///   - isKeys: whether it rings as the keys do.
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike, isKeys: Bool) {
    let rate = strike.sampleRate
    let f = strike.frequency
    let stretch = isKeys ? 1.8 : 1
    sampleRate = rate
    step = PitchStep(Phase.increment(frequency: f, sampleRate: rate))
    // A partial above half the sample rate is left out: it would fold down.
    second = .hit(f * 2 < rate / 2 ? 0.35 : 0, tau: 0.05 * stretch, attack: 0.001, sampleRate: rate)
    third = .hit(f * 3 < rate / 2 ? 0.12 : 0, tau: 0.03 * stretch, attack: 0.001, sampleRate: rate)
    fifth = .hit(f * 5 < rate / 2 ? 0.06 : 0, tau: 0.015 * stretch, attack: 0.001, sampleRate: rate)
    body = .hit(0.45 * strike.velocity, tau: isKeys ? 0.7 : 0.14, attack: 0.003, sampleRate: rate)
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
    let twice = turns &<< 1
    let thrice = turns &+ twice
    var partials = RealtimeMath.sine(turns) + RealtimeMath.sine(twice) * second.next()
    partials += RealtimeMath.sine(thrice) * third.next()
    partials += RealtimeMath.sine(twice &+ thrice) * fifth.next()
    return partials * body.next()
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
