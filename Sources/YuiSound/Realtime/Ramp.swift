// SPDX-License-Identifier: GPL-3.0-or-later

/// A gain that moves along a straight line to each new value instead of jumping there.
///
/// Its value is a function of the frame alone, so any split of the frames into blocks gives the same samples.
///
/// - Thread: realtime.
public struct Ramp: BitwiseCopyable, Sendable {
  private var from: Float
  private var to: Float
  private var start: Int64 = 0
  private var length: Float = 0

  /// A ramp that rests at `value`.
  @_noLocks
  public init(at value: Float) {
    from = value
    to = value
  }

  /// The value that the ramp moves to or rests at.
  public var target: Float { @_noLocks get { to } }

  /// Whether the value at `frame` and at every later one is `target`.
  @_noLocks
  public func rests(at frame: Int64) -> Bool { Float(frame &- start) >= length }

  /// Frames from `frame`, where it does not rest, until it does.
  @_noLocks
  public func remaining(at frame: Int64) -> Int64 {
    let left = length - Float(frame &- start)
    let whole = Int64(min(left, 0x1p62))
    return max(1, Float(whole) < left ? whole &+ 1 : whole)
  }

  /// The value at `frame`, which must not lie before the last `move`.
  @_noLocks
  public func value(at frame: Int64) -> Float {
    let passed = Float(frame &- start)
    return passed >= length ? to : from + (to - from) * (passed / length)
  }

  /// Starts moving at `frame` and arrives `frames` later.
  @_noLocks
  public mutating func move(to value: Float, at frame: Int64, over frames: Float) {
    guard value != to else { return }
    from = self.value(at: frame)
    to = value
    start = frame
    length = frames
  }
}
