// SPDX-License-Identifier: GPL-3.0-or-later

/// A level that rises along a straight line and then decays exponentially, or holds.
///
/// With an attack of A frames, frame n has the level `peak × n / A` before A, and `peak × exp(-(n - A) / (tau × rate))`
/// from A on.
struct Envelope {
  private var attackLeft: Int32
  private let slope: Float
  /// The level of the next frame after the attack. A `Double`, so that a long decay does not drift.
  private var level: Double
  /// The level of a frame as a part of that of the frame before.
  private let decay: Double

  @_noLocks
  private init(peak: Float, attack: Int32, decay: Double) {
    attackLeft = attack
    slope = attack > 0 ? peak / Float(attack) : 0
    level = Double(peak)
    self.decay = decay
  }

  /// An envelope that decays from its peak.
  ///
  /// - Parameters:
  ///   - peak: linear.
  ///   - tau: seconds in which the level falls to 1/e.
  ///   - attack: seconds, rounded to whole frames.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func hit(_ peak: Float, tau: Double, attack: Double = 0.002, sampleRate: Double) -> Envelope {
    let frames = Int32(RealtimeMath.roundHalfUp(attack * sampleRate))
    return Envelope(peak: peak, attack: frames, decay: RealtimeMath.exp(-1 / (tau * sampleRate)))
  }

  /// An envelope that stays at its peak.
  ///
  /// - Parameters:
  ///   - peak: linear.
  ///   - attack: seconds, rounded to whole frames.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func hold(_ peak: Float, attack: Double, sampleRate: Double) -> Envelope {
    Envelope(peak: peak, attack: Int32(RealtimeMath.roundHalfUp(attack * sampleRate)), decay: 1)
  }

  /// The next eight levels.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next() -> Octet {
    if attackLeft > 0 { return nextOfAttack() }
    // The powers are the same every time; the compiler computes them once, before the voice's loop.
    let d = decay
    let d2 = d * d
    let d3 = d2 * d
    let d4 = d2 * d2
    let powers = Octet(1, Float(d), Float(d2), Float(d3), Float(d4), Float(d4 * d), Float(d4 * d2), Float(d4 * d3))
    let levels = Octet(repeating: Float(level)) * powers
    level *= d4 * d4
    return levels
  }

  /// Puts the next frame of a decay at a level.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func restart(_ peak: Float) {
    level = Double(peak)
  }

  /// Moves on by some frames of the decay, after the attack.
  ///
  /// - Parameter frames: 0 or more.
  /// - Thread: realtime.
  @_noLocks
  mutating func skip(_ frames: Int) {
    for _ in 0..<frames {
      level *= decay
    }
  }

  @_noLocks @inline(__always)
  private mutating func nextOfAttack() -> Octet {
    let peak = Float(level)
    let left = Octet(repeating: Float(attackLeft)) - Octet(0, 1, 2, 3, 4, 5, 6, 7)
    let rising = Octet(repeating: peak) - left * slope
    attackLeft &-= 8
    return attackLeft >= 0 ? rising : decayed(rising)
  }

  /// Lets the decay begin in the octet in which the attack ends.
  @_noLocks @inline(__always)
  private mutating func decayed(_ rising: Octet) -> Octet {
    var levels = rising
    for i in 0..<8 where Int32(truncatingIfNeeded: i) >= attackLeft &+ 8 {
      levels[i] = Float(level)
      level *= decay
    }
    attackLeft = 0
    return levels
  }
}
