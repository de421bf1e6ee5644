// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Files of bytes, read and written whole.
enum BinaryFile {
  /// Reads all of a file.
  static func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += part[..<count]
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Makes a file; what could not be written whole is taken away again.
  ///
  /// - Parameter replaces: whether a file of that name may be there.
  static func create(_ path: String, _ bytes: [UInt8], replaces: Bool) throws(FileTrouble) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { throw .last }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        let refusal = FileTrouble.last
        close(descriptor)
        unlink(path)
        throw refusal
      }
    }
    guard close(descriptor) == 0 else { throw .last }
  }
}
