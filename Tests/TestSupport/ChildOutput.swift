// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// What a child writes on one of its outputs, taken by a thread so that the child never waits for the test.
final class ChildOutput: @unchecked Sendable {
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var taken = 0
  private var hasEnded = false

  /// Takes everything from the reading end of a pipe, and closes it at the end.
  init(_ end: Int32) {
    Thread.detachNewThread { [self] in
      var chunk = [UInt8](repeating: 0, count: 65536)
      while case let count = read(end, &chunk, chunk.count), count > 0 {
        condition.withLock {
          bytes.append(contentsOf: chunk[..<count])
          condition.broadcast()
        }
      }
      close(end)
      condition.withLock {
        hasEnded = true
        condition.broadcast()
      }
    }
  }

  /// What came for a line.
  enum Answer {
    case line(String)
    case end
    case nothing
  }

  /// All that came so far.
  var text: String { condition.withLock { String(decoding: bytes, as: UTF8.self) } }

  /// The next whole line, or what is left once the other end is closed.
  func nextLine(until end: Date) -> Answer {
    condition.lock()
    defer { condition.unlock() }
    while true {
      let rest = bytes[taken...]
      if let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        taken = newline + 1
        return .line(String(decoding: rest[..<newline], as: UTF8.self))
      }
      if hasEnded {
        taken = bytes.count
        return rest.isEmpty ? .end : .line(String(decoding: rest, as: UTF8.self))
      }
      guard condition.wait(until: end) else { return .nothing }
    }
  }

  /// Waits until the other end is closed. Returns whether it was.
  @discardableResult
  func waitForEnd(until end: Date) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !hasEnded { guard condition.wait(until: end) else { return false } }
    return true
  }
}
