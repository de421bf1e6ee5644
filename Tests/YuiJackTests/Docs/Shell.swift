// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A command line that runs beside the test, with all that it started.
///
/// It is ended when the value ends, and after ten minutes at the latest.
final class Shell {
  /// The process that is spoken to.
  let process: ChildProcess
  /// Where it runs; it stays as long as the command does.
  private let folder: TemporaryDirectory

  /// Starts a command line in `folder`.
  init(_ command: String, in folder: TemporaryDirectory, environment: [String: String]) throws {
    self.folder = folder
    // `timeout` leads a process group of its own.
    process = try ChildProcess(
      "timeout", ["600", "bash", "-c", "cd '\(folder.path)' && \(command)"], environment: environment)
  }

  deinit {
    end(SIGTERM)
    try? waitUntil("it ends", limit: .seconds(1)) { process.hasEnded }
    end(SIGKILL)
  }

  /// Sends a signal to everything that was started.
  func end(_ signal: Int32) { kill(-process.processID, signal) }
}

/// A folder like a fresh clone's, and a home with nothing in it.
struct Home {
  private let folder: TemporaryDirectory

  /// Makes them.
  init() throws {
    folder = try TemporaryDirectory()
    for name in ["scripts", "examples"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: Repository.path(name))
    }
  }

  /// Starts a command line in the folder.
  ///
  /// - Parameter server: the JACK server that it finds, if it runs.
  func run(_ command: String, _ server: String) throws -> Shell {
    let programs = URL(fileURLWithPath: try YuiJackProgram.path()).deletingLastPathComponent().path
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Shell(
      command, in: folder,
      environment: [
        "JACK_DEFAULT_SERVER": server, "PATH": "\(programs):\(paths)", "HOME": folder.path,
        "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path,
      ])
  }
}
