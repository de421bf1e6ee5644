// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct LineTextTests {
  /// Lines as they come in, and as they are written.
  static let lines: [(String, String)] = [
    (#"loop@beat title="Boom bap" +play bpm=96 p=x...x...|..x."#, #"loop@beat 96 "Boom bap" p=x...x...|..x. +play"#),
    ("loop", "loop"),
    ("metronome@m 92.50BPM Slow", "metronome@m 92.5 Slow"),
    ("loop 96 120", #"loop 96 "120""#),
    ("loop bpm=-5 swing=007.250 x=-0", "loop bpm=-5 swing=7.25 x=0"),
    ("loop bpm=\"120\" a=\"on\" b=on c=off d=true", #"loop bpm="120" a="on" c=off +b +d"#),
    ("loop a=1|\"1\"|\"on\"|on|\"a|b\"||x", #"loop a=1|"1"|"on"|on|"a|b"||x"#),
    ("loop rows=\"Floor Tom\"|C#4||0101|on|", #"loop rows="Floor Tom"|C#4||0101|on|"#),
    ("loop p= rows=", "loop p= rows="),
    ("loop title= x=", "loop title= x="),
    ("loop title=5", "loop title=5"),
    ("loop title=a|b", "loop title=a|b"),
    ("loop +title", "loop +title"),
    ("loop Night", "loop Night"),
    ("loop Night drive", #"loop "Night drive""#),
    ("loop \"+play\"", #"loop "+play""#),
    ("loop \"a=b\" x=a=b", #"loop "a=b" x=a=b"#),
    ("loop \"1=b\"", "loop 1=b"),
    ("loop \"#\" x=#", ##"loop "#" x=#"##),
    ("loop #1", "loop #1"),
    (#"loop C:\new x="say \"hi\" \\""#, #"loop C:\new x="say \"hi\" \\""#),
    ("loop x=\"tab\there\"", "loop x=\"tab\there\""),
    ("loop x=\"no-break\u{A0}\" y=é💪", "loop x=\"no-break\u{A0}\" y=é💪"),
    ("loop \"end\r\"", "loop \"end\r\""),
    ("loop _a=on _b=off", "loop _a=on _b=off"),
    (
      "loop a=1000000000000000000000 b=0.00000025 c=123456789.0123",
      "loop a=1000000000000000000000 b=0.00000025 c=123456789.0123"
    ),
    ("drums grid=4X2 pads=kick|hat", "drums 4X2 pads=kick|hat"),
    ("drums grid=5x5", "drums grid=5x5"),
    ("keys key=Am scale=dorian title=Bbm", #"keys Am dorian "Bbm""#),
    ("keys key=am", "keys key=am"),
    ("keys A minor pentatonic", #"keys A minor "pentatonic""#),
    ("chords key=G prog=I|V|vi strum=up", "chords G I-V-vi strum=up"),
    ("chords prog=I", "chords prog=I"),
    ("chords prog=x|\"y z\"", "chords prog=x|\"y z\""),
    ("chords chords=C|G|Am Campfire", "chords C|G|Am Campfire"),
    ("chords chords=C", "chords chords=C"),
    ("chords chords=a=b|\"c d\"", "chords chords=a=b|\"c d\""),
    ("chords \"C d\"|G", "chords \"C d\"|G"),
    ("chords \"C|D\"|G", "chords C|D|G"),
    ("chords C|G \"a|b\"", #"chords C|G "a|b""#),
    ("tuner instrument=bass strings=E1|A1 Gig", "tuner bass Gig strings=E1|A1"),
    ("say  Great   set 💪", "say Great set 💪"),
    ("say \"two  spaces\"", #"say "two  spaces""#),
    ("say text=\"a = b, c|d\" +inline x=1", "say a = b, c|d x=1 +inline"),
    ("say a\"b c\" #1 # not this", "say ab c #1"),
    ("say \"is # one\"", #"say "is # one""#),
    ("say", "say"),
    ("say text=5", "say text=5"),
    ("say title=x", "say title=x"),
    ("say +b", "say +b"),
    (
      #"custom@box { "b": [1.00000000001, "\u2028é\n"], "a": {} } "#,
      #"custom@box {"b":[1.00000000001,"\u2028é\n"],"a":{}}"#
    ),
  ]

  @Test(arguments: lines)
  func `a line is written as a person would write it`(_ line: String, _ written: String) throws {
    #expect(try rewritten(line) == written)
  }

  @Test func `an id is written only where it is wanted`() {
    #expect(LineText.add(.loop, id: nil, ["bpm": .number(90)]) == "loop 90")
    #expect(LineText.add(.custom, id: nil, ["spec": .spec(.object([]))]) == "custom {}")
    #expect(LineText.add(.custom, id: "b", [:]) == "custom@b {}")
  }

  @Test func `a patch names its target, and its preset where the id alone would mean another`() throws {
    for (line, written) in [
      ("~beat bpm=100 +play", "~beat 100 +play"), ("~loop p=x", "~loop p=x"), ("~loop@beat 5 x", "~beat 5 x"),
      ("~loop@drums 90", "~loop@drums 90"), ("~drums 2x2", "~drums 2x2"), ("~say a  b", "~say a b"),
      ("~loop@nobody 90", "~loop 90"),
    ] {
      var reply = ReplyState()
      let ops = LineReader.read("loop@beat\nloop@drums\n\(line)", hostLines: false, in: &reply)
      guard case .patch(let target, let props) = try #require(ops.last).action else {
        Issue.record("\(line) is no patch")
        continue
      }
      #expect(LineText.patch(target, props) == written)
      let again = LineReader.read(written, hostLines: false, in: &reply)
      #expect(again.map(\.action) == [.patch(target, props)])
    }
  }

  @Test func `what no line can hold never makes a second line`() {
    let props: Props = [
      "title": .text("a\nclear"), "a\nclear": .flag(true), "x": .text("b\r\nclear"), "rows": .list([]),
      "y": .spec("\n"),
    ]
    let line = LineText.add(.loop, id: nil, props)
    #expect(line == "loop \"a clear\" x=\"b\r clear\" y=\"\\\"\\\\n\\\"\"")
    var reply = ReplyState()
    #expect(LineReader.read(line, hostLines: true, in: &reply).count == 1)
  }

  @Test(arguments: Vectors.own + Vectors.verbatim)
  func `every vector's lines read back from what is written`(_ vector: Vectors.Vector) throws {
    var reply = ReplyState()
    for op in LineReader.read(vector.json["input"]!.string, hostLines: false, in: &reply) { try check(op) }
  }

  @Test func `20,000 random lines read back from what is written`() throws {
    var random = SplitMix(seed: 96)
    var kinds = Set<String>()
    for _ in 0..<20_000 {
      let line = RandomLine.make(&random)
      var reply = ReplyState()
      for op in LineReader.read(line, hostLines: false, in: &reply) {
        try check(op)
        kinds.insert(op.json["op"]!.string + (op.json["preset"]?.string ?? ""))
      }
    }
    #expect(kinds.isSuperset(of: Preset.allCases.map { "add\($0.rawValue)" } + ["patch"]))
  }

  private func rewritten(_ line: String) throws -> String {
    var reply = ReplyState()
    let op = try #require(LineReader.read(line, hostLines: false, in: &reply).first)
    try check(op)
    guard case .add(let preset, let id, let props) = op.action else { return "" }
    return LineText.add(preset, id: id == "n1" ? nil : id, props)
  }

  /// Writes an op, reads the line and writes what was read.
  private func check(_ op: Op) throws {
    var reply = ReplyState()
    let (preset, props, text): (Preset, Props, String)
    switch op.action {
    case .add(let made, let id, let given): (preset, props, text) = (made, given, LineText.add(made, id: id, given))
    case .patch(let target, let given):
      if target.isID { reply.lasting[target.name] = target.preset }
      (preset, props, text) = (target.preset, given, LineText.patch(target, given))
    default: return
    }
    let ops = LineReader.read(text, hostLines: false, in: &reply)
    #expect(ops.map(\.action) == [op.action], "\(op.line) was written as \(text)")
    guard let again = ops.first else { return }
    switch again.action {
    case .add(_, let id, let read):
      #expect(exact(read) == exact(props), "\(op.line) was written as \(text)")
      #expect(Array(LineText.add(preset, id: id, read).utf8) == Array(text.utf8))
    case .patch(let target, let read):
      #expect(exact(read) == exact(props), "\(op.line) was written as \(text)")
      #expect(Array(LineText.patch(target, read).utf8) == Array(text.utf8))
    default: Issue.record("\(text) is no add and no patch")
    }
  }

  /// The props byte by byte: text counts as equal in Swift when it only looks the same.
  private func exact(_ props: Props) -> [[UInt8]] {
    props.entries.sorted { $0.key < $1.key }.map { Array("\($0.key)=\(dump($0.value))".utf8) }
  }

  private func dump(_ value: Value) -> String {
    switch value {
    case .number(let number): "number \(number == 0 ? 0 : number)"
    case .text(let text): "text \(text.utf8.count) \(text)"
    case .flag(let flag): "flag \(flag)"
    case .list(let values): "list [\(values.map(dump).joined(separator: ", "))]"
    case .spec(let json): "spec \(json.exactText)"
    }
  }
}
