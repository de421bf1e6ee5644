// SPDX-License-Identifier: GPL-3.0-or-later

/// A line that cannot be read: what is wrong, and where.
public struct LineError: Error, Sendable, Equatable {
  /// The number of the line, from 1.
  public var line: Int
  /// The place in the line, in characters from 1.
  public var column: Int
  /// The token at fault, without quotes; empty when something is missing.
  public var token: String
  /// What is wrong.
  public var problem: LineProblem
  /// A known word near to the token.
  public var suggest: String?

  /// One sentence for people: what is wrong, and what to write instead.
  public var message: String { problem.message(token: token) }

  /// The message, followed by the suggestion where there is one.
  public var sentence: String { suggest.map { "\(message) Did you mean '\($0)'?" } ?? message }
}
