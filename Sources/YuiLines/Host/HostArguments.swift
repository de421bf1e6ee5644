// SPDX-License-Identifier: GPL-3.0-or-later

/// The arguments of a host line, taken one by one; what is left at the end is an error.
struct HostArguments {
  /// An argument as it was written.
  struct Argument {
    /// The text behind the key, or all of it; the name of a flag.
    var text: String
    /// The whole token, for messages.
    var token: Token
  }

  let verb: HostVerb
  /// Offset behind the last token, where something is missing.
  private let end: Int
  private var words: [Argument] = []
  private var settings: [(key: String, argument: Argument)] = []
  private var flags: [Argument] = []

  /// Reads the rest of a line. Of a key or a flag that stands twice the last counts.
  init(_ verb: HostVerb, _ tokens: inout Tokenizer) {
    self.verb = verb
    while let token = tokens.next() {
      if let key = token.key {
        var value = token
        value.key = nil
        settings.append((key, Argument(text: value.text, token: token)))
      } else if let flag = token.flag {
        flags.append(Argument(text: flag, token: token))
      } else {
        words.append(Argument(text: token.text, token: token))
      }
    }
    end = tokens.offset
  }

  /// The next word, if there is one.
  mutating func word() -> Argument? { words.isEmpty ? nil : words.removeFirst() }

  /// The next word, left where it is.
  var peekWord: Argument? { words.first }

  /// The next word; it is an error when there is none.
  mutating func word(_ expected: HostExpectation) throws(LineFault) -> Argument {
    guard let word = word() else { throw missing(expected) }
    return word
  }

  /// All words that are left, joined by single spaces, at the place of the first.
  mutating func rest(_ expected: HostExpectation) throws(LineFault) -> Argument {
    var all = try word(expected)
    for word in words { all.text += " " + word.text }
    words = []
    return all
  }

  /// Takes a setting away.
  mutating func setting(_ key: String) -> Argument? {
    guard let argument = settings.last(where: { $0.key == key })?.argument else { return nil }
    settings.removeAll { $0.key == key }
    return argument
  }

  /// Takes a number away; it is an error when it is outside the range, or not whole where it has to be.
  mutating func number(_ key: String, _ range: ClosedRange<Double>, whole: Bool = false) throws(LineFault) -> Double? {
    guard let argument = setting(key) else { return nil }
    guard let number = NumberText.number(argument.text), range.contains(number), !whole || number.isWhole
    else { throw fault(argument, .number(key: key, range, whole: whole)) }
    return number
  }

  /// Takes a word of a small set away.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ key: String) throws(LineFault) -> Choice?
  where Choice.RawValue == String {
    guard let argument = setting(key) else { return nil }
    guard let word = Choice(rawValue: argument.text) else {
      let words = Choice.allCases.map(\.rawValue)
      throw fault(argument, .oneOf(words, key: key), known: words)
    }
    return word
  }

  /// Takes a flag away: true for `+flag`, the value of `flag=on` or `flag=off`, nil when it is not there.
  mutating func flag(_ name: String) throws(LineFault) -> Bool? {
    if let argument = setting(name) {
      guard case .flag(let flag) = argument.token.value else {
        throw fault(argument, .oneOf(["on", "off"], key: name))
      }
      return flag
    }
    guard flags.contains(where: { $0.text == name }) else { return nil }
    flags.removeAll { $0.text == name }
    return true
  }

  /// Takes the next word away as a target; nil when there is none.
  ///
  /// - Parameter preset: what the target has to be, if that matters.
  mutating func target(_ reply: ReplyState, of preset: Preset? = nil) throws(LineFault) -> Target? {
    guard let argument = word() else { return nil }
    let target: Target
    do {
      target = try reply.resolve(argument.text)
    } catch {
      throw LineFault(error, token: argument.text, at: argument.token.range.lowerBound, in: reply)
    }
    guard preset == nil || target.preset == preset, target.preset.isInstrument else {
      throw fault(argument, .target(preset))
    }
    return target
  }

  /// Says that nothing may be left; the first thing that is left is an error.
  func finish(_ expected: HostExpectation, known: [String] = []) throws(LineFault) {
    let left = words + settings.map(\.argument) + flags
    guard let first = left.min(by: { $0.token.range.lowerBound < $1.token.range.lowerBound }) else { return }
    let name = first.token.key.map { $0 + "=" } ?? first.token.text
    throw fault(first, expected, known: known, compared: name)
  }

  /// The error that something is missing at the end of the line.
  func missing(_ expected: HostExpectation) -> LineFault {
    LineFault(.argument(verb: verb, expected: expected, isMissing: true), token: "", at: end)
  }

  /// The error that an argument makes no sense.
  ///
  /// - Parameter compared: the part of the token that could be one of the known words; by default what stands behind the key.
  func fault(
    _ argument: Argument, _ expected: HostExpectation, known: [String] = [], compared: String? = nil
  ) -> LineFault {
    var fault = LineFault(.argument(verb: verb, expected: expected, isMissing: false), argument.token, known: known)
    fault.compared = compared ?? argument.text
    return fault
  }
}
