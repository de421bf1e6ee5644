// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct JSONTests {
  static let numbers: [(Double, String)] = [
    (104, "104"), (92.5, "92.5"), (0, "0"), (-0.0, "0"), (-2.5, "-2.5"), (1.0 / 3, "0.333333"), (-1.0 / 3, "-0.333333"),
    (0.1 + 0.2, "0.3"), (1e-7, "0"), (-1e-7, "0"), (0.999_999_9, "1"), (133.7, "133.7"), (1e15, "1000000000000000"),
    (123_456_789.123_456, "123456789.123456"), (0.000_001, "0.000001"), (1e300, "1e+300"), (.infinity, "null"),
    (.nan, "null"), (9e15 + 0.5, "9000000000000000"), (5e12 + 0.25, "5000000000000.25"),
  ]

  @Test(arguments: numbers)
  func `numbers have no needless digits`(_ number: Double, _ text: String) { #expect(JSON.number(number).text == text) }

  @Test func `frame counts keep all 64 bits`() {
    #expect(JSON.integer(.max).text == "9223372036854775807")
    #expect(JSON(reading: "9223372036854775807") == .integer(.max))
  }

  @Test func `text is escaped`() {
    #expect(
      JSON.string("a\"b\\c\n\r\t\u{0}\u{1F}\u{7F}\u{2028}é💪/").text == #""a\"b\\c\n\r\t\u0000\u001f\u007f\u2028é💪/""#)
  }

  @Test func `objects keep the order of their keys and are equal without it`() {
    let one: JSON = .object([("b", 1), ("a", .array([true, .null, .number(2)]))])
    #expect(one.text == #"{"b":1,"a":[true,null,2]}"#)
    #expect(one == .object([("a", .array([true, .null, 2])), ("b", .number(1))]))
    #expect(one != .object([("b", 1)]))
    #expect(one["b"] == 1 && one["c"] == nil && JSON.null["b"] == nil)
  }

  static let good: [(String, String)] = [
    (#" { "a" : [ 1 , -2.5e1 , "xA\u00e9\ud83d\ude00\/\b\f" ] } "#, #"{"a":[1,-25,"xAé😀/\u0008\u000c"]}"#),
    (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#), ("[]", "[]"), ("{}", "{}"), ("0", "0"), ("-0.5E+2", "-50"),
    ("true", "true"), (#""""#, #""""#), ("99999999999999999999", "100000000000000000000"),
  ]

  @Test(arguments: good)
  func `JSON is read`(_ text: String, _ expected: String) {
    if text.hasPrefix("9999") {
      #expect(JSON(reading: text) == .number(1e20))
    } else {
      #expect(JSON(reading: text)?.text == expected)
    }
  }

  @Test func `exact text keeps every decimal, plain text six`() {
    let json = JSON.array([.number(0.123_456_789_012), .number(1e300), .number(2.5), .integer(7), .number(7)])
    #expect(json.text == "[0.123457,1e+300,2.5,7,7]")
    #expect(json.exactText == "[0.123456789012,1e+300,2.5,7,7]")
    #expect(JSON(reading: json.exactText) == json)
  }

  static let bad = [
    "", " ", "{", "[", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "\"a", "\"\\x\"", "\"\\u12\"",
    "01", "1.",
    ".5", "1e", "-", "+1", "tru", "nul", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\n\"", "1 2", "[1]]",
    "1e999",
    "\u{FEFF}1", "NaN",
  ]

  @Test(arguments: bad)
  func `what is not JSON is refused`(_ text: String) { #expect(JSON(reading: text) == nil) }

  @Test func `nesting has a limit, and a deep text does no harm`() {
    #expect(JSON(reading: String(repeating: "[", count: 256) + String(repeating: "]", count: 256)) != nil)
    #expect(JSON(reading: String(repeating: "[", count: 257) + String(repeating: "]", count: 257)) == nil)
    #expect(JSON(reading: String(repeating: "[", count: 1_000_000)) == nil)
    #expect(JSON(reading: String(repeating: "{\"a\":", count: 100_000)) == nil)
  }
}
