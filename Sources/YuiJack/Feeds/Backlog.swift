// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

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

  /// Takes whole lines: as many as fit, or one that is longer.
  mutating func takeLines(atMost most: Int) -> ArraySlice<UInt8> {
    defer { tidyUp() }
    let rest = bytes[taken...]
    let fitting = rest.prefix(most).lastIndex(of: UInt8(ascii: "\n")) ?? rest.firstIndex(of: UInt8(ascii: "\n"))
    guard let fitting else { return [] }
    defer { taken = fitting + 1 }
    return bytes[taken...fitting]
  }

  /// Hands over what is taken without waiting.
  ///
  /// - Returns: false where nobody will take any more.
  mutating func flush(to descriptor: Int32) -> Bool {
    defer { tidyUp() }
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

  private mutating func tidyUp() {
    if isEmpty {
      // A burst's memory is given back.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
      taken = 0
    } else if taken > Backlog.limit / 4 {
      bytes.removeFirst(taken)
      taken = 0
    }
  }
}

/// A backlog that one thread fills and another empties.
///
/// - Thread: any.
final class SharedBacklog: Sendable {
  private let backlog = Mutex(Backlog())

  /// Whether everything has been taken.
  var isEmpty: Bool { backlog.withLock { $0.isEmpty } }

  /// Adds a line with its end; false where there is no room.
  func add(_ line: [UInt8], beyondLimit: Bool = false) -> Bool {
    backlog.withLock { $0.add(line, beyondLimit: beyondLimit) }
  }

  /// Takes whole lines: as many as fit, or one that is longer.
  func takeLines(atMost most: Int) -> [UInt8] { backlog.withLock { Array($0.takeLines(atMost: most)) } }

  /// Hands over to a socket what is taken without waiting; false where nobody will take any more.
  func flush(to descriptor: Int32) -> Bool { backlog.withLock { $0.flush(to: descriptor) } }

  /// Forgets what waits.
  func empty() { backlog.withLock { $0 = Backlog() } }
}
