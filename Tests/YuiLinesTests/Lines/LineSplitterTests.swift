// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct LineSplitterTests {
  private func split(_ pieces: [[UInt8]], limit: Int = LineSplitter.limit) -> [SourceLine] {
    var splitter = LineSplitter(limit: limit)
    var lines: [SourceLine] = []
    for piece in pieces { splitter.feed(piece) { lines.append($0) } }
    splitter.finish { lines.append($0) }
    return lines
  }

  private func texts(_ text: String) -> [SourceLine.Content] { split([Array(text.utf8)]).map(\.content) }

  @Test func `lines end with a line feed and lose one carriage return`() {
    #expect(texts("a\r\nb\r\r\n\n\rc") == [.text("a"), .text("b\r"), .text(""), .text("\rc")])
    #expect(texts("a\r") == [.text("a")])
    #expect(texts("a\n") == [.text("a")])
    #expect(texts("") == [])
  }

  @Test func `lines are counted from 1, also the empty ones`() {
    #expect(split([Array("a\n\n\nb".utf8)]).map(\.number) == [1, 2, 3, 4])
  }

  @Test func `any sequence of bytes can be fed`() {
    var splitter = LineSplitter()
    var lines: [SourceLine] = []
    splitter.feed("ä\n".utf8) { lines.append($0) }
    splitter.feed(CollectionOfOne(UInt8(ascii: "b"))) { lines.append($0) }
    splitter.feed(AnySequence([UInt8(ascii: "\n")])) { lines.append($0) }
    #expect(lines.map(\.content) == [.text("ä"), .text("b")])
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `a line over the limit is one error, and reading goes on behind it`(_ size: Int) {
    let text = "12345678\n123456789\n12345678\r\n123456789\r\n12345678\rx\nok"
    let pieces = stride(from: 0, to: text.utf8.count, by: size).map { Array(Array(text.utf8)[$0...].prefix(size)) }
    let lines = split(pieces, limit: 8)
    #expect(lines.map(\.number) == [1, 2, 3, 4, 5, 6])
    let long = lines.filter {
      if case .tooLong = $0.content { true } else { false }
    }
    #expect(long.map(\.number) == [2, 4, 5])
    #expect([lines[0], lines[2], lines[5]].map(\.content) == [.text("12345678"), .text("12345678"), .text("ok")])
  }

  @Test func `a line of exactly 1 MiB is read and one byte more is not`() {
    let full = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    #expect(split([full]).map(\.content) == [.text(String(decoding: full, as: UTF8.self))])
    var reply = ReplyState()
    var reader = LineReader(hostLines: false)
    let early = reader.feed(Array(">2 say ".utf8) + full, in: &reply)
    #expect(early.map(\.error?.problem) == [.tooLong(limit: 1 << 20)])
    #expect(early.map(\.screen) == ["2"])
    let late = reader.feed(full + full + Array("\nsay on".utf8), in: &reply) + reader.finish(in: &reply)
    #expect(late.map(\.json.text) == [#"{"op":"add","screen":"1","preset":"say","id":"n1","props":{"text":"on"}}"#])
    #expect(late.map(\.number) == [2])
  }

  static let broken: [([UInt8], Int)] = [
    ([0xFF], 1), ([0x61, 0xC3], 2), ([0x61, 0xC3, 0x28], 2), ([0xED, 0xA0, 0x80], 1), ([0xC0, 0x80], 1),
    ([0xF0, 0x9F, 0x92, 0xAA, 0x80, 0x80], 2), ([0xC3, 0xA9, 0x65, 0xCC, 0x81, 0xFE], 3),
  ]

  @Test(arguments: broken)
  func `bytes that are not UTF-8 are one error for their line`(_ bytes: [UInt8], _ column: Int) {
    var reply = ReplyState()
    var reader = LineReader(hostLines: false)
    let ops = reader.feed(Array(">3 say a\n".utf8) + bytes + Array("\nsay b\n".utf8), in: &reply)
    #expect(ops.count == 3)
    #expect(ops[1].error?.problem == .notUTF8)
    #expect(ops[1].error?.column == column)
    #expect(ops[1].error?.line == 2)
    #expect(ops[2].action == .add(.say, id: "n2", ["text": .text("b")]))
  }

  @Test func `a line that is not UTF-8 still goes where its route says`() {
    var reply = ReplyState()
    var reader = LineReader(hostLines: false)
    #expect(reader.feed(Array(">4 say ".utf8) + [0xFF, 0x0A], in: &reply).map(\.screen) == ["4"])
  }
}
