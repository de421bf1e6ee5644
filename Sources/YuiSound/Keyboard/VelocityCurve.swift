// SPDX-License-Identifier: GPL-3.0-or-later

/// How hard a key has to be struck on a MIDI keyboard to be loud.
///
/// The amplitude is `1/127 + 126/127 × p(t)`, where `t = (velocity - 1) / 126`: the softest touch is −42 dB and the hardest 0 dB
/// on every curve.
///
/// - Thread: any; a plain value.
public enum VelocityCurve: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// `p(t) = t`, so that the amplitude is `velocity / 127`.
  case linear
  /// `p(t) = √t`: loud at a light touch.
  case soft
  /// `p(t) = t²`: loud only when struck hard.
  case hard

  /// The linear amplitude, 1/127...1, of a velocity 1...127.
  ///
  /// - Thread: realtime.
  @_noLocks
  public func amplitude(of velocity: UInt8) -> Float {
    let t = Double(max(velocity, 1) - 1) / 126
    switch self {
    case .linear: return Float(velocity) / 127
    case .soft: return Float((1 + 126 * RealtimeMath.squareRoot(t)) / 127)
    case .hard: return Float((1 + 126 * t * t) / 127)
    }
  }
}
