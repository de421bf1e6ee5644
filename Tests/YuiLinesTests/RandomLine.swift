// SPDX-License-Identifier: GPL-3.0-or-later

@testable import YuiLines

/// Lines that are more likely than chance to mean something, and to mean something odd.
enum RandomLine {
  private static let heads = Preset.allCases.filter { $0 != .custom }.map(\.rawValue)
  private static let ids = ["", "", "@beat", "@a-b_c", "@loop", "@0"]
  private static let keys = [
    "bpm", "title", "text", "p", "rows", "pads", "chords", "prog", "strings", "key", "scale", "grid", "instrument",
    "play", "inline", "x", "_y", "Long-key_2", "spec",
  ]
  private static let words = [
    "96", "120bpm", "-5", "1.50", "00.25", "9007199254740993", "0.0000001", "-0", "on", "off", "true", "false", "2x2",
    "4X4", "Am", "F#", "C#4", "minor", "blues", "I", "I-V-vi", "bVII-#iv", "i", "-", "--", "guitar", "bass", "Night",
    "x...x...", "0101", "1e5", ".5", "#", "#1", "+play", "+1", "+a=b", "a=b", "=", "~x", ">2", "{}", "\\", "C:\\x",
    "é", "e\u{301}", "\u{301}", "💪", "\0", "\u{2028}", "\u{FEFF}", "\u{A0}", "\r", "\t", "  ", "bpm=", "@", "Dm/F",
  ]
  private static let json = [
    "1", "-0.5", "1e300", "0.12345678901", "9007199254740993", "true", "null", "\"a\\nb\"", "\"é\"", "[]", "[1,[2]]",
    "{\"k\":\"\\u0000\"}", "1E-7", "123456789012345678901234567890",
  ]

  /// One line without its line feed.
  static func make(_ random: inout SplitMix) -> String {
    let id = ids.randomElement(using: &random)!
    if Int.random(in: 0..<12, using: &random) == 0 {
      let members = (0..<Int.random(in: 0...3, using: &random)).map {
        "\"\($0)\": \(json.randomElement(using: &random)!)"
      }
      return "custom\(id) {\(members.joined(separator: " , "))}"
    }
    var line = Bool.random(using: &random) ? "~" : ""
    line += heads.randomElement(using: &random)! + id
    for _ in 0..<Int.random(in: 0...7, using: &random) {
      line += [" ", " ", " ", "  ", "\t"].randomElement(using: &random)! + token(&random)
    }
    return line
  }

  private static func token(_ random: inout SplitMix) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3: "\(keys.randomElement(using: &random)!)=\(value(&random))"
    case 4: "+\(keys.randomElement(using: &random)!)"
    default: value(&random)
    }
  }

  private static func value(_ random: inout SplitMix) -> String {
    let count = [1, 1, 1, 2, 3, 17].randomElement(using: &random)!
    return (0..<count).map { _ in part(&random) }.joined(separator: "|")
  }

  private static func part(_ random: inout SplitMix) -> String {
    let word = words.randomElement(using: &random)!
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return ""
    case 1...3: return "\"\(word)\""
    case 4: return "\"\(word) \\\"\(words.randomElement(using: &random)!)\\\\\""
    case 5: return "\(word)\"|\(words.randomElement(using: &random)!)\""
    case 6: return "\"\(word)"
    default: return word
    }
  }
}
