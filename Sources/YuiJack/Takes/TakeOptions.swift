// SPDX-License-Identifier: GPL-3.0-or-later

/// How takes are made where a line does not say.
public struct TakeOptions: Sendable {
  /// The folder; nil is the user's.
  public var folder: String?
  /// Seconds after which a take without a path of its own ends by itself; nil for never.
  public var limit: Double? = 120
  /// Seconds of sound that are kept for `record last`; 0 for none.
  public var keep = 0.0
  /// Whether takes of drums have sound and notes besides their pattern.
  public var recordsDrums = true

  /// What a command line without options means.
  public init() {}
}
