// SPDX-License-Identifier: GPL-3.0-or-later

/// The value of a prop, typed as the line wrote it.
public enum Value: Sendable, Equatable {
  /// A number: `96`, `-10`, `2.5`.
  case number(Double)
  /// Text: quoted, or nothing else.
  case text(String)
  /// A flag: `+play`, or `on`, `true`, `off`, `false`.
  case flag(Bool)
  /// Several values; lists of instruments hold texts only.
  case list([Value])
  /// What a custom block is made of.
  case spec(JSON)

  /// Types one unquoted piece of text.
  init(typing text: String) {
    switch text {
    case "on", "true": self = .flag(true)
    case "off", "false": self = .flag(false)
    default: self = NumberText.number(text).map { .number($0) } ?? .text(text)
    }
  }

  /// A list of texts.
  public static func texts(_ texts: some Sequence<String>) -> Value { .list(texts.map { .text($0) }) }

  /// The value as JSON.
  public var json: JSON {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .flag(let flag): .bool(flag)
    case .list(let values): .array(values.map(\.json))
    case .spec(let json): json
    }
  }

  /// The value as the language writes it, for messages: `808`, `on`, `a|b`.
  var written: String {
    switch self {
    case .number(let number): NumberText.shortest(number)
    case .text(let text): text
    case .flag(let flag): flag ? "on" : "off"
    case .list(let values): values.map(\.written).joined(separator: "|")
    case .spec(let json): json.text
    }
  }
}
