// SPDX-License-Identifier: GPL-3.0-or-later

extension JSON {
  /// The value as one line of JSON, keys in their order, no spaces, numbers without needless digits.
  ///
  /// Control characters are escaped, and so are U+2028 and U+2029, which end a line for some readers. A number that is
  /// not finite, which JSON cannot hold, is written as `null`.
  public var text: String {
    var text = ""
    write(to: &text, NumberText.text)
    return text
  }

  /// The same as `text`, but numbers have all the decimals that it takes to read them back the same.
  public var exactText: String {
    var text = ""
    write(to: &text, NumberText.shortest)
    return text
  }

  private func write(to text: inout String, _ numberText: (Double) -> String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += number.isFinite ? numberText(number) : "null"
    case .string(let string): Self.write(string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text, numberText)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text, numberText)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{2028}", "\u{2029}", "\u{0}"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
