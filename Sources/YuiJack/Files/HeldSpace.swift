// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Space on a disk, held for a file that is written later, so that there is room for it although the disk fills up meanwhile.
///
/// A file without a name has the space: nothing is left of it, however the program ends.
///
/// - Thread: any, one at a time.
final class HeldSpace {
  private var descriptor: Int32
  private var bytes = 0

  /// Holds nothing yet, on the disk that a file of that path would be on.
  init(for path: String) {
    let name = "\(path).\(getpid())"
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { unlink(name) }
  }

  deinit { release() }

  /// Holds at least so many bytes from now on, as far as there is room.
  func grow(to wanted: Int) {
    guard wanted > bytes, descriptor >= 0 else { return }
    bytes = max(4096, bytes)
    while bytes < wanted { bytes *= 2 }
    posix_fallocate(descriptor, 0, off_t(bytes))
  }

  /// Gives the space back.
  func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
