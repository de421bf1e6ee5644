// SPDX-License-Identifier: GPL-3.0-or-later

/// What was heard at one moment.
struct PitchReading: Sendable {
  /// A pitch.
  struct Pitch: Sendable {
    /// Hertz of the first partial.
    var frequency: Double
    /// The share of the sound that one string explains, up to 1.
    var clarity: Double
  }

  /// Samples heard so far, at the rate of the input.
  var frame: Int64
  /// Root mean square of the last window, linear.
  var level: Double
  /// The pitch, where there is one.
  var pitch: Pitch?
}
