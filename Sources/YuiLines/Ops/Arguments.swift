// SPDX-License-Identifier: GPL-3.0-or-later

/// Gathers the props of a line, token by token, as a preset reads them.
struct Arguments {
  private let preset: Preset
  private let listProps: [String]
  private var positionals = Props()
  private var flags = Props()
  private var settings = Props()
  /// Positional words that fill no prop, for `title` or `text`.
  private var words = ""

  init(_ preset: Preset) {
    self.preset = preset
    listProps = preset.listProps
  }

  /// Reads the rest of a line.
  mutating func read(_ tokens: inout Tokenizer) {
    while let token = tokens.next() { take(token) }
  }

  /// The props: positionals, flags over them, `key=value` over both.
  var props: Props {
    var props = positionals
    if !words.isEmpty { props[preset.wordsProp] = .text(words) }
    for (key, value) in flags.entries { props[key] = value }
    for (key, value) in settings.entries { props[key] = value }
    return props
  }

  private mutating func take(_ token: Token) {
    if let key = token.key {
      settings[key] = listProps.contains(key) ? list(key, token) : token.value
    } else if let flag = token.flag {
      flags[flag] = .flag(true)
    } else if !fill(token) {
      words += words.isEmpty ? token.text : " " + token.text
    }
  }

  /// A list of texts; nil for an empty one, which is the same as none.
  private func list(_ key: String, _ token: Token) -> Value? {
    guard key == ChordsProps.progression.name else { return .texts(token.texts) }
    let numerals = token.texts.flatMap { $0.components(at: UInt8(ascii: "-")) }.filter { !$0.isEmpty }
    return numerals.isEmpty ? nil : .texts(numerals)
  }

  /// Fills the first prop that the token fits and that is still empty.
  private mutating func fill(_ token: Token) -> Bool {
    if preset == .chords, !token.others.isEmpty { return fill("chords", .texts(token.texts)) }
    guard token.isBare else { return false }
    let text = token.first.text
    switch preset {
    case .loop, .metronome:
      guard let bpm = Positional.tempo(text) else { return false }
      return fill("bpm", .number(bpm))
    case .drums: return DrumsProps.size(text) != nil && fill("grid", .text(text))
    case .keys:
      return Positional.isKey(text) && fill("key", .text(text))
        || Scale(rawValue: text) != nil && fill("scale", .text(text))
    case .chords:
      if Positional.isKey(text), fill("key", .text(text)) { return true }
      let numerals = text.components(at: UInt8(ascii: "-"))
      return numerals.count > 1 && numerals.allSatisfy(Positional.isNumeral) && fill("prog", .texts(numerals))
    case .tuner: return TunerInstrument(rawValue: text) != nil && fill("instrument", .text(text))
    case .say, .custom: return false
    }
  }

  private mutating func fill(_ key: String, _ value: Value) -> Bool {
    guard positionals[key] == nil else { return false }
    positionals[key] = value
    return true
  }
}

/// What words without a key can mean.
private enum Positional {
  /// Reads digits, decimals, and `bpm` in any case.
  static func tempo(_ text: String) -> Double? {
    guard let initial = text.utf8.first, (0x30...0x39).contains(initial) else { return nil }
    return NumberText.number(
      text.utf8.count > 3 && text.suffix(3).lowercased() == "bpm" ? String(text.dropLast(3)) : text)
  }

  /// Whether a word is a letter A to G, an accidental, and `m` for minor.
  static func isKey(_ text: String) -> Bool {
    guard let initial = text.utf8.first, (0x41...0x47).contains(initial), text.utf8.count <= 3 else { return false }
    return ["", "m", "#", "b", "#m", "bm"].contains(text.dropFirst())
  }

  /// Whether a word is an accidental, one or more of the letters i v I V, and then any of a to z, digits and `+`.
  static func isNumeral(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "b") || rest.first == UInt8(ascii: "#") { rest.removeFirst() }
    let suffix = rest.drop { [0x49, 0x56, 0x69, 0x76].contains($0) }
    guard suffix.startIndex > rest.startIndex else { return false }
    return suffix.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") }
  }
}
