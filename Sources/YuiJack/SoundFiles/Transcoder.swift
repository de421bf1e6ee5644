// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Makes AAC files with the program `ffmpeg`, where it is installed.
enum Transcoder {
  /// Finds the program.
  ///
  /// - Returns: its path.
  /// - Throws: `cannotCreate` where it is not installed.
  @discardableResult
  static func find() throws(UsageError) -> String {
    let folders = (UserFolder.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    for folder in folders {
      let path = "\(folder)/ffmpeg"
      if access(path, X_OK) == 0 { return path }
    }
    throw .cannotCreate(
      "The format 'm4a' is made by the program 'ffmpeg', which is not installed: install it, or choose another format.")
  }

  /// Makes an AAC file of 160 kbit/s, and waits until it is there.
  ///
  /// - Throws: `cannotWrite` where the program fails; what it left is removed.
  static func makeAAC(from source: String, into path: String) throws(UsageError) {
    let program = try find()
    let words = [
      "-nostdin", "-y", "-loglevel", "error", "-i", absolute(source), "-c:a", "aac", "-b:a", "160k",
      "-movflags", "+faststart", "-f", "ipod", absolute(path),
    ]
    let code: Int32
    do {
      code = try Program.run(program, words, silenced: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
    } catch {
      throw .cannotWrite("Cannot start '\(program)': \(error.reason). The sound is in '\(source)'.")
    }
    // On a full disk the program says that all is well.
    guard code == 0, isWhole(path) else {
      unlink(path)
      throw .cannotWrite("'ffmpeg' could not make '\(path)'. The sound is in '\(source)'.")
    }
  }

  /// Whether the boxes of an MPEG-4 file fill it, and one tells of the sound (ISO/IEC 14496-12, 4.2).
  private static func isWhole(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    var (place, hasSound): (off_t, Bool) = (0, false)
    while place < end {
      var head = [UInt8](repeating: 0, count: 16)
      guard pread(descriptor, &head, head.count, place) >= 8 else { return false }
      var size = head[..<4].reduce(0) { $0 << 8 | off_t($1) }
      if size == 1 { size = head[8...].reduce(0) { $0 << 8 | off_t($1) } }
      guard size >= 8, size <= end - place else { return false }
      if head[4..<8].elementsEqual("moov".utf8) { hasSound = true }
      place += size
    }
    return hasSound
  }

  /// A path that does not begin with a dash.
  private static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "./\(path)" }
}
