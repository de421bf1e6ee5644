// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Lines on their way to a socket whose reader may be slow.
///
/// - Thread: control.
struct Backlog {
  /// The most bytes that wait: 1 MiB.
  static let limit = 1 << 20

  private var bytes: [UInt8] = []
  /// How many of them have been taken.
  private var taken = 0

  /// Whether everything has been taken.
  var isEmpty: Bool { taken == bytes.count }
  /// Bytes that wait.
  var count: Int { bytes.count - taken }

  /// Adds a line with its end.
  ///
  /// - Parameter beyondLimit: whether it is added although the backlog is full.
  /// - Returns: false where there is no room.
  mutating func add(_ line: some Collection<UInt8>, beyondLimit: Bool = false) -> Bool {
    guard beyondLimit || isEmpty || count + line.count <= Backlog.limit else { return false }
    bytes.append(contentsOf: line)
    return true
  }

  /// Hands over what is taken without waiting.
  ///
  /// - Returns: false where nobody will take any more.
  mutating func flush(to descriptor: Int32) -> Bool {
    defer {
      if isEmpty {
        // A burst's memory is given back.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
        taken = 0
      } else if taken > Backlog.limit / 4 {
        bytes.removeFirst(taken)
        taken = 0
      }
    }
    while !isEmpty {
      let sent = bytes[taken...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if sent > 0 {
        taken += sent
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
    return true
  }
}
