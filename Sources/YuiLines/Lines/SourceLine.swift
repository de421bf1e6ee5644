// SPDX-License-Identifier: GPL-3.0-or-later

/// One line as a source sent it.
public struct SourceLine: Sendable, Equatable {
  /// What arrived between two line feeds.
  public enum Content: Sendable, Equatable {
    /// Text, without its line end.
    case text(String)
    /// More bytes than a line may have; the first of them, as far as they read.
    case tooLong(start: String)
    /// Bytes that are not UTF-8: the first of the line, with U+FFFD for what does not read, and the place of the first that
    /// does not, in characters from 1.
    case notUTF8(start: String, column: Int)
  }

  /// The number of the line, from 1.
  public var number: Int
  /// What arrived.
  public var content: Content

  /// A line.
  public init(number: Int, content: Content) {
    self.number = number
    self.content = content
  }
}
