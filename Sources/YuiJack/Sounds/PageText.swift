// SPDX-License-Identifier: GPL-3.0-or-later

/// Words and numbers as the page writes them.
enum PageText {
  /// A number with so many decimals, 0...9, rounded to the nearest, with a real minus sign.
  static func number(_ number: Double, decimals: Int) -> String {
    signed("−", number, decimals)
  }

  /// The same for programs: with a hyphen for a minus.
  static func value(_ number: Double, decimals: Int) -> String {
    signed("-", number, decimals)
  }

  /// Text in which nothing is taken for markup.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  /// A frequency as an axis names it: `200`, `2 k`.
  static func axis(_ frequency: Double) -> String {
    frequency < 1000 ? number(frequency, decimals: 0) : "\(number(frequency / 1000, decimals: 0)) k"
  }

  /// What rounds to nothing has no sign.
  private static func signed(_ minus: String, _ number: Double, _ decimals: Int) -> String {
    let text = plain(number.magnitude, decimals: decimals)
    return number < 0 && text.contains { $0 != "0" && $0 != "." } ? minus + text : text
  }

  private static func plain(_ size: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (size * scale).rounded()
    guard scaled < 9e15 else { return "0" }
    let (whole, rest) = Int64(scaled).quotientAndRemainder(dividingBy: Int64(scale))
    guard decimals > 0 else { return String(whole) }
    let digits = String(rest)
    return "\(whole).\(String(repeating: "0", count: decimals - digits.count))\(digits)"
  }
}
