// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The system refused a file: a sentence's end such as `No space left on device`.
struct FileTrouble: Error {
  let reason: String

  /// What the last call into the system was refused for.
  static var last: FileTrouble { FileTrouble(reason: String(cString: strerror(errno))) }
}
