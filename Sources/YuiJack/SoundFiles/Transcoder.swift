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
    guard code == 0 else {
      unlink(path)
      throw .cannotWrite("'ffmpeg' could not make '\(path)'. The sound is in '\(source)'.")
    }
  }

  /// A path that does not begin with a dash.
  private static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "./\(path)" }
}
