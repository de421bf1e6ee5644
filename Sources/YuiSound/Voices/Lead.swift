// SPDX-License-Identifier: GPL-3.0-or-later

/// A lead: a sawtooth and a square whose fundamentals are in phase, with a vibrato that grows, as long as the key is
/// down. Pressure opens its low-pass by up to two octaves.
///
/// - Output: mono, overwrites; peak below 0.4 at velocity 1.
/// - Thread: realtime.
struct Lead {
  private let sampleRate: Double
  /// The step of a frame without vibrato, in turns, and that of eight frames later.
  private var step: Double = 0
  private var following: Double = 0
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
    tune(to: strike.frequency, atOnce: true)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    // In a local, state stays in registers: what is stored to the octets might otherwise lie over it.
    var voice = self
    for index in 0..<octets.count {
      let turns = voice.bent()
      // The square is the saw half a cycle later minus the saw, and 0.5 of that later saw is the saw of the recipe.
      octets[index] = voice.wave.saw(turns &+ 0x8000_0000) * 0.8 - voice.wave.saw(turns) * 0.3
    }
    voice.highPass.run(octets)
    voice.lowPass.run(octets)
    for index in 0..<octets.count {
      octets[index] *= voice.envelope.next()
    }
    self = voice
  }

  /// The phases of the next eight frames, within which the vibrato stands.
  @_noLocks @inline(__always)
  private mutating func bent() -> SIMD8<UInt32> {
    depth = min(depth + depthIncrement, 0.004)
    vibrato.skip(vibratoIncrement &* 8)
    let bend = 1 + Double(depth * RealtimeMath.sine(turns: vibrato.turns))
    let increment = Phase.increment(turns: following * bend)
    if step == following { return phase.next(increment) }
    let turns = phase.next(Phase.increment(turns: step * bend), to: increment)
    step = following
    return turns
  }

  /// Moves the pitch within the next octet.
  ///
  /// - Parameters:
  ///   - frequency: hertz.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double, atOnce: Bool) {
    following = frequency / sampleRate
    if atOnce { step = following }
    wave = BandLimited(increment: Phase.increment(turns: following))
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
