// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A file that lines are read from.
///
/// - Thread: control.
final class InputFile {
  /// What a read brought.
  enum Reading {
    case bytes([UInt8])
    /// Nothing now.
    case nothing
    case end
    /// The file cannot be read on: a sentence.
    case failure(String)
  }

  /// The name in messages.
  let name: String
  let descriptor: Int32
  private let owns: Bool

  /// Standard input.
  static var standardInput: InputFile { InputFile(name: "stdin", descriptor: STDIN_FILENO, owns: false) }

  /// Opens a file.
  ///
  /// - Throws: a sentence.
  convenience init(path: String) throws(UsageError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .missingFile("Cannot read '\(path)': \(FileTrouble.last.reason).")
    }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw .missingFile("Cannot read '\(path)': it is a folder.")
    }
    self.init(name: path, descriptor: descriptor, owns: true)
  }

  private init(name: String, descriptor: Int32, owns: Bool) {
    self.name = name
    self.descriptor = descriptor
    self.owns = owns
  }

  deinit { if owns { close(descriptor) } }

  /// Reads what is there; blocks where nothing is, so `poll` first.
  func read() -> Reading {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count > 0 { return .bytes(Array(bytes[..<count])) }
    if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
    if count == 0 { return .end }
    return .failure("Cannot read on in '\(name)': \(FileTrouble.last.reason).")
  }

  /// Whether a path leads to this very file, be it by another name.
  func isSame(as path: String) -> Bool {
    var mine = stat()
    var other = stat()
    guard fstat(descriptor, &mine) == 0, stat(path, &other) == 0 else { return false }
    return mine.st_dev == other.st_dev && mine.st_ino == other.st_ino && mine.st_mode & S_IFMT == S_IFREG
  }
}
