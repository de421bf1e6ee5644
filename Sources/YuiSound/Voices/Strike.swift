// SPDX-License-Identifier: GPL-3.0-or-later

/// What a voice is started with.
public struct Strike: Sendable {
  /// Frames per second, 8000...384000.
  public let sampleRate: Double
  /// A linear factor on the level, 0...1.
  public let velocity: Float
  /// The pitch in hertz. Drums and `sweep` ignore it.
  public let frequency: Double
  /// What the voice's noise starts from; the same seed gives the same sound. Seeds should be far apart, as those of a
  /// linear congruential series are: the first values after small neighbouring ones are alike.
  public let seed: UInt32

  /// Describes a strike.
  ///
  /// - Parameters:
  ///   - sampleRate: frames per second, 8000...384000.
  ///   - velocity: linear; clamped to 0...1, and 0 where it is not a number.
  ///   - frequency: hertz. Voices keep it between 0 and half the sample rate.
  ///   - seed: any.
  /// - Thread: realtime.
  @_noLocks
  public init(sampleRate: Double, velocity: Float, frequency: Double, seed: UInt32) {
    self.sampleRate = sampleRate
    self.velocity = velocity > 0 ? (velocity < 1 ? velocity : 1) : 0
    self.frequency = frequency
    self.seed = seed
  }

  /// The nearest whole number of frames in a time in seconds.
  @_noLocks
  func frames(_ seconds: Double) -> Int32 {
    Int32(RealtimeMath.roundHalfUp(seconds * sampleRate))
  }
}
