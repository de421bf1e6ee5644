// SPDX-License-Identifier: GPL-3.0-or-later

/// Gathers the props of a line, token by token, as a preset reads them.
struct Arguments {
  private let preset: Preset
  private let listProps: [String]
  private var positionals = Props()
  private var flags = Props()
  private var settings = Props()
  /// Whether a progression was given that has no numeral, which is the same as none.
  private var hasEmptyProgression = false
  /// Positional words that fill no prop, for `title` or `text`.
  private var words = ""

  init(_ preset: Preset) {
    self.preset = preset
    listProps = preset.listProps
  }

  /// Reads the rest of a line.
  mutating func read(_ tokens: inout Tokenizer) {
    while let token = tokens.next() { _ = take(token) }
  }

  /// The props: positionals, flags over them, `key=value` over both.
  var props: Props {
    var props = positionals
    // A text without words is an empty one.
    if !words.isEmpty || preset == .say { props[preset.wordsProp] = .text(words) }
    for (key, value) in flags.entries { props[key] = value }
    for (key, value) in settings.entries { props[key] = value }
    let progression = ChordsProps.progression.name
    if hasEmptyProgression, settings[progression] == nil { props[progression] = nil }
    return props
  }

  /// Takes one token.
  ///
  /// - Returns: the prop that it gives.
  mutating func take(_ token: Token) -> String {
    if let key = token.key {
      settings[key] = listProps.contains(key) ? list(key, token) : token.value
      if settings[key] == nil { hasEmptyProgression = true }
      return key
    }
    if let flag = token.flag {
      flags[flag] = .flag(true)
      return flag
    }
    if let prop = fill(token) { return prop }
    words += words.isEmpty ? token.text : " " + token.text
    return preset.wordsProp
  }

  /// A list of texts; nil for an empty one, which is the same as none.
  private func list(_ key: String, _ token: Token) -> Value? {
    guard key == ChordsProps.progression.name else { return .texts(token.texts) }
    let numerals = token.texts.flatMap { $0.components(at: UInt8(ascii: "-")) }.filter { !$0.isEmpty }
    return numerals.isEmpty ? nil : .texts(numerals)
  }

  /// Fills the first prop that the token fits and that is still empty.
  ///
  /// - Returns: that prop; nil where there is none.
  private mutating func fill(_ token: Token) -> String? {
    if preset == .chords, !token.others.isEmpty { return fill("chords", .texts(token.texts)) }
    guard token.isBare else { return nil }
    let text = token.first.text
    switch preset {
    case .loop, .metronome: return Positional.tempo(text).flatMap { fill("bpm", .number($0)) }
    case .drums: return DrumsProps.size(text) != nil ? fill("grid", .text(text)) : nil
    case .keys:
      if Positional.isKey(text), let prop = fill("key", .text(text)) { return prop }
      return Scale(rawValue: text) != nil ? fill("scale", .text(text)) : nil
    case .chords:
      if Positional.isKey(text), let prop = fill("key", .text(text)) { return prop }
      let numerals = text.components(at: UInt8(ascii: "-"))
      return numerals.count > 1 && numerals.allSatisfy(Positional.isNumeral) ? fill("prog", .texts(numerals)) : nil
    case .tuner: return TunerInstrument(rawValue: text) != nil ? fill("instrument", .text(text)) : nil
    case .say, .custom: return nil
    }
  }

  private mutating func fill(_ key: String, _ value: Value) -> String? {
    guard positionals[key] == nil else { return nil }
    positionals[key] = value
    return key
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
