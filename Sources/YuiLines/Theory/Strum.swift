// SPDX-License-Identifier: GPL-3.0-or-later

/// The order in which the notes of a chord start.
public enum Strum: String, Sendable, CaseIterable {
  /// From the lowest to the highest.
  case down
  /// From the highest to the lowest.
  case up
  /// All together.
  case off

  /// Seconds between two notes that follow each other.
  public static let gap = 0.025
  /// Velocity of each note, `0...1`.
  public static let velocity = 0.75
  /// Length of each note in seconds, from its own start.
  public static let length = 1.4

  /// Start of each note in seconds, for notes given from the lowest to the highest.
  public func starts(count: Int) -> [Double] {
    (0..<count).map { index in
      switch self {
      case .down: Double(index) * Self.gap
      case .up: Double(count - 1 - index) * Self.gap
      case .off: 0
      }
    }
  }
}
