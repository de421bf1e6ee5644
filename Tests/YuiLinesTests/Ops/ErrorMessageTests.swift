// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// Every way in which a line cannot be read, with the whole sentence that says so.
@Suite struct ErrorMessageTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var column: Int
    var message: String
    var suggest: String?
    init(_ line: String, column: Int, _ message: String, suggest: String? = nil) {
      (self.line, self.column, self.message, self.suggest) = (line, column, message, suggest)
    }
    var testDescription: String { line }

    /// Reads the line behind others that put ids up, and compares its error.
    func check() throws {
      var reply = ReplyState()
      _ = LineReader.read(
        "loop@beat\nmetronome@click\ncustom@box {}\nsay@text hi\ntuner@g", hostLines: true, in: &reply)
      let ops = LineReader.read("# first\n" + line, hostLines: true, in: &reply)
      try #require(ops.count == 1)
      let error = try #require(ops[0].error)
      #expect(error.message == message)
      #expect(error.line == 2)
      #expect(error.column == column)
      #expect(error.suggest == suggest)
      #expect(ops[0].line == line)
    }
  }

  static let rows: [Row] = [
    .init(
      "dance 5 minutes", column: 1,
      "'dance' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change."),
    .init(
      "Loop 96", column: 1,
      "'Loop' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change.",
      suggest: "loop"),
    .init(
      "metronom 90", column: 1,
      "'metronom' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change.",
      suggest: "metronome"),
    .init("\"loop\" 96", column: 1, "The first word 'loop' stands in quotes; write it without them."),
    .init("loop@ 96", column: 1, "'loop@' has no id behind the @; write letters, digits, _ or - there."),
    .init("loop@a!b", column: 1, "'loop@a!b' has no id behind the @; write letters, digits, _ or - there."),
    .init("save@x name", column: 1, "'save@x' cannot have an id; write 'save' without the @."),
    .init("close@x", column: 1, "'close@x' cannot have an id; write 'close' without the @."),
    .init("hit@x", column: 1, "'hit@x' cannot have an id; write 'hit' without the @."),
    .init(
      "lop@beat 96", column: 1,
      "'lop@beat' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change.",
      suggest: "loop"),
    .init(
      "loop|96", column: 1,
      "'loop|96' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change."),
    .init(
      "#hashtag", column: 1,
      "'#hashtag' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change."
    ),
    .init(
      "> 2 loop", column: 1,
      "'>' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change."),
    .init("save", column: 5, "'save' needs a name; write it behind the word, as in 'save my song'."),
    .init("show  # nothing", column: 5, "'show' needs a name; write it behind the word, as in 'show my song'."),
    .init(">2 forget \"\"", column: 10, "'forget' needs a name; write it behind the word, as in 'forget my song'."),
    .init("close now", column: 7, "'close' stands alone; take 'now' away."),
    .init("~ 30", column: 1, "'~' needs the id or the preset to change right behind it, as in '~loop bpm=100'."),
    .init(
      "~beet bpm=90", column: 2, "'beet' is no preset and no id put up so far; put it up first, or name another one.",
      suggest: "beat"),
    .init(
      "~lopp bpm=90", column: 2, "'lopp' is no preset and no id put up so far; put it up first, or name another one.",
      suggest: "loop"),
    .init(
      "~beat@ 3", column: 2, "'beat@' is no preset and no id put up so far; put it up first, or name another one.",
      suggest: "beat"),
    .init(
      "~cards@week 3", column: 2,
      "'cards' in 'cards@week' is no preset; write loop, drums, keys, chords, tuner, metronome or say.",
      suggest: "chords"),
    .init("~keys@beat scale=blues", column: 2, "'beat' belongs to loop, not to keys; write 'beat' or 'loop@beat'."),
    .init(
      "~box x=1", column: 2, "'box' is a custom block, which cannot be changed; put up a new one with the same id."),
    .init(
      "~custom x=1", column: 2,
      "'custom' is a custom block, which cannot be changed; put up a new one with the same id."),
    .init(
      "~custom@box x", column: 2,
      "'custom@box' is a custom block, which cannot be changed; put up a new one with the same id."),
    .init("~\"beat\" 90", column: 1, "The first word '~beat' stands in quotes; write it without them."),
    .init("custom {\"a\" 1}", column: 13, "The JSON of the custom block does not read here; expected a colon."),
    .init("custom", column: 7, "The JSON of the custom block does not read here; expected a value."),
    .init(
      "custom {} more", column: 11,
      "The JSON of the custom block does not read here; expected nothing behind the value."),
    .init("custom {\"a\":[1,}", column: 16, "The JSON of the custom block does not read here; expected a value."),
    .init(
      "custom {\"a\":\"x}", column: 16, "The JSON of the custom block does not read here; expected a closing quote."),
  ]

  @Test(arguments: rows)
  func `what is wrong is said, and where`(_ row: Row) throws { try row.check() }

  @Test func `a line too long and bytes that are not UTF-8 have their sentences`() {
    #expect(
      LineProblem.tooLong(limit: 1 << 20).message(token: "")
        == "This line is longer than 1048576 bytes and was left out; cut it into several.")
    #expect(
      LineProblem.notUTF8.message(token: "")
        == "This line holds bytes that are not UTF-8 and was left out; save the text as UTF-8.")
  }

  @Test func `a place is counted in characters, not in bytes`() throws {
    var reply = ReplyState()
    let ops = LineReader.read("  ~💪é x\nclose \u{2003}naïve", hostLines: false, in: &reply)
    #expect(ops.map(\.error?.column) == [4, 8])
    #expect(ops.map(\.error?.token) == ["💪é", "naïve"])
  }

  @Test func `a suggestion follows the message`() {
    let error = LineError(line: 1, column: 1, token: "lop", problem: .quotedWord, suggest: "loop")
    #expect(error.sentence == "The first word 'lop' stands in quotes; write it without them. Did you mean 'loop'?")
  }

  @Test func `a token too long for a sentence is cut`() {
    var reply = ReplyState()
    let ops = LineReader.read(String(repeating: "w", count: 5000), hostLines: false, in: &reply)
    #expect(ops.first?.error?.token == String(repeating: "w", count: 60) + "…")
  }

  @Test func `an error op is one JSON object with its place`() {
    var reply = ReplyState()
    let ops = LineReader.read("\n>2 ~lopp", hostLines: false, in: &reply)
    #expect(
      ops.map(\.json.text) == [
        #"{"op":"error","screen":"2","message":"'lopp' is no preset and no id put up so far; put it up first, "#
          + #"or name another one.","at":[2,5],"suggest":"loop"}"#
      ])
  }
}
