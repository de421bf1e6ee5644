// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes lines that read back to the same thing, as a person would write them.
///
/// Whatever props a line gave, the line written here gives them again, and is written the same the next time. A word stands
/// without its key where it is read so, texts are quoted only where they have to be, and numbers have no needless digits.
/// First come the words, then `key=value`, then flags. Linear time; any thread.
///
/// All that a line can give has a line. Values that no line gives are written as near as one can say them: a line feed in
/// a text becomes a space, a bar in an item of a list such as `rows` cuts it in two, as a hyphen does in `prog`; an empty list
/// and a key that is no name are left out. Escapes can take a line of nearly `LineSplitter.limit` bytes past that limit.
public enum LineText {
  /// The line that puts up an instrument, a text or a custom block: `loop@beat 96 "Boom bap" p=x...x... +play`.
  ///
  /// - Parameter id: letters, digits, `_` and `-`; nil to have one counted.
  public static func add(_ preset: Preset, id: String?, _ props: Props) -> String {
    precondition(id.map { Name.isName($0) } ?? true, "An id is made of letters, digits, _ and -.")
    let head = id.map { "\(preset.rawValue)@\($0)" } ?? preset.rawValue
    guard preset == .custom else { return line(head, preset, props) }
    return "\(head) \(props["spec"]?.json.exactText ?? "{}")"
  }

  /// The line that changes what is there: `~beat bpm=104`.
  ///
  /// - Parameter target: not a custom block, which no line can change.
  public static func patch(_ target: Target, _ props: Props) -> String {
    precondition(target.preset.isPatchable, "A custom block cannot be patched.")
    // The name of a preset would mean the newest of that preset, not the id.
    let isHidden = target.isID && Preset(rawValue: target.name) != nil
    return line(isHidden ? "~\(target.preset.rawValue)@\(target.name)" : "~\(target.name)", target.preset, props)
  }

  /// The comment at the end of a line, with its `#`; nil where there is none.
  public static func comment(of line: String) -> String? {
    var line = line
    return line.withUTF8 { bytes in
      var tokens = Tokenizer(bytes)
      _ = tokens.route()
      var end = tokens.offset
      while let token = tokens.next() { end = token.range.upperBound }
      let rest = String(decoding: bytes[end...], as: UTF8.self).trimmed()
      return rest.isEmpty ? nil : rest
    }
  }

  private static func line(_ head: String, _ preset: Preset, _ props: Props) -> String {
    var words: [String] = []
    var settings: [String] = []
    var flags: [String] = []
    var title: String?
    for (key, value) in props.entries where Name.isKey(key.utf8) {
      // A text without words is read as an empty one.
      if preset == .say, key == preset.wordsProp, value == .text("") { continue }
      if let word = word(key, value, preset) {
        words.append(word)
      } else if key == preset.wordsProp, case .text(let text) = value, !text.isEmpty {
        title = preset == .say && isRead(text, as: key, value, preset) ? text : word(text, key, value, preset)
      } else if value == .flag(true), key.utf8.first.map(Name.isLetter) == true {
        flags.append("+\(key)")
      } else if value != .list([]) {
        settings.append("\(key)=\(preset.listProps.contains(key) ? listed(value) : typed(value))")
      }
    }
    return ([head] + words + (title.map { [$0] } ?? []) + settings + flags).joined(separator: " ")
  }

  /// A value as a word without its key; nil where it needs the key.
  private static func word(_ key: String, _ value: Value, _ preset: Preset) -> String? {
    guard key != preset.wordsProp else { return nil }
    let word: String
    switch value {
    case .number(let number): word = NumberText.plain(number)
    case .text(let text): word = text
    case .list(let values) where key == ChordsProps.progression.name:
      word = values.map(\.written).joined(separator: "-")
    case .list where key == ChordsProps.chords.name: word = listed(value)
    case .list, .flag, .spec: return nil
    }
    return isRead(word, as: key, value, preset) ? word : nil
  }

  /// A title, quoted where it is more than one plain word.
  private static func word(_ text: String, _ key: String, _ value: Value, _ preset: Preset) -> String {
    isPlain(text) && isRead(text, as: key, value, preset) ? text : quoted(text)
  }

  /// Whether the parser reads a piece of a line as one prop and nothing else.
  private static func isRead(_ text: String, as key: String, _ value: Value, _ preset: Preset) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var tokens = Tokenizer(bytes)
      var arguments = Arguments(preset)
      arguments.read(&tokens)
      return arguments.props == [key: value]
    }
  }

  /// The items of a list prop, which stay text however they look.
  private static func listed(_ value: Value) -> String {
    guard case .list(let values) = value else { return listed(.list([value])) }
    return values.map { isPlain($0.written) ? $0.written : quoted($0.written) }.joined(separator: "|")
  }

  /// A value that is typed again when it is read.
  private static func typed(_ value: Value) -> String {
    switch value {
    case .number(let number): NumberText.plain(number)
    case .text(let text): isPlain(text) && Value(typing: text) == value ? text : quoted(text)
    case .flag(let flag): flag ? "on" : "off"
    case .list(let values): values.map(typed).joined(separator: "|")
    case .spec(let json): quoted(json.exactText)
    }
  }

  /// Whether a text stands in a token as it is.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.allSatisfy { index in
        bytes[index] != UInt8(ascii: "\"") && bytes[index] != UInt8(ascii: "|")
          && WhiteSpace.length(in: bytes, at: index) == 0
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar == "\n" ? " " : scalar)
    }
    return quoted + "\""
  }
}
