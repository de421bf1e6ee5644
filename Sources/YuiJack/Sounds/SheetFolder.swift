// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The folder that a sheet of sounds is written to. It never takes the place of files that are not the sheet's own.
///
/// - Thread: control.
struct SheetFolder {
  /// Its path.
  let path: String

  /// Makes the folder, and those it lies in, where they are missing.
  ///
  /// - Parameter names: of the files that are going to be written, beside the page.
  /// - Throws: `cannotCreate`, also where files of these names are there and no page of ours says whose they are.
  init(_ path: String, for names: [String]) throws(UsageError) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    try make()
    guard !isOurs else { return }
    for name in [SoundPage.name] + names where isThere(name) {
      throw .cannotCreate(
        "'\(path)' holds '\(name)', which 'yui-jack sounds' did not write: name another folder, or move that file away."
      )
    }
  }

  /// The path of a file in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file whole, in place of one of that name.
  ///
  /// - Throws: `cannotCreate`, `cannotWrite`. An older file then stays.
  func write(_ bytes: [UInt8], to name: String) throws(UsageError) {
    let temporary = file(".\(name)-\(getpid())")
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotCreate("Cannot create '\(file(name))': \(Self.reason).") }
    var isWritten = true
    var rest = bytes[...]
    while isWritten, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { isWritten = errno == EINTR }
    }
    let reason = Self.reason
    // Some file systems tell only here that the disk is full.
    let isClosed = Glibc.close(descriptor) == 0
    guard isWritten, isClosed, rename(temporary, file(name)) == 0 else {
      let reason = isWritten ? Self.reason : reason
      unlink(temporary)
      throw .cannotWrite("Cannot write '\(file(name))': \(reason).")
    }
  }

  private func make() throws(UsageError) {
    for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o777) }
    guard mkdir(path, 0o777) != 0 else { return }
    let reason = Self.reason
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotCreate("Cannot create the folder '\(path)': \(reason).")
    }
  }

  private func isThere(_ name: String) -> Bool {
    var status = stat()
    return lstat(file(name), &status) == 0
  }

  /// Whether the page in it is ours.
  private var isOurs: Bool {
    guard let bytes = try? TextFile.read(file(SoundPage.name)) else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(SoundPage.mark)
  }

  /// What the last call into the system was refused for.
  private static var reason: String { String(cString: strerror(errno)) }
}
