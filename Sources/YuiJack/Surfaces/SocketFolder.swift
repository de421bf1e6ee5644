// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The folder of the control sockets: `$XDG_RUNTIME_DIR/yui-jack`, or one of the user's own under the temporary directory.
///
/// Only the user may open it; a folder that others could open or have made is never used.
///
/// - Thread: any.
struct SocketFolder {
  /// A reason not to use the folder: one sentence.
  struct Refusal: Error {
    var sentence: String
  }

  private static let ending = ".sock"

  /// Where it is.
  let path: String

  /// The folder of this user.
  init() {
    if let runtime = Self.variable("XDG_RUNTIME_DIR"), Self.isOurs(runtime) {
      path = "\(runtime)/yui-jack"
    } else {
      path = "\(Self.variable("TMPDIR") ?? "/tmp")/yui-jack-\(geteuid())"
    }
  }

  /// Whether anything is there.
  var exists: Bool {
    var information = stat()
    return lstat(path, &information) == 0
  }

  /// Makes the folder where it is missing.
  ///
  /// - Throws: why there can be no sockets in it.
  func make() throws(Refusal) {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw Refusal(sentence: "The folder '\(path)' cannot be made: \(String(cString: strerror(errno))).")
    }
    try check()
  }

  /// Looks whether the folder is there for this user alone.
  ///
  /// - Throws: what is wrong with it.
  func check() throws(Refusal) {
    var information = stat()
    guard lstat(path, &information) == 0 else {
      throw Refusal(sentence: "The folder '\(path)' cannot be opened: \(String(cString: strerror(errno))).")
    }
    guard information.st_mode & S_IFMT == S_IFDIR else {
      throw Refusal(sentence: "'\(path)' is no folder: take it away.")
    }
    guard information.st_uid == geteuid() else {
      throw Refusal(sentence: "The folder '\(path)' belongs to somebody else: take it away.")
    }
    guard information.st_mode & 0o077 == 0 else {
      throw Refusal(sentence: "The folder '\(path)' can be opened by others: close it with 'chmod 700 \(path)'.")
    }
  }

  /// Where the socket of a client name is. What cannot stand in a file name is replaced.
  func socket(of name: String) -> String { "\(path)/\(Self.fileName(of: name))\(Self.ending)" }

  /// The names that have a socket, whether somebody listens there or not, in order.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(Self.ending) { names.append(String(name.dropLast(Self.ending.count))) }
    }
    return names.sorted()
  }

  private static func fileName(of name: String) -> String {
    let characters = name.unicodeScalars.map { scalar in
      scalar == "/" || scalar.properties.generalCategory == .control ? "_" : Character(scalar)
    }
    return characters.first == "." ? "_" + String(characters.dropFirst()) : String(characters)
  }

  /// A variable that holds an absolute path, without slashes at its end.
  private static func variable(_ name: String) -> String? {
    guard var path = UserFolder.variable(name), path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func isOurs(_ folder: String) -> Bool {
    var information = stat()
    return stat(folder, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
      && information.st_uid == geteuid() && access(folder, W_OK | X_OK) == 0
  }
}
