// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The end of a wait.
public struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// A deadline so long from now.
  public init(after limit: Duration) { end = .now + limit }

  /// Whether it has passed.
  public var hasPassed: Bool { ContinuousClock.now >= end }

  /// Milliseconds left, rounded up, never below 0; for `poll`.
  public var milliseconds: Int32 {
    let left = end - .now
    guard left > .zero else { return 0 }
    return Int32(min((left / .milliseconds(1)).rounded(.up), 600_000))
  }
}

/// Looks at a condition until it holds.
///
/// - Parameters:
///   - what: names the condition in the failure.
///   - limit: how long to look at most.
/// - Throws: `TestFailure` when the limit has passed.
public func waitUntil(
  _ what: String, limit: Duration = .seconds(10), _ condition: () throws -> Bool
) throws {
  let deadline = Deadline(after: limit)
  while try !condition() {
    if deadline.hasPassed { throw TestFailure("Waited \(limit) in vain until \(what)") }
    poll(nil, 0, 1)
  }
}
