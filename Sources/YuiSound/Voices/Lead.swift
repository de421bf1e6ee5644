// SPDX-License-Identifier: GPL-3.0-or-later

/// A lead: a sawtooth and a square whose fundamentals are in phase, with a vibrato that grows, as long as the key is
/// down. Pressure opens its low-pass by up to two octaves.
///
/// - Output: mono, overwrites; peak below 0.4 at velocity 1.
/// - Thread: realtime.
struct Lead {
  private let sampleRate: Double
  private var pitch: Vibrato
  private var wave = BandLimited(increment: 0)
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
    pitch = Vibrato(sampleRate: rate)
    highPass = StateVariableFilter(.highPass(250, sampleRate: rate))
    lowPass = StateVariableFilter(.lowPass(2400, sampleRate: rate))
    envelope = .hold(0.28 * strike.velocity, attack: 0.04, sampleRate: rate)
    tune(to: strike.frequency, atOnce: true)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (pitch, envelope) = (self.pitch, self.envelope)
    let wave = wave
    for index in 0..<octets.count {
      let turns = pitch.next()
      // The square is the saw half a cycle later minus the saw, and 0.5 of that later saw is the saw of the recipe.
      octets[index] = wave.saw(turns &+ 0x8000_0000) * 0.8 - wave.saw(turns) * 0.3
    }
    highPass.run(octets)
    lowPass.run(octets)
    for index in 0..<octets.count { octets[index] *= envelope.next() }
    (self.pitch, self.envelope) = (pitch, envelope)
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
    pitch.move(to: increment, atOnce: atOnce)
    wave = BandLimited(increment: increment)
  }

  /// Presses the key.
  ///
  /// - Parameter pressure: 0...1.
  /// - Thread: realtime.
  @_noLocks
  mutating func press(_ pressure: Float) {
    let cutoff = 2400 * RealtimeMath.exp2(2 * Double(pressure))
    lowPass.become(.lowPass(cutoff, sampleRate: sampleRate))
  }
}

/// A phase whose step swings around that of a pitch, the more the longer it goes on, up to 0.004 of it after a quarter of a
/// second.
private struct Vibrato {
  private var step = PitchStep()
  private var phase = Phase()
  private var swing = Phase()
  private let swingIncrement: UInt32
  private var depth: Float = 0
  private let depthIncrement: Float

  @_noLocks
  init(sampleRate: Double) {
    swingIncrement = Phase.increment(frequency: 5.2, sampleRate: sampleRate)
    depthIncrement = Float(0.004 * 8 / (0.25 * sampleRate))
  }

  /// Sets where the step moves within the next octet.
  @_noLocks
  mutating func move(to increment: UInt32, atOnce: Bool) { step.move(to: increment, atOnce: atOnce) }

  /// The phases of the next eight frames, within which the vibrato stands.
  @_noLocks @inline(__always)
  mutating func next() -> SIMD8<UInt32> {
    depth = min(depth + depthIncrement, 0.004)
    swing.skip(swingIncrement &* 8)
    return step.next(&phase, bentBy: depth * RealtimeMath.sine(turns: swing.turns))
  }
}
