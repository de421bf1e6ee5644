// SPDX-License-Identifier: GPL-3.0-or-later

/// A position in a cycle, as turns of 2^-32: exact sums, and adding wraps by itself.
///
/// The step of a frame is as fine as 2^-32 turn, 0.0012 cents at C1 and 192 kHz.
struct Phase {
  /// The phase of the next frame.
  private(set) var turns: UInt32

  /// Starts at a phase.
  ///
  /// - Parameter turns: in turns of 2^-32.
  /// - Thread: realtime.
  @_noLocks
  init(turns: UInt32 = 0) {
    self.turns = turns
  }

  /// The step of a frame at a frequency.
  ///
  /// - Parameters:
  ///   - frequency: hertz; kept within 0 and half the sample rate.
  ///   - sampleRate: frames per second.
  /// - Returns: turns of 2^-32.
  /// - Thread: realtime.
  @_noLocks
  static func increment(frequency: Double, sampleRate: Double) -> UInt32 {
    increment(turns: frequency / sampleRate)
  }

  /// The step of a frame, from turns.
  ///
  /// - Parameter turns: kept within 0 and 1/2; not-a-number gives 0.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  static func increment(turns: Double) -> UInt32 {
    guard turns > 0 else { return 0 }
    return turns < 0.5 ? UInt32(turns * 0x1p32) : 0x8000_0000
  }

  /// Moves on.
  ///
  /// - Parameter turns: in turns of 2^-32.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func skip(_ turns: UInt32) {
    self.turns &+= turns
  }

  /// The phases of the next eight frames at a steady step.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next(_ increment: UInt32) -> SIMD8<UInt32> {
    let phases =
      SIMD8<UInt32>(repeating: turns) &+ SIMD8<UInt32>(repeating: increment) &* SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
    turns &+= increment &* 8
    return phases
  }

  /// The phases of the next eight frames while the step moves along a straight line, `first` in the next frame and
  /// `following` eight frames later.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next(_ first: UInt32, to following: UInt32) -> SIMD8<UInt32> {
    let slope = UInt32(bitPattern: Int32(bitPattern: following &- first) &>> 3)
    let phases =
      SIMD8<UInt32>(repeating: turns)
      &+ SIMD8<UInt32>(repeating: first) &* SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
      &+ SIMD8<UInt32>(repeating: slope) &* SIMD8<UInt32>(0, 0, 1, 3, 6, 10, 15, 21)
    turns &+= first &* 8 &+ slope &* 28
    return phases
  }
}
