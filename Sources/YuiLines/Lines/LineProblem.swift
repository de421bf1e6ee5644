// SPDX-License-Identifier: GPL-3.0-or-later

/// What is wrong with a line, apart from where.
public enum LineProblem: Error, Sendable, Equatable {
  /// The first word begins no line of the language.
  case unknownWord
  /// The first word is quoted.
  case quotedWord
  /// What follows `@` is no id.
  case badID
  /// An id behind a word that takes none.
  case noIDTaken(word: String)
  /// `save`, `show` or `forget` without a name.
  case nameMissing(word: String)
  /// Something behind `close`.
  case closeTakesNothing
  /// `~` without a target.
  case targetMissing
  /// A target that is neither a preset nor a known id.
  case unknownTarget
  /// A target `preset@id` whose preset does not exist.
  case unknownTargetPreset(String)
  /// A target `preset@id` whose id is another preset's.
  case otherPreset(id: String, has: Preset, asked: Preset)
  /// A custom block as a target.
  case customTarget
  /// A custom block without readable JSON; what was expected, as "a colon".
  case badJSON(expected: String)
  /// A line of more bytes than the limit.
  case tooLong(limit: Int)
  /// Bytes that are not UTF-8.
  case notUTF8
  /// A host line with an argument that makes no sense, or without one that it needs.
  case argument(verb: HostVerb, expected: HostExpectation, isMissing: Bool)

  /// One sentence for people: what is wrong, and what to write instead.
  func message(token: String) -> String {
    switch self {
    case .unknownWord where token == "help" || token == "?":
      "'\(token)' begins no line; try 'loop 96 p=x...x... +play', 'hit kick' or 'status': 'man yui-jack' has all lines."
    case .unknownWord:
      "'\(token)' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change."
    case .quotedWord: "The first word '\(token)' stands in quotes; write it without them."
    case .badID: "'\(token)' has no id behind the @; write letters, digits, _ or - there."
    case .noIDTaken(let word): "'\(token)' cannot have an id; write '\(word)' without the @."
    case .nameMissing(let word): "'\(word)' needs a name; write it behind the word, as in '\(word) my song'."
    case .closeTakesNothing: "'close' stands alone; take '\(token)' away."
    case .targetMissing: "'~' needs the id or the preset to change right behind it, as in '~loop bpm=100'."
    case .unknownTarget: "'\(token)' is no preset and no id put up so far; put it up first, or name another one."
    case .unknownTargetPreset(let word):
      "'\(word)' in '\(token)' is no preset; write loop, drums, keys, chords, tuner, metronome or say."
    case .otherPreset(let id, let has, let asked):
      "'\(id)' belongs to \(has.rawValue), not to \(asked.rawValue); write '\(id)' or '\(has.rawValue)@\(id)'."
    case .customTarget: "'\(token)' is a custom block, which cannot be changed; put up a new one with the same id."
    case .badJSON(let expected): "The JSON of the custom block does not read here; expected \(expected)."
    case .tooLong(let limit): "This line is longer than \(limit) bytes and was left out; cut it into several."
    case .notUTF8: "This line holds bytes that are not UTF-8 and was left out; save the text as UTF-8."
    case .argument(let verb, let expected, true): "'\(verb.rawValue)' needs more behind it; expected \(expected.text)."
    case .argument(let verb, let expected, false):
      "'\(token)' makes no sense behind '\(verb.rawValue)'; expected \(expected.text)."
    }
  }
}
