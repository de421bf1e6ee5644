// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct TokenizerTests {
  /// The tokens of a line as `key=[part|"quoted part"]`.
  private func tokens(_ line: String) -> [String] {
    var line = line
    return line.withUTF8 { bytes in
      var tokenizer = Tokenizer(bytes)
      var texts: [String] = []
      while let token = tokenizer.next() {
        let parts = ([token.first] + token.others).map { $0.isQuoted ? "\"\($0.text)\"" : $0.text }
        texts.append((token.key.map { $0 + "=" } ?? "") + parts.joined(separator: "|"))
      }
      return texts
    }
  }

  static let whiteSpace: [UInt32] =
    Array(0x09...0x0D) + [0x20, 0xA0, 0x1680] + Array(0x2000...0x200A) + [
      0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF,
    ]

  @Test(arguments: whiteSpace)
  func `every white space of the set separates tokens and is trimmed`(_ number: UInt32) {
    let space = String(Unicode.Scalar(number)!)
    #expect(tokens("\(space)a\(space)\(space)b\(space)") == ["a", "b"])
    #expect("\(space)a \(space)b\(space)".trimmed() == "a \(space)b")
    #expect(tokens("a #\(space)b") == ["a"])
  }

  @Test func `no other character separates tokens`() {
    let others = (1..<0x11000).compactMap { Unicode.Scalar($0) }.filter { !Self.whiteSpace.contains($0.value) }
    #expect(others.filter { $0 != "\"" && $0 != "|" && tokens("a\($0)b").count != 1 } == [])
  }

  static let rows: [(String, [String])] = [
    ("a  b", ["a", "b"]),
    (#""a b" c"#, [#""a b""#, "c"]),
    (#"pre"fix and"post"#, [#""prefix andpost""#]),
    (#""say \"hi\" \\""#, [#""say "hi" \""#]),
    (#"C:\path"#, [#"C:\path"#]),
    (#""open to the end "#, [#""open to the end ""#]),
    (#""ends in \"#, [#""ends in \""#]),
    (#""""#, [#""""#]),
    ("a|b||", ["a|b||"]),
    (#""a|b"|c"#, [#""a|b"|c"#]),
    ("p=x...|..x.", ["p=x...|..x."]),
    ("k=a=b", ["k=a=b"]),
    ("k=", ["k="]),
    ("1k=a", ["1k=a"]),
    ("=a", ["=a"]),
    ("a|k=b", ["a|k=b"]),
    (#""k"=a"#, [#""k=a""#]),
    ("a # b", ["a"]),
    ("a #", ["a"]),
    ("a #b c# #1", ["a", "#b", "c#", "#1"]),
    (##"a "# b""##, ["a", ##""# b""##]),
    ("e\u{301}\u{20}\u{301}x", ["e\u{301}", "\u{301}x"]),
    ("\"\u{301}a b\"", ["\"\u{301}a b\""]),
  ]

  @Test(arguments: rows)
  func `a line falls into tokens and parts`(_ line: String, _ expected: [String]) {
    #expect(tokens(line).map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) })
  }

  @Test func `only an identifier before the first equals sign is a key`() {
    #expect(first("_a-1=x")?.key == "_a-1")
    #expect(first("-a=x")?.key == nil)
    #expect(first("a!=b=c")?.key == nil)
    #expect(first("ä=x")?.key == nil)
    #expect(first(#"a"b"=c"#)?.key == nil)
  }

  @Test func `a flag is a plus, a letter and characters of names`() {
    #expect(first("+play")?.flag == "play")
    #expect(first("+p-l_2")?.flag == "p-l_2")
    for text in ["+1", "+", "+-a", "+a!", "\"+a\"", "+a|b", "+a=b", "a+b"] { #expect(first(text)?.flag == nil) }
  }

  @Test func `unquoted parts are typed one by one`() {
    #expect(
      first(#"k=1|"2"|on|-2.5|false|1e5|.5|1."#)?.value
        == .list(
          [.number(1), .text("2"), .flag(true), .number(-2.5), .flag(false), .text("1e5"), .text(".5"), .text("1.")]))
    #expect(first("k=120bpm")?.value == .text("120bpm"))
    #expect(first(#"k="on""#)?.value == .text("on"))
    #expect(first("k=-0")?.value.json.text == "0")
    #expect(first("k=" + String(repeating: "9", count: 400))?.value == .number(.greatestFiniteMagnitude))
  }

  private func first(_ line: String) -> Token? {
    var line = line
    return line.withUTF8 { bytes in
      var tokenizer = Tokenizer(bytes)
      return tokenizer.next()
    }
  }
}
