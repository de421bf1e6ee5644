// SPDX-License-Identifier: GPL-3.0-or-later

import YuiJack
import YuiLines

/// One option of the command line.
struct CommandOption {
  /// `--name`, with its dashes.
  let long: String
  /// `-n`, with its dash.
  var short: String?
  /// What its value is called in the help; nil for an option without one.
  var value: String?
  /// Whether its value may be left out; one that is there then stands behind `=`.
  var valueIsOptional = false
  /// What it does, for the help.
  let help: String
}

/// The words of a command line, sorted into options and the rest.
struct OptionReader {
  private(set) var values: [String: String] = [:]
  private(set) var flags: Set<String> = []
  /// Everything that is no option, in order.
  private(set) var rest: [String] = []

  /// Reads words by a table of options. `--` ends the options; `-` alone is no option.
  ///
  /// - Throws: `usage`.
  init(_ words: [String], table: [CommandOption]) throws(UsageError) {
    var words = words[...]
    var onlyRest = false
    while let word = words.popFirst() {
      if onlyRest || word == "-" || !word.hasPrefix("-") {
        rest.append(word)
        continue
      }
      if word == "--" {
        onlyRest = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = word.hasPrefix("--") ? String(parts[0]) : word
      guard let option = table.first(where: { $0.long == name || $0.short == name }) else {
        let near = Suggestion.nearest(to: name, among: table.map(\.long))
        throw .usage("Unknown option '\(name)'.\(near.map { " Did you mean '\($0)'?" } ?? "")")
      }
      let inline = word.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      guard let valueName = option.value else {
        if let inline { throw .usage("'\(option.long)' takes no value, but '\(inline)' was given.") }
        flags.insert(option.long)
        continue
      }
      if option.valueIsOptional, inline == nil {
        flags.insert(option.long)
        continue
      }
      guard let value = inline ?? words.popFirst() else {
        throw .usage("'\(option.long)' needs a value: \(option.long) \(valueName).")
      }
      values[option.long] = value
    }
  }

  /// The number of an option.
  ///
  /// - Throws: `usage` for what is no number, or lies outside the range.
  func number(_ name: String, _ range: ClosedRange<Double>, unit: String = "") throws(UsageError) -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      let ends = "\(OptionReader.text(range.lowerBound)) to \(OptionReader.text(range.upperBound))"
      throw .usage("'\(name)' takes a number from \(ends)\(unit), not '\(text)'.")
    }
    return number
  }

  /// The whole number of an option.
  ///
  /// - Throws: `usage` for what is no whole number, or lies outside the range.
  func whole(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage("'\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'.")
    }
    return number
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
