// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// One end of a pipe, read or written by lines. Closed when the value ends.
final class LinePipe {
  let end: Int32
  /// Everything that came.
  private(set) var text = ""
  private(set) var hasEnded = false
  private var bytes: [UInt8] = []
  private var taken = 0
  private var isClosed = false

  init(_ end: Int32) { self.end = end }

  deinit { close() }

  /// A reading and a writing end, neither of which other children inherit, as long as none is started meanwhile.
  static func pair() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TestFailure("Cannot make a pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    Glibc.close(end)
  }

  /// Takes what is there, without waiting. Returns whether there was anything.
  func fill() -> Bool {
    guard !hasEnded else { return false }
    var readable = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    guard poll(&readable, 1, 0) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(end, &chunk, chunk.count)
    guard count > 0 else {
      hasEnded = true
      return false
    }
    bytes.append(contentsOf: chunk[..<count])
    text = String(decoding: bytes, as: UTF8.self)
    return true
  }

  /// The next whole line, or what is left once the other end is closed.
  func nextLine() -> String? {
    let rest = bytes[taken...]
    if let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      taken = newline + 1
      return String(decoding: rest[..<newline], as: UTF8.self)
    }
    guard hasEnded, !rest.isEmpty else { return nil }
    taken = bytes.count
    return String(decoding: rest, as: UTF8.self)
  }

  /// Writes all of a text.
  func write(_ text: String, to name: String) throws {
    guard !isClosed else { throw TestFailure("The input of '\(name)' is closed") }
    signal(SIGPIPE, SIG_IGN)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(end, $0.baseAddress, $0.count) }
      guard count > 0 else {
        throw TestFailure("'\(name)' does not read its input: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }
}
