// SPDX-License-Identifier: GPL-3.0-or-later

/// A lead: a sawtooth and a square whose fundamentals are in phase, with a vibrato that grows, as long as the key is
/// down.
///
/// - Output: mono, overwrites; peak below 0.4 at velocity 1.
/// - Thread: realtime.
struct Lead {
  private let sampleRate: Double
  /// The step of a frame without vibrato, in turns.
  private var step: Double = 0
  private var phase = Phase()
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
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    for index in 0..<octets.count {
      let turns = phase.next(bent())
      // The square is the saw half a cycle later minus the saw, and 0.5 of that later saw is the saw of the recipe.
      octets[index] = wave.saw(turns &+ 0x8000_0000) * 0.8 - wave.saw(turns) * 0.3
    }
    highPass.run(octets)
    lowPass.run(octets)
    for index in 0..<octets.count {
      octets[index] *= envelope.next()
    }
  }

  /// Moves the vibrato eight frames on; within them the pitch is steady.
  ///
  /// - Returns: the step of a frame, in turns of 2^-32.
  @_noLocks @inline(__always)
  private mutating func bent() -> UInt32 {
    depth = min(depth + depthIncrement, 0.004)
    vibrato.skip(vibratoIncrement &* 8)
    let bend = 1 + Double(depth * RealtimeMath.sine(turns: vibrato.turns))
    return Phase.increment(turns: step * bend)
  }

  /// Moves the pitch, from the next octet on.
  ///
  /// - Parameter frequency: hertz.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double) {
    step = frequency / sampleRate
    wave = BandLimited(increment: Phase.increment(turns: step))
  }
}
