// SPDX-License-Identifier: GPL-3.0-or-later

/// What a patch or a host line is aimed at.
public struct Target: Sendable, Equatable {
  /// An id, or the name of a preset.
  public var name: String
  /// The preset of the id, or the preset named.
  public var preset: Preset
  /// Whether the name is an id. Otherwise the newest instrument of the preset is meant, and there may be none.
  public var isID: Bool

  /// A target.
  public init(name: String, preset: Preset, isID: Bool) {
    self.name = name
    self.preset = preset
    self.isID = isID
  }

  /// The newest instrument of a preset.
  public static func newest(_ preset: Preset) -> Target {
    Target(name: preset.rawValue, preset: preset, isID: false)
  }
}
