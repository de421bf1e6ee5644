// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Other programs, run to their end.
///
/// - Thread: any but the process callback.
enum Program {
  /// Runs a program and waits for it.
  ///
  /// - Parameters:
  ///   - program: a path, or a name to be found by `PATH`.
  ///   - silenced: files of it that lead nowhere, such as `STDERR_FILENO`.
  /// - Returns: its exit code; 127 where a signal ended it.
  /// - Throws: where it cannot be started.
  static func run(_ program: String, _ words: [String], silenced: [Int32]) throws(FileTrouble) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in silenced { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, program, &actions, nil, &arguments, environ)
    guard code == 0 else { throw FileTrouble(code: code) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 127
  }
}
