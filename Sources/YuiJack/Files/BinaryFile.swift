// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Files of bytes, read and written whole.
enum BinaryFile {
  /// Reads all of a file.
  static func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try FileBytes.read(from: descriptor)
  }

  /// Makes a file; what could not be written whole is taken away again.
  ///
  /// - Parameter replaces: whether a file of that name may be there.
  static func create(_ path: String, _ bytes: [UInt8], replaces: Bool) throws(FileTrouble) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { throw .last }
    guard FileBytes.write(bytes, to: descriptor) else {
      let trouble = FileTrouble.last
      close(descriptor)
      unlink(path)
      throw trouble
    }
    guard close(descriptor) == 0 else { throw .last }
  }
}
