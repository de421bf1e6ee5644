// SPDX-License-Identifier: GPL-3.0-or-later

/// A limiter without latency: a gain that falls smoothly while the sound is loud, then a curve that no sample leaves.
///
/// Below `threshold` it changes nothing, bit for bit. Above it the gain follows the peaks with a time constant of 1 ms down and
/// 80 ms back, so it never steps; what is faster than that bends along the curve, which has no corner and ends at `ceiling`.
///
/// - Thread: realtime.
struct SoftLimiter: BitwiseCopyable {
  /// Where the curve starts to bend, linear amplitude.
  static var threshold: Float { @_noLocks get { 0.7 } }
  /// The loudest peak that the gain follows, 24 dB over full scale: beyond it the curve alone bends, so that one wild sample does
  /// not hold the gain down for seconds.
  private static var loudest: Float { @_noLocks get { 16 } }
  /// What no sample exceeds: −0.1 dB of full scale.
  static var ceiling: Float { @_noLocks get { 0.9886 } }

  /// Smoothed peak of both channels.
  private var level: Float = 0
  private let attack: Float
  private let recovery: Float

  @_noLocks
  init(sampleRate: Double) {
    attack = Float(1 - RealtimeMath.exp(-1 / (0.001 * sampleRate)))
    recovery = Float(1 - RealtimeMath.exp(-1 / (0.08 * sampleRate)))
  }

  /// Limits both channels in place with one gain.
  @_noLocks
  mutating func limit(_ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>) {
    var level = level
    for index in left.indices {
      let l = left[index]
      let r = right[index]
      let peak = min(max(abs(l), abs(r)), SoftLimiter.loudest)
      level += (peak - level) * (peak > level ? attack : recovery)
      let gain = level > SoftLimiter.threshold ? SoftLimiter.threshold / level : 1
      left[index] = bend(l * gain)
      right[index] = bend(r * gain)
    }
    self.level = level
  }

  /// The identity up to `threshold`; above it `threshold + room × x / (x + room)`, which leaves with slope 1.
  @_noLocks
  private func bend(_ sample: Float) -> Float {
    let size = abs(sample)
    guard size > SoftLimiter.threshold else { return sample }
    let room = SoftLimiter.ceiling - SoftLimiter.threshold
    let over = size - SoftLimiter.threshold
    let bent = SoftLimiter.threshold + room * (over / (over + room))
    return sample < 0 ? -bent : bent
  }
}
