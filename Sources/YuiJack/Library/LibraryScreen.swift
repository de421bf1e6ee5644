// SPDX-License-Identifier: GPL-3.0-or-later

/// A ready-made screen: lines that put up instruments and, on most screens, let them play.
public struct LibraryScreen: Sendable, Equatable {
  /// What it is asked for by: lower case, with dashes.
  public let name: String
  /// What it is, in one line of at most 61 characters.
  public let summary: String
  /// Its lines, each with its line feed. The first is a comment that holds the summary.
  public let text: String

  /// A screen whose file is in the program.
  init(name: String, bytes: [UInt8]) {
    self.name = name
    text = String(decoding: bytes, as: UTF8.self)
    summary = String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
  }
}
