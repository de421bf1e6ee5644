// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Collects values that other threads bring, so that a test can wait for one.
public final class Inbox<Element: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var elements: [Element] = []

  /// An empty inbox.
  public init() {}

  /// Brings a value. Any thread.
  public func put(_ element: Element) {
    condition.withLock {
      elements.append(element)
      condition.broadcast()
    }
  }

  /// All that came since the last `removeAll`.
  public var all: [Element] { condition.withLock { elements } }

  /// Forgets what came.
  public func removeAll() { condition.withLock { elements = [] } }

  /// Waits for a value; it stays in the inbox.
  ///
  /// - Parameters:
  ///   - what: names the value in the failure.
  ///   - limit: how long to wait at most.
  /// - Returns: the first value that matches, also one that came before the call.
  /// - Throws: `TestFailure` when the limit has passed.
  @discardableResult
  public func first(
    _ what: String, limit: Duration = .seconds(10), where matches: (Element) -> Bool
  ) throws -> Element {
    let end = Date(timeIntervalSinceNow: limit / .seconds(1))
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let element = elements.first(where: matches) { return element }
      guard condition.wait(until: end) else {
        throw TestFailure("Waited \(limit) in vain for \(what); there came \(elements)")
      }
    }
  }
}
