// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of a line between white space.
struct Token: Equatable {
  /// A piece of a token between bars that stand outside quotes.
  struct Part: Equatable {
    /// The text, without quotes and escapes.
    var text: String
    /// Whether any of it was quoted, which keeps it text.
    var isQuoted: Bool

    /// The typed value.
    var value: Value { isQuoted ? .text(text) : Value(typing: text) }
  }

  /// Where the token stands in the bytes of the line.
  var range: Range<Int>
  /// The key of a `key=value` token.
  var key: String?
  /// The first part, behind the key where there is one.
  var first: Part
  /// The parts behind the first bar; empty for most tokens.
  var others: [Part] = []

  /// Whether any of the token was quoted.
  var isQuoted: Bool { first.isQuoted || others.contains { $0.isQuoted } }

  /// Whether the token can be a number, a flag or a special word: no key, no quotes, no bar.
  var isBare: Bool { key == nil && others.isEmpty && !first.isQuoted }

  /// The token as it was written, without quotes and escapes.
  var text: String {
    let value = others.isEmpty ? first.text : ([first] + others).map(\.text).joined(separator: "|")
    return key.map { "\($0)=\(value)" } ?? value
  }

  /// The name of a flag, `+` and an identifier that begins with a letter; nil for other tokens.
  var flag: String? {
    guard isBare, first.text.utf8.first == UInt8(ascii: "+") else { return nil }
    let name = first.text.utf8.dropFirst()
    guard let initial = name.first, Name.isLetter(initial), name.allSatisfy(Name.holds) else { return nil }
    return String(name)
  }

  /// The typed value behind the key, a list where there are several parts.
  var value: Value { others.isEmpty ? first.value : .list(([first] + others).map(\.value)) }

  /// The parts as they were typed, cut at every bar, also at quoted ones.
  var texts: [String] { ([first] + others).flatMap { $0.text.components(at: UInt8(ascii: "|")) } }
}

/// The characters of names: ids, screens, keys, flags.
enum Name {
  /// Whether a byte is an ASCII letter.
  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Whether a byte is a letter, a digit, `_` or `-`.
  static func holds(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// Whether bytes can be a key: a letter or `_`, then characters of names.
  static func isKey(_ bytes: some Collection<UInt8>) -> Bool {
    guard let initial = bytes.first, isLetter(initial) || initial == UInt8(ascii: "_") else { return false }
    return bytes.allSatisfy(holds)
  }

  /// Whether a text is one or more characters of names.
  static func isName(_ text: some StringProtocol) -> Bool { !text.isEmpty && text.utf8.allSatisfy(holds) }
}

extension String {
  /// The pieces between the places of an ASCII character; empty pieces count.
  func components(at separator: UInt8) -> [String] {
    utf8.split(separator: separator, omittingEmptySubsequences: false).map { String($0)! }
  }
}
