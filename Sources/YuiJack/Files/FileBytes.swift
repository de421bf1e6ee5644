// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Bytes of open files, all of them at once, however the system hands them over.
enum FileBytes {
  /// Reads to the end.
  ///
  /// - Parameter limit: more bytes than that are refused.
  static func read(from descriptor: Int32, atMost limit: Int = .max) throws(FileTrouble) -> [UInt8] {
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
      guard bytes.count <= limit else { throw FileTrouble(reason: "It is larger than \(limit >> 20) MiB") }
    }
  }

  /// Writes all of some bytes, and waits for as long as that takes.
  ///
  /// - Returns: whether they were taken; else `errno` says why not.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Writes all of some bytes, and waits for as long as that takes.
  ///
  /// - Returns: whether they were taken; else `errno` says why not.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }
}
