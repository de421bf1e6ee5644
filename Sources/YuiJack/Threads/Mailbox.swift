// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// Values from other threads for the control thread, with a file that becomes readable when there are any.
///
/// - Thread: `put` on any thread but the process thread; everything else on the control thread.
final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  /// Readable while values wait: for `poll`.
  let readable: Int32
  private let writable: Int32

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "No pipe is left for the process")
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readable = ends[0]
    writable = ends[1]
  }

  deinit {
    close(readable)
    close(writable)
  }

  /// Adds a value and wakes the control thread.
  func put(_ value: Value) {
    values.withLock { $0.append(value) }
    var byte: UInt8 = 0
    _ = write(writable, &byte, 1)
  }

  /// Takes all values, the oldest first.
  func takeAll() -> [Value] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readable, &bytes, bytes.count) == bytes.count {}
    return values.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
