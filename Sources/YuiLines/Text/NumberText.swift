// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers as people and JSON read them, and the language's own number grammar.
enum NumberText {
  /// Writes a number without needless digits: `104`, `92.5`, at most six decimals. What is not finite becomes `0`.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    if number.magnitude < 9.2e18, number.isWhole { return String(Int64(number)) }
    // Six decimals are exact as whole millionths only below 2^53; above, a double has few decimals left anyway.
    guard number.magnitude < 9e9 else { return shortest(number) }
    let millionths = Int64((number.magnitude * 1e6).roundedHalfUp)
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = number < 0 && millionths > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var decimals = String(1_000_000 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }

  /// Writes a number with as many digits as it takes to read it back the same.
  static func shortest(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    if number.magnitude < 9.2e18, number.isWhole { return String(Int64(number)) }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Writes a number as the language reads it, without an exponent, with the fewest digits that read back the same.
  static func plain(_ number: Double) -> String {
    let text = shortest(number)
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else { return text }
    let sign = number < 0 ? "-" : ""
    let pieces = text[..<mark].drop { $0 == "-" }.split(separator: ".")
    let digits = pieces.joined()
    // How many digits stand before the point once the exponent has moved it.
    let place = pieces[0].count + exponent
    if place <= 0 { return "\(sign)0.\(String(repeating: "0", count: -place))\(digits)" }
    if place >= digits.count { return sign + digits + String(repeating: "0", count: place - digits.count) }
    return "\(sign)\(digits.prefix(place)).\(digits.dropFirst(place))"
  }

  /// Reads `-?digits(.digits)?`, the only numbers the language knows; nil for all else.
  ///
  /// More digits than a double holds give the nearest double, past its range the largest one.
  static func number(_ text: String) -> Double? {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard let afterWhole = digits(rest) else { return nil }
    rest = afterWhole
    if rest.first == UInt8(ascii: ".") {
      guard let afterDecimals = digits(rest.dropFirst()) else { return nil }
      rest = afterDecimals
    }
    guard rest.isEmpty, let number = Double(text) else { return nil }
    let largest = Double.greatestFiniteMagnitude
    return min(max(number, -largest), largest)
  }

  /// Steps over one or more digits and gives what follows them.
  static func digits(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    let rest = text.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return rest.startIndex == text.startIndex ? nil : rest
  }
}
