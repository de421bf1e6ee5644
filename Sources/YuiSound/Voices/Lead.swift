// SPDX-License-Identifier: GPL-3.0-or-later

/// A lead: a sawtooth and a square whose fundamentals are in phase, with a vibrato that grows, as long as the key is
/// down.
///
/// - Output: mono, overwrites; peak below 0.4 at velocity 1.
/// - Thread: realtime.
struct Lead: OctetVoice {
  var carry = OctetCarry()
  private let sampleRate: Double
  private var frequency: Double = 0
  private var phase = Phase()
  private var increment: UInt32 = 0
  private var wave = BandLimited(increment: 0)
  private var vibrato = Phase()
  private let vibratoIncrement: UInt32
  private var depth: Float = 0
  private let depthIncrement: Float
  private var highPass: StateVariableFilter
  private var lowPass: StateVariableFilter
  private var envelope: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    sampleRate = rate
    vibratoIncrement = Phase.increment(frequency: 5.2, sampleRate: rate)
    // The vibrato reaches 0.004 of the frequency after a quarter of a second.
    depthIncrement = Float(0.004 * 8 / (0.25 * rate))
    highPass = .highPass(250, sampleRate: rate)
    lowPass = .lowPass(2400, sampleRate: rate)
    envelope = .hold(0.28 * strike.velocity, attack: 0.04, sampleRate: rate)
    tune(to: strike.frequency)
    increment = Phase.increment(frequency: frequency, sampleRate: rate)
  }

  /// Overwrites `out` with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into out: inout MutableSpan<Float>) {
    renderOctets(into: &out)
  }

  @_noLocks @inline(__always)
  mutating func next() -> Octet {
    let first = increment
    depth = min(depth + depthIncrement, 0.004)
    vibrato.skip(vibratoIncrement &* 8)
    let bend = 1 + Double(depth * RealtimeMath.sine(turns: vibrato.turns))
    increment = Phase.increment(frequency: frequency * bend, sampleRate: sampleRate)
    let turns = phase.next(first, to: increment)
    // The square is the saw half a cycle later minus the saw, and 0.5 of that later saw is the saw of the recipe.
    let mix = wave.saw(turns &+ 0x8000_0000) * 0.8 - wave.saw(turns) * 0.3
    return lowPass.next(highPass.next(mix)) * envelope.next()
  }

  /// Moves the pitch, from the next octet on.
  ///
  /// - Parameter frequency: hertz.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double) {
    self.frequency = frequency
    wave = BandLimited(increment: Phase.increment(frequency: frequency, sampleRate: sampleRate))
  }
}
