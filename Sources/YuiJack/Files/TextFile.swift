// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Small files of text, read and written whole.
enum TextFile {
  /// The system refused: a sentence's end such as `No space left on device`.
  struct Trouble: Error {
    let reason: String

    /// What the last call into the system was refused for.
    static var last: Trouble { Trouble(reason: String(cString: strerror(errno))) }
  }

  /// The text of a file; nil where there is none of that name. What is not UTF-8 is replaced.
  static func read(_ path: String) throws(Trouble) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENAMETOOLONG { return nil }
      throw .last
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      if count > 0 {
        bytes += part[..<count]
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Writes a file so that, whatever happens, the old text or the new one is there and never a part of one.
  static func write(_ text: String, to name: String, in folder: String) throws(Trouble) {
    UserFolder.make(folder)
    let temporary = "\(folder)/.yui-jack-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    let isWritten = TextStream.write(text, to: descriptor) && fsync(descriptor) == 0
    let refusal = Trouble.last
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      throw refusal
    }
    guard rename(temporary, "\(folder)/\(name)") == 0 else {
      let refusal = Trouble.last
      unlink(temporary)
      throw refusal
    }
    // The new name itself is on the disk only when the folder is.
    let folderDescriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folderDescriptor >= 0 {
      fsync(folderDescriptor)
      close(folderDescriptor)
    }
  }
}
