// SPDX-License-Identifier: GPL-3.0-or-later

/// Levels of both output channels over one window.
public struct Levels: BitwiseCopyable, Sendable, Equatable {
  /// Mean square of the left channel.
  public var leftPower: Float = 0
  /// Mean square of the right channel.
  public var rightPower: Float = 0
  /// Largest absolute sample of the left channel.
  public var leftPeak: Float = 0
  /// Largest absolute sample of the right channel.
  public var rightPeak: Float = 0
}

/// Measures what leaves the mixer, in windows of a twentieth of a second.
///
/// - Thread: realtime.
struct Meter: BitwiseCopyable {
  private let window: Int
  private var measured = 0
  private var sums = Levels()

  @_noLocks
  init(sampleRate: Double) { window = max(1, Int(sampleRate / 20)) }

  /// Frames until the window is full.
  var room: Int { @_noLocks get { window - measured } }

  /// Adds at most `room` frames.
  ///
  /// - Returns: the levels where the window is full.
  @_noLocks
  mutating func add(_ left: borrowing MutableSpan<Float>, _ right: borrowing MutableSpan<Float>) -> Levels? {
    var sums = sums
    for index in left.indices {
      let l = left[index]
      let r = right[index]
      sums.leftPower += l * l
      sums.rightPower += r * r
      sums.leftPeak = max(sums.leftPeak, abs(l))
      sums.rightPeak = max(sums.rightPeak, abs(r))
    }
    measured += left.count
    guard measured >= window else {
      self.sums = sums
      return nil
    }
    sums.leftPower /= Float(window)
    sums.rightPower /= Float(window)
    self.sums = Levels()
    measured = 0
    return sums
  }
}
