// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that a test relies on did not come about.
public struct TestFailure: Error, CustomStringConvertible {
  /// What was waited for and what was there instead.
  public let description: String

  /// A failure with this text.
  public init(_ description: String) { self.description = description }
}
