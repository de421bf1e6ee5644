// SPDX-License-Identifier: GPL-3.0-or-later

/// About how loud a voice is at an age: straight lines of octaves of amplitude, near enough to choose one to steal.
///
/// A voice counts as loud as its peak from its first frame on, so that none is stolen for still being in its attack.
///
/// - Thread: realtime.
struct LoudnessCurve: BitwiseCopyable {
  /// Octaves in a factor of ten.
  private static var octavesInTenth: Float { @_noLocks get { 3.3219281 } }

  /// Octaves of amplitude at the peak.
  private let peak: Float
  /// Octaves lost with each frame, and besides with each after it was let go.
  private let decay: Float
  private let release: Float

  @_noLocks
  init(_ voice: VoiceKind, velocity: Float, sampleRate: Double) {
    peak = LoudnessCurve.octaves(voice.peak * velocity)
    // An exponential loses 1 / ln 2 octaves in each time constant.
    decay = voice.ringTime.map { Float(1.442695 / ($0 * sampleRate)) } ?? 0
    release = voice.release.map { Float(3 * 1.442695 / ($0 * sampleRate)) } ?? 0
  }

  /// Octaves of amplitude at an age, so many frames after it was let go.
  @_noLocks
  func value(age: Int64, released: Int64) -> Float { peak - Float(age) * decay - Float(released) * release }

  /// Whether it has fallen to a tenth by itself.
  @_noLocks
  func hasRungDown(age: Int64) -> Bool { Float(age) * decay >= LoudnessCurve.octavesInTenth }

  /// The logarithm to base 2 within 0.09: the exponent, and the mantissa as a straight line between powers.
  @_noLocks
  private static func octaves(_ amplitude: Float) -> Float {
    guard amplitude >= .leastNormalMagnitude else { return -126 }
    let bits = min(amplitude, 1e30).bitPattern
    return Float(bits) * 0x1p-23 - 127
  }
}

extension VoiceKind {
  /// About the peak of a strike of velocity 1, linear.
  fileprivate var peak: Float {
    @_noLocks get {
      switch self {
      case .kick, .snare, .hat, .open, .rim, .tom, .cow, .tick: 0.9
      case .clap, .shaker: 1.3
      case .snap, .conga, .pop: 0.8
      case .crash, .bass: 0.6
      case .bar, .hum, .sweep, .bell, .keys, .pluck: 0.5
      case .pad, .lead: 0.35
      }
    }
  }

  /// The time constant of its decay in seconds, nil where it holds.
  fileprivate var ringTime: Double? {
    @_noLocks get {
      switch self {
      case .kick: 0.28
      case .snare: 0.12
      case .clap: 0.09
      case .hat: 0.018
      case .open: 0.08
      case .rim: 0.012
      case .tom: 0.16
      case .shaker: 0.035
      case .crash, .keys: 0.7
      case .cow: 0.07
      case .snap: 0.014
      case .conga: 0.1
      case .pop: 0.05
      case .sweep: 0.25
      case .tick: 0.004
      case .bar: 0.3
      case .hum: 0.22
      case .bell: 0.55
      case .pluck: 0.14
      case .pad, .bass, .lead: nil
      }
    }
  }
}
