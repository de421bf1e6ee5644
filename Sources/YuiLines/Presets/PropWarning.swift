// SPDX-License-Identifier: GPL-3.0-or-later

/// A value that is not played as it was written.
public struct PropWarning: Sendable, Equatable {
  /// Why the value is not played as written.
  public enum Reason: Sendable, Equatable {
    /// A number below or above its range, both ends included.
    case outOfRange(ClosedRange<Double>)
    /// A number that is not between two others.
    case notBetween(Double, Double)
    /// A number where only whole ones count.
    case notWhole
    /// A value of another type; what is expected, as "a number".
    case wrongType(expected: String)
    /// A word that is not known; what it should be, as "a sound".
    case unknownWord(kind: String)
    /// A word that is not known and has no stand-in; what it should be, as "a note".
    case leftOut(kind: String)
    /// A note that MIDI cannot send.
    case outOfReach
    /// A key or a flag that the preset of this name does not have, and that looks like one that it has.
    case unknownProp(preset: String)
    /// A pattern text with hits behind the last step of the loop; the number of the text, from 1. What is used are the steps
    /// that the loop would need.
    case patternTooLong(text: Int, steps: Int)
    /// More entries than are used; what they are, as "rows".
    case tooMany(kind: String, limit: Int)
  }

  /// The name of the prop.
  public var prop: String
  /// What the line said.
  public var given: String
  /// What is played instead; empty where nothing is.
  public var used: String
  /// Why.
  public var reason: Reason
  /// A known word near to the one given.
  public var suggest: String?

  /// Whether it is of a word that is not known, and has a stand-in.
  public var isOfWord: Bool {
    if case .unknownWord = reason { true } else { false }
  }

  /// The message, followed by the suggestion where there is one.
  public var sentence: String { suggest.map { "\(message) Did you mean '\($0)'?" } ?? message }

  /// One sentence for people.
  public var message: String {
    switch reason {
    case .outOfRange(let range):
      let ends = "\(NumberText.text(range.lowerBound)) to \(NumberText.text(range.upperBound))"
      return "'\(prop)=\(given)' is outside \(ends), so \(used) is played."
    case .notBetween(let low, let high):
      return
        "'\(prop)=\(given)' is not between \(NumberText.text(low)) and \(NumberText.text(high)), so \(used) is used."
    case .notWhole: return "'\(prop)=\(given)' is not a whole number, so \(used) is played."
    case .wrongType(let expected): return "'\(prop)=\(given)' should be \(expected), so \(used) is used."
    case .unknownWord(let kind): return "'\(given)' in '\(prop)' is not \(kind), so \(used) is used."
    case .leftOut(let kind): return "'\(given)' in '\(prop)' is not \(kind), so it is left out."
    case .outOfReach: return "'\(given)' in '\(prop)' is beyond the notes C-1 to G9, so \(used) is played."
    case .unknownProp(let preset): return "'\(preset)' has no '\(prop)', so it changes nothing."
    case .patternTooLong(let text, let steps):
      let advice = steps < Pattern.longest ? "write 'steps=\(used)' to hear more" : "a loop has no more"
      return "Pattern \(text) has hits behind step \(steps), which are not played; \(advice)."
    case .tooMany(let kind, let limit):
      return "'\(prop)' names \(given) \(kind), of which the first \(limit) are played."
    }
  }
}
