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
    guard descriptor >= 0 else { throw .cannotCreate("Cannot create '\(file(name))': \(FileTrouble.last.reason).") }
    let isWritten = FileBytes.write(bytes, to: descriptor)
    let reason = FileTrouble.last.reason
    // Some file systems tell only here that the disk is full.
    let isClosed = Glibc.close(descriptor) == 0
    guard isWritten, isClosed, rename(temporary, file(name)) == 0 else {
      let reason = isWritten ? FileTrouble.last.reason : reason
      unlink(temporary)
      throw .cannotWrite("Cannot write '\(file(name))': \(reason).")
    }
  }

  private func make() throws(UsageError) {
    do {
      try UserFolder.make(path, rights: 0o777)
    } catch {
      throw .cannotCreate("Cannot create the folder '\(path)': \(error.reason).")
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
}
