// SPDX-License-Identifier: GPL-3.0-or-later

/// A level that moves along a straight line of eight frames to each new value.
struct PressedLevel {
  private var now: Float = 0
  private var following: Float = 0

  /// A level of 0.
  ///
  /// - Thread: realtime.
  @_noLocks
  init() {}

  /// Whether the next octet is silent.
  var isZero: Bool { @_noLocks @inline(__always) get { now == 0 && following == 0 } }

  /// Sets where it moves within the next octet.
  ///
  /// - Parameters:
  ///   - level: linear.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func move(to level: Float, atOnce: Bool) {
    following = level
    if atOnce { now = level }
  }

  /// The next eight levels.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next() -> Octet {
    let levels = Octet(repeating: now) + Octet(1, 2, 3, 4, 5, 6, 7, 8) * ((following - now) * 0.125)
    now = following
    return levels
  }
}
