// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The writing end of a child's standard input. Closed when the value ends.
final class ChildInput {
  private var end: Int32?

  init(_ end: Int32) { self.end = end }

  deinit { closeEnd() }

  func closeEnd() {
    if let end { close(end) }
    end = nil
  }

  /// Writes all of a text to the child of this name.
  func write(_ text: String, to name: String) throws {
    guard let end else { throw TestFailure("The input of '\(name)' is closed") }
    signal(SIGPIPE, SIG_IGN)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(end, $0.baseAddress, $0.count) }
      guard count > 0 else {
        throw TestFailure("'\(name)' does not read its input: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }
}
