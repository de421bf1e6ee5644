// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Holds on to a file while it is written under a name, so that it is not lost where somebody removes the name, or the folder.
///
/// - Thread: any, one at a time.
final class HeldFile {
  /// Bytes that are copied at a time.
  private static let block = 1 << 20

  private let descriptor: Int32
  private let path: String

  /// Holds the file of an open descriptor, which may be closed afterwards.
  ///
  /// - Parameter path: the name that it was opened by.
  init(_ descriptor: Int32, path: String) {
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    self.path = path
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether the name does not lead to the file any more. What is no regular file, such as a pipe, has no content to be lost.
  var isRemoved: Bool {
    var (held, named) = (stat(), stat())
    guard fstat(descriptor, &held) == 0, held.st_mode & S_IFMT == S_IFREG else { return false }
    return stat(path, &named) != 0 || held.st_ino != named.st_ino || held.st_dev != named.st_dev
  }

  /// Writes the file anew under its name, and makes the folders that it lies in where they are missing.
  ///
  /// - Throws: also where another file has taken the name.
  func restore() throws(FileTrouble) {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try UserFolder.make(String(path[..<slash]), rights: 0o777)
    }
    let copy = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard copy >= 0 else { throw .last }
    do {
      try copyAll(to: copy)
    } catch {
      close(copy)
      unlink(path)
      throw error
    }
    guard close(copy) == 0 else { throw .last }
  }

  private func copyAll(to copy: Int32) throws(FileTrouble) {
    var bytes = [UInt8](repeating: 0, count: HeldFile.block)
    var done: off_t = 0
    while true {
      let count = pread(descriptor, &bytes, bytes.count, done)
      if count == 0 { return }
      guard count > 0 || errno == EINTR else { throw .last }
      guard FileBytes.write(Array(bytes.prefix(max(0, count))), to: copy) else { throw .last }
      done += off_t(max(0, count))
    }
  }
}
