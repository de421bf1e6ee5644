// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Folders of the user as the XDG Base Directory Specification has them.
enum UserFolder {
  /// `$XDG_DATA_HOME/yui-jack`; nil where there is no home.
  static var data: String? { path("XDG_DATA_HOME", ".local/share") }

  /// `$XDG_STATE_HOME/yui-jack`; nil where there is no home.
  static var state: String? { path("XDG_STATE_HOME", ".local/state") }

  /// Makes a folder, and those it lies in, where they are missing.
  ///
  /// - Parameter rights: of those that are made; the user's alone unless more is given.
  static func make(_ path: String, rights: mode_t = 0o700) throws(FileTrouble) {
    for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), rights) }
    guard mkdir(path, rights) != 0 else { return }
    let trouble = FileTrouble.last
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { throw trouble }
  }

  /// A path whose `~/` at the beginning is the user's home.
  static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = variable("HOME") else { return path }
    return home + path.dropFirst()
  }

  /// A variable of the environment; nil where it is empty.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func path(_ name: String, _ inHome: String) -> String? {
    // A relative path counts for nothing, as the specification says.
    let folder = variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? variable("HOME").map { "\($0)/\(inHome)" }
    return folder.map { "\($0)/yui-jack" }
  }
}
