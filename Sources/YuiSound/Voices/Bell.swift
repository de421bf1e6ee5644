// SPDX-License-Identifier: GPL-3.0-or-later

/// A bell: frequency modulation whose depth decays, and the octave above.
///
/// The carrier's frequency is `f + 7.7 f × exp(-t / 0.25) × sin(2π 3.5 f t)`. The phase here is its integral,
/// `f t + 2.2 / 2π × (1 - exp(-t / 0.25) × cos(2π 3.5 f t))` in turns, so that the timbre is the same at every sample
/// rate; left out is a term below 1 % of the depth from 30 Hz up.
///
/// - Output: mono, overwrites; peak 0.5 at velocity 1.
/// - Thread: realtime.
/// - Source: J. Chowning, "The synthesis of complex audio spectra by means of frequency modulation", JAES 21, 1973.
struct Bell {
  private let sampleRate: Double
  private var carrier: Phase
  private var modulator = Phase()
  private var step = PitchStep()
  private var modulatorStep = PitchStep()
  private var octaveStep = PitchStep()
  private var depth: Envelope
  private var body: Envelope
  private var octave: Phase = Phase()
  private var shimmer: Envelope

  /// The greatest deviation of the phase: 7.7 / 3.5 radians, in turns.
  private static var deviation: Float { @_noLocks get { 0.35014087 } }

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    sampleRate = rate
    carrier = Phase(turns: UInt32(Self.deviation * 0x1p32))
    depth = .hit(Self.deviation, tau: 0.25, attack: 0, sampleRate: rate)
    body = .hit(0.4 * v, tau: 0.55, sampleRate: rate)
    shimmer = .hit(strike.frequency < rate / 4 ? 0.1 * v : 0, tau: 0.3, sampleRate: rate)
    tune(to: strike.frequency, atOnce: true)
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
    // The deviation lies within ±1/2 turn: added to 3/2 it stays in 1...2, where the mantissa counts turns of 2^-23.
    let cosine = RealtimeMath.sine(modulatorStep.next(&modulator) &+ 0x4000_0000)
    let shift = unsafeBitCast(Octet(repeating: 1.5) - cosine * depth.next(), to: SIMD8<UInt32>.self) &<< 9
    let bell = RealtimeMath.sine(step.next(&carrier) &+ shift &+ 0x8000_0000) * body.next()
    return bell + RealtimeMath.sine(octaveStep.next(&octave)) * shimmer.next()
  }

  /// Moves the pitch within the next octet.
  ///
  /// - Parameters:
  ///   - frequency: hertz.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double, atOnce: Bool) {
    let increment = Phase.increment(frequency: frequency, sampleRate: sampleRate)
    step.move(to: increment, atOnce: atOnce)
    octaveStep.move(to: increment &<< 1, atOnce: atOnce)
    // A modulator above half the sample rate would fold down; at such pitches the bell is a sine.
    modulatorStep.move(to: Phase.increment(frequency: 3.5 * frequency, sampleRate: sampleRate), atOnce: atOnce)
  }
}
