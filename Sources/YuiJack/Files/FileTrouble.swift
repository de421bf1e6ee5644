// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Why a file cannot be read or written: a sentence's end such as `No space left on device`.
struct FileTrouble: Error, Equatable {
  let reason: String

  /// What the last call into the system was refused for.
  static var last: FileTrouble { FileTrouble(code: errno) }
}

extension FileTrouble {
  /// What the system calls an error of its own.
  init(code: Int32) { self.init(reason: String(cString: strerror(code))) }
}
