// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Small files of text, read and written whole.
enum TextFile {
  /// The most bytes that are read and written: 4 MiB.
  static let limit = 4 << 20
  /// O_TMPFILE, a macro that Swift does not see.
  private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

  /// The bytes of a file; nil where there is none of that name.
  static func read(_ path: String) throws(FileTrouble) -> [UInt8]? {
    // Not to wait for a pipe that nobody writes to.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENAMETOOLONG { return nil }
      throw .last
    }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      throw FileTrouble(reason: "It is no file of text")
    }
    return try FileBytes.read(from: descriptor, atMost: limit)
  }

  /// Writes a file so that, whatever happens, the old text or the new one is there and never a part of one. Where the name is
  /// a link, what it leads to is written; the rights of an older file stay.
  static func write(_ bytes: some Collection<UInt8>, to name: String, in folder: String) throws(FileTrouble) {
    guard bytes.count <= limit else { throw FileTrouble(reason: "It would be larger than \(limit >> 20) MiB") }
    try UserFolder.make(folder)
    var path = "\(folder)/\(name)"
    var rights: mode_t = 0o600
    if let target = realpath(path, nil) {
      path = String(cString: target)
      free(target)
      var information = stat()
      if stat(path, &information) == 0 { rights = information.st_mode & 0o777 }
    }
    let place = String(path[..<path.lastIndex(of: "/")!])
    let temporary = "\(place)/.yui-jack-\(getpid())"
    // Without a name until it is whole, where the file system can do that.
    var descriptor = open(place, O_WRONLY | unnamed | O_CLOEXEC, rights)
    let isUnnamed = descriptor >= 0
    if !isUnnamed { descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, rights) }
    guard descriptor >= 0 else { throw .last }
    var isWritten =
      FileBytes.write(Array(bytes), to: descriptor) && fchmod(descriptor, rights) == 0 && fsync(descriptor) == 0
    if isWritten, isUnnamed {
      unlink(temporary)
      let own = "/proc/self/fd/\(descriptor)"
      isWritten = linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0
    }
    isWritten = isWritten && rename(temporary, path) == 0
    let trouble = FileTrouble.last
    close(descriptor)
    guard isWritten else {
      unlink(temporary)
      throw trouble
    }
    // The new name itself is on the disk only when the folder is.
    let folderDescriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folderDescriptor >= 0 {
      fsync(folderDescriptor)
      close(folderDescriptor)
    }
  }
}
