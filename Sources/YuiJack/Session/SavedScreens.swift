// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Screens kept under names, each a file of lines that a person can read, edit and play.
///
/// - Thread: control.
final class SavedScreens {
  private static let ending = ".yui"

  /// Where they are; nil where there is no home.
  let folder: String?
  /// Changes that have not been written, by screen and id.
  private var pending: [String: [String: (preset: Preset, props: Props)]] = [:]

  init(folder: String? = UserFolder.data) { self.folder = folder }

  /// Whether changes wait to be written.
  var hasPending: Bool { !pending.isEmpty }

  /// The names, sorted.
  var names: [String] {
    guard let folder, let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if file.hasSuffix(SavedScreens.ending), !file.hasPrefix(".") {
        names.append(SavedScreens.name(file.dropLast(SavedScreens.ending.count)))
      }
    }
    return names.sorted()
  }

  /// The file of a name.
  func path(_ name: String) -> String? { folder.map { "\($0)/\(SavedScreens.fileName(name))" } }

  /// The bytes of a screen's file; nil where there is none.
  func text(_ name: String) throws(FileTrouble) -> [UInt8]? {
    try writePending(name)
    guard let path = path(name) else { return nil }
    return try TextFile.read(path)
  }

  /// Keeps a screen, instead of an older one of that name.
  ///
  /// - Parameter isFull: whether it comes back full screen.
  func save(_ lines: [String], isFull: Bool, as name: String) throws(FileTrouble) {
    guard let folder else { throw FileTrouble(reason: "There is no home folder; XDG_DATA_HOME names one") }
    let text = (["# \(name)"] + (isFull ? [">\(Screens.full)"] : []) + lines).joined(separator: "\n") + "\n"
    try TextFile.write(text.utf8, to: SavedScreens.fileName(name), in: folder)
    pending[name] = nil
  }

  /// Drops a screen.
  ///
  /// - Returns: whether there was one.
  func forget(_ name: String) throws(FileTrouble) -> Bool {
    pending[name] = nil
    guard let path = path(name) else { return false }
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENAMETOOLONG else { throw .last }
    return false
  }

  /// A line changed an id that is of a screen: so does the screen, when `writePending` is called.
  func patch(_ id: String, _ preset: Preset, _ props: Props, in name: String) {
    var change = pending[name]?[id] ?? (preset, Props())
    change.props.merge(props)
    pending[name, default: [:]][id] = change
  }

  /// Writes the changes, as far as they can be written; the others stay to be written.
  ///
  /// - Returns: the names of the screens that changed, and why the first that could not be changed was not.
  func writePending() -> (names: [String], trouble: FileTrouble?) {
    var (names, trouble): ([String], FileTrouble?) = ([], nil)
    for name in pending.keys.sorted() {
      do throws(FileTrouble) {
        if try writePending(name) { names.append(name) }
      } catch {
        trouble = trouble ?? error
      }
    }
    return (names, trouble)
  }

  /// Writes the changes of one screen.
  ///
  /// - Returns: whether it changed.
  @discardableResult
  private func writePending(_ name: String) throws(FileTrouble) -> Bool {
    guard let folder, let changes = pending[name] else { return false }
    var isChanged = false
    if let path = path(name), let text = try TextFile.read(path) {
      let changed = SavedScreens.lines(of: text).flatMap { SavedScreens.patched($0, changes) }
      isChanged = changed != text
      if isChanged { try TextFile.write(changed, to: SavedScreens.fileName(name), in: folder) }
    }
    pending[name] = nil
    return isChanged
  }

  // MARK: Parts

  /// What a line, with or without its end, puts up.
  private static func added(_ line: ArraySlice<UInt8>) -> (text: String, preset: Preset, id: String, props: Props)? {
    let end = line.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } ?? line.startIndex - 1
    guard let text = String(validating: line[...end], as: UTF8.self) else { return nil }
    var parser = LineParser(hostLines: true)
    var reply = ReplyState()
    guard case .add(let preset, let id, let props) = parser.parse(text, number: 1, in: &reply)?.action else {
      return nil
    }
    return (text, preset, id, props)
  }

  /// A line with the changes of its id in it; any other one to the byte as it was.
  private static func patched(
    _ line: ArraySlice<UInt8>, _ changes: [String: (preset: Preset, props: Props)]
  ) -> [UInt8] {
    guard let added = added(line), let change = changes[added.id], change.preset == added.preset else {
      return Array(line)
    }
    var props = added.props
    props.merge(change.props)
    let words = added.text.drop(while: \.isWhitespace)
    let route = words.hasPrefix(">") ? words.prefix { !$0.isWhitespace } + " " : ""
    let comment = LineText.comment(of: added.text).map { " " + $0 } ?? ""
    let changed = route + LineText.add(added.preset, id: added.id, props) + comment
    return Array(changed.utf8) + line.dropFirst(added.text.utf8.count)
  }

  /// The lines with their ends.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  // MARK: Names

  /// A name as the name of a file: what no file name can hold is written as `%` and two digits.
  private static func fileName(_ name: String) -> String {
    var file = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      if scalar == "/" || scalar == "%" || scalar.value < 0x20 || scalar.value == 0x7F || index == 0 && scalar == "." {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        file += "%" + (digits.count < 2 ? "0" : "") + digits
      } else {
        file.unicodeScalars.append(scalar)
      }
    }
    return file + ending
  }

  private static func name(_ file: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(file.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
