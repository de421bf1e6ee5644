// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Where takes are kept, and what they are called.
struct TakeFolder {
  let path: String

  /// The folder of that path.
  init(path: String) { self.path = path }

  /// The user's: `yui-jack` in the music folder of the XDG user directories; nil where there is no home.
  static var ofUser: TakeFolder? { music.map { TakeFolder(path: "\($0)/yui-jack") } }

  /// `$XDG_MUSIC_DIR`, else what the file of user directories says, else `Music` at home.
  private static var music: String? {
    if let folder = UserFolder.variable("XDG_MUSIC_DIR"), folder.hasPrefix("/") { return folder }
    guard let home = UserFolder.variable("HOME") else { return nil }
    let configuration = UserFolder.variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
    let file = (try? TextFile.read("\(configuration)/user-dirs.dirs")) ?? nil
    for line in String(decoding: file ?? [], as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("XDG_MUSIC_DIR=\"") && line.hasSuffix("\"") {
      let value = line.dropFirst("XDG_MUSIC_DIR=\"".count).dropLast()
      if value.hasPrefix("/") { return String(value) }
      if value.hasPrefix("$HOME/") { return "\(home)/\(value.dropFirst("$HOME/".count))" }
    }
    return "\(home)/Music"
  }

  /// A path in it without an extension, which neither a sound nor a MIDI file has: the local time, which sorts, and a name.
  ///
  /// - Parameter time: seconds since 1970.
  func freeStem(named name: String, fileExtension: String, time: time_t) -> String {
    var time = time
    var parts = tm()
    localtime_r(&time, &parts)
    func digits(_ number: Int32, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    let hour = "\(digits(parts.tm_hour))-\(digits(parts.tm_min))-\(digits(parts.tm_sec))"
    let stem = "\(path)/\(day)_\(hour)_\(name)"
    var number = 1
    var candidate = stem
    while ["." + fileExtension, ".mid"].contains(where: { access(candidate + $0, F_OK) == 0 }) {
      number += 1
      candidate = "\(stem)_\(number)"
    }
    return candidate
  }

  /// Makes it, and the folders it lies in. Where that is refused, so is a file in it, and that is told.
  func make() { try? UserFolder.make(path, rights: 0o777) }

  /// A path as a URI, RFC 8089.
  static func uri(of path: String) -> String {
    var absolute = path
    if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
      absolute = "\(String(cString: here))/\(path)"
      free(here)
    }
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let hex = Array("0123456789ABCDEF")
    return "file://"
      + absolute.utf8.map { byte in
        plain.contains(byte)
          ? String(UnicodeScalar(byte)) : "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
      }.joined()
  }
}
