// SPDX-License-Identifier: GPL-3.0-or-later

/// What a host line expects at a place.
public enum HostExpectation: Sendable, Equatable {
  /// Nothing at all.
  case nothing
  /// Nothing but one more thing, which names it.
  case only(String)
  /// A number in a range under a key; `whole` when it has to be a whole one.
  case number(key: String, ClosedRange<Double>, whole: Bool)
  /// One of several words, under a key where it has one.
  case oneOf([String], key: String?)
  /// One or more settings.
  case settings([String])
  /// A sound or a pad.
  case sound
  /// A note that MIDI can send.
  case note
  /// A chord's number or name.
  case chord
  /// A string's number.
  case string
  /// A positive number and a unit of time.
  case time
  /// A target of any instrument, or of one preset.
  case target(Preset?)
  /// A time in seconds above 0.
  case seconds(key: String?)
  /// A place to write to.
  case path

  /// The expectation as the end of a sentence.
  var text: String {
    switch self {
    case .nothing: "nothing more"
    case .only(let what): "only \(what)"
    case .number(let key, let range, let whole):
      "\(key)= with a \(whole ? "whole number" : "number") from \(NumberText.text(range.lowerBound)) to "
        + NumberText.text(range.upperBound)
    case .oneOf(let words, let key): (key.map { "\($0)= with " } ?? "") + Self.list(words)
    case .settings(let settings): Self.list(settings)
    case .sound: "a sound such as kick, or the number of a pad from 1 to 16"
    case .note: "a note such as C4, from C-1 to G9, or 'off'"
    case .chord: "the number of a chord button, or a chord such as Am7"
    case .string: "the number of a string, or 'off'"
    case .time: "a number above 0 and then beats, bars, steps or s"
    case .target(nil): "the id or the preset of an instrument"
    case .target(let preset?): "an id that belongs to \(preset.rawValue)"
    case .seconds(let key): (key.map { "\($0)= with " } ?? "") + "a number of seconds above 0"
    case .path: "to= with the name of a file"
    }
  }

  private static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }
}
