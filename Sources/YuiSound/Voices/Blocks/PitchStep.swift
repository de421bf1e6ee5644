// SPDX-License-Identifier: GPL-3.0-or-later

/// The step of a frame of a voice that can be bent: it moves to a new pitch along a straight line of eight frames.
struct PitchStep {
  /// The step of the next frame, in turns of 2^-32.
  private(set) var now: UInt32
  /// The step eight frames later.
  private var following: UInt32

  /// Starts at a step, in turns of 2^-32.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ increment: UInt32 = 0) {
    now = increment
    following = increment
  }

  /// Sets where it moves within the next octet.
  ///
  /// - Parameters:
  ///   - increment: in turns of 2^-32.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func move(to increment: UInt32, atOnce: Bool) {
    following = increment
    if atOnce { now = increment }
  }

  /// The phases of the next eight frames.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next(_ phase: inout Phase) -> SIMD8<UInt32> {
    if now == following { return phase.next(now) }
    let turns = phase.next(now, to: following)
    now = following
    return turns
  }

  /// The phases of the next eight frames, their step off the pitch by a small part of it.
  ///
  /// - Parameter part: within ±1/64.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next(_ phase: inout Phase, bentBy part: Float) -> SIMD8<UInt32> {
    let first = Self.bent(now, by: part)
    if now == following { return phase.next(first) }
    now = following
    return phase.next(first, to: Self.bent(now, by: part))
  }

  @_noLocks @inline(__always)
  private static func bent(_ step: UInt32, by part: Float) -> UInt32 {
    // At most half a turn, a step is an integer that a signed one holds, too, or one off.
    step &+ UInt32(bitPattern: Int32(Float(Int32(truncatingIfNeeded: step &>> 1)) * (part * 2)))
  }
}
