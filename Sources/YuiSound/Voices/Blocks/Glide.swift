// SPDX-License-Identifier: GPL-3.0-or-later

/// A frequency on its way from one value to another, known exactly at every eighth frame and straight in between.
///
/// The voices' fastest glide strays from its true curve by 1e-5 of the frequency at most, from 22050 frames a second up.
struct Glide {
  private var value: Double
  /// Every eight frames the value becomes `value × ratio + offset`.
  private let ratio: Double
  private let offset: Double
  private let target: Double
  private var octetsLeft: Double

  @_noLocks
  private init(from start: Double, to target: Double, ratio: Double, offset: Double, octets: Double, rate: Double) {
    value = start / rate
    self.target = target / rate
    self.ratio = ratio
    self.offset = offset / rate
    octetsLeft = octets
  }

  /// Nears its target for ever: `b + (a - b) × exp(-t / tau)`.
  ///
  /// - Parameters:
  ///   - start: hertz.
  ///   - target: hertz.
  ///   - tau: seconds.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func nearing(from start: Double, to target: Double, tau: Double, sampleRate: Double) -> Glide {
    let ratio = RealtimeMath.exp(-8 / (tau * sampleRate))
    return Glide(
      from: start, to: target, ratio: ratio, offset: target * (1 - ratio), octets: .infinity, rate: sampleRate)
  }

  /// Reaches its target along a straight line and stays.
  ///
  /// - Parameters:
  ///   - start: hertz.
  ///   - target: hertz.
  ///   - seconds: how long it takes.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func straight(from start: Double, to target: Double, seconds: Double, sampleRate: Double) -> Glide {
    let octets = seconds * sampleRate / 8
    return Glide(
      from: start, to: target, ratio: 1, offset: (target - start) / octets, octets: octets, rate: sampleRate)
  }

  /// Reaches its target along an exponential line, so many octaves a second, and stays.
  ///
  /// - Parameters:
  ///   - start: hertz.
  ///   - octaves: where the target lies above the start; may be negative.
  ///   - seconds: how long it takes.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  static func exponential(from start: Double, octaves: Double, seconds: Double, sampleRate: Double) -> Glide {
    let octets = seconds * sampleRate / 8
    return Glide(
      from: start, to: start * RealtimeMath.exp2(octaves), ratio: RealtimeMath.exp2(octaves / octets), offset: 0,
      octets: octets, rate: sampleRate)
  }

  /// Moves eight frames on.
  ///
  /// - Returns: the step of a frame now and after the eight, in turns of 2^-32.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  mutating func next() -> (first: UInt32, following: UInt32) {
    let first = Phase.increment(turns: value)
    octetsLeft -= 1
    value = octetsLeft > 0 ? value * ratio + offset : target
    return (first, Phase.increment(turns: value))
  }
}
