// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct LineParserTests {
  /// The ops of a text, each as `screen op ...`.
  private func ops(_ text: String, lasting: [String: Preset] = [:]) -> [String] {
    var reply = ReplyState(lasting: lasting)
    return LineReader.read(text, hostLines: false, in: &reply).map(Self.brief)
  }

  private static func brief(_ op: Op) -> String {
    let what =
      switch op.action {
      case .add(let preset, let id, let props): "add \(preset)@\(id) \(props.json.text)"
      case .patch(let target, let props):
        "patch \(target.preset)\(target.isID ? "@" + target.name : "") \(props.json.text)"
      case .save(let name): "save \(name)"
      case .show(let name): "show \(name)"
      case .forget(let name): "forget \(name)"
      case .error(let error): "error \(error.problem)"
      default: op.json["op"]!.string
      }
    return "\(op.screen) \(what)"
  }

  static let routes: [(String, [String])] = [
    (">2 clear\nclear", ["2 clear", "1 clear"]),
    (">2\nclear\n>a_B-9\nclear", ["2 focus", "2 clear", "a_B-9 focus", "a_B-9 clear"]),
    (">2 # comment\nclear", ["2 focus", "2 clear"]),
    (">chat clear", ["1 clear"]),
    (">2\n>chat\nclear", ["2 focus", "full close", "1 clear"]),
    (">2\n>chat clear\nclear", ["2 focus", "1 clear", "2 clear"]),
    (">2\nclose\nclear", ["2 focus", "full close", "1 clear"]),
    (">full\nclear\nclose # x\nclear", ["full focus", "full clear", "full close", "1 clear"]),
    (">2\nclose x\nclear", ["2 focus", "2 error closeTakesNothing", "2 clear"]),
    ("> 2 clear", ["1 error unknownWord"]),
    (">2! clear", ["1 error unknownWord"]),
    (">2\"x\" clear", ["1 error quotedWord"]),
    (">ä clear", ["1 error unknownWord"]),
    (">2 >3 clear", ["2 error unknownWord"]),
    ("\u{FEFF}\u{3000}>2\u{A0}clear", ["2 clear"]),
    (">2 bogus", ["2 error unknownWord"]),
  ]

  @Test(arguments: routes)
  func `a route moves one line, or the focus`(_ text: String, _ expected: [String]) { #expect(ops(text) == expected) }

  static let patches: [(String, [String])] = [
    ("~loop bpm=1", ["1 patch loop {\"bpm\":1}"]),
    ("~say hello", ["1 patch say {\"text\":\"hello\"}"]),
    ("loop@drums\n~drums 2x2", ["1 add loop@drums {}", "1 patch drums {\"grid\":\"2x2\"}"]),
    ("loop\n~n1 90", ["1 add loop@n1 {}", "1 patch loop@n1 {\"bpm\":90}"]),
    ("keys@k\n~k 90", ["1 add keys@k {}", "1 patch keys@k {\"title\":\"90\"}"]),
    ("keys@k\n~keys@k Am", ["1 add keys@k {}", "1 patch keys@k {\"key\":\"Am\"}"]),
    (
      "keys@k\n~loop@k 9",
      ["1 add keys@k {}", "1 error otherPreset(id: \"k\", has: YuiLines.Preset.keys, asked: YuiLines.Preset.loop)"]
    ),
    ("~loop@k 9", ["1 patch loop {\"bpm\":9}"]),
    ("~loops@k 9", ["1 error unknownTargetPreset(\"loops\")"]),
    ("~k 9", ["1 error unknownTarget"]),
    ("~old 9", ["1 patch metronome@old {\"bpm\":9}"]),
    ("~metronome@old 9", ["1 patch metronome@old {\"bpm\":9}"]),
    ("loop@old\n~old Am", ["1 add loop@old {}", "1 patch loop@old {\"title\":\"Am\"}"]),
    ("~ 9", ["1 error targetMissing"]),
    ("~", ["1 error targetMissing"]),
    ("~loop@ 9", ["1 error unknownTarget"]),
    ("~@k 9", ["1 error unknownTargetPreset(\"\")"]),
    ("~loop|x", ["1 error unknownTarget"]),
    ("~n0", ["1 error unknownTarget"]),
    ("loop\n~n01", ["1 add loop@n1 {}", "1 error unknownTarget"]),
    ("loop\n~c1", ["1 add loop@n1 {}", "1 error unknownTarget"]),
    ("custom {}\n~c1", ["1 add custom@c1 {\"spec\":{}}", "1 error customTarget"]),
    ("custom@x {}\n~x", ["1 add custom@x {\"spec\":{}}", "1 error customTarget"]),
    ("~custom", ["1 error customTarget"]),
    ("~custom@x", ["1 error customTarget"]),
    ("~beat+play", ["1 error unknownTarget"]),
  ]

  @Test(arguments: patches)
  func `a patch finds its target`(_ text: String, _ expected: [String]) {
    #expect(ops(text, lasting: ["old": .metronome]) == expected)
  }

  static let ids: [(String, [String])] = [
    ("loop\nkeys", ["1 add loop@n1 {}", "1 add keys@n2 {}"]),
    (
      "say a\ncustom {}\nsay b",
      ["1 add say@n1 {\"text\":\"a\"}", "1 add custom@c2 {\"spec\":{}}", "1 add say@n3 {\"text\":\"b\"}"]
    ),
    ("loop@n1\nkeys\n~n1 Am", ["1 add loop@n1 {}", "1 add keys@n1 {}", "1 patch keys@n1 {\"key\":\"Am\"}"]),
    ("loop\nkeys@n1\n~n1 Am", ["1 add loop@n1 {}", "1 add keys@n1 {}", "1 patch keys@n1 {\"key\":\"Am\"}"]),
    ("loop@x\nkeys@x\n~x Am", ["1 add loop@x {}", "1 add keys@x {}", "1 patch keys@x {\"key\":\"Am\"}"]),
    ("custom {\nloop", ["1 error badJSON(expected: \"a key in double quotes\")", "1 add loop@n1 {}"]),
  ]

  @Test(arguments: ids)
  func `ids count adds, and the newest of a name counts`(_ text: String, _ expected: [String]) {
    #expect(ops(text) == expected)
  }

  @Test func `several readers share the ids of one reply, each with a focus of its own`() {
    var reply = ReplyState()
    var first = LineReader(hostLines: true)
    var second = LineReader(hostLines: true)
    #expect(
      first.feed(">2\nloop@beat\nloop\n".utf8, in: &reply).map(Self.brief) == [
        "2 focus", "2 add loop@beat {}", "2 add loop@n1 {}",
      ])
    #expect(
      second.feed("~beat 100\nkeys\n".utf8, in: &reply).map(Self.brief) == [
        "1 patch loop@beat {\"bpm\":100}", "1 add keys@n2 {}",
      ])
    #expect(first.feed("~n2 Am\n".utf8, in: &reply).map(Self.brief) == ["2 patch keys@n2 {\"key\":\"Am\"}"])
  }

  static let positionals: [(String, String)] = [
    ("loop 96 120", #"{"bpm":96,"title":"120"}"#),
    ("loop 92.5BPM x", #"{"bpm":92.5,"title":"x"}"#),
    ("loop bpm .5 5.", #"{"title":"bpm .5 5."}"#),
    ("loop -5", #"{"title":"-5"}"#),
    ("loop 4 bars", #"{"bpm":4,"title":"bars"}"#),
    ("loop \"808\" Dreams", #"{"title":"808 Dreams"}"#),
    ("drums 5x5 2X3 1x1", #"{"grid":"2X3","title":"5x5 1x1"}"#),
    ("keys am A minor pentatonic", #"{"key":"A","scale":"minor","title":"am pentatonic"}"#),
    ("keys Bbm F#", #"{"key":"Bbm","title":"F#"}"#),
    ("keys Abb Amm H \"A\"", #"{"title":"Abb Amm H A"}"#),
    ("chords C I", #"{"key":"C","title":"I"}"#),
    ("chords I-x I-V7-bvii-#IV+", ##"{"prog":["I","V7","bvii","#IV+"],"title":"I-x"}"##),
    ("chords I- -I I--V i-V°", #"{"title":"I- -I I--V i-V°"}"#),
    ("chords \"C\"|G A|D Am", #"{"chords":["C","G"],"key":"Am","title":"A|D"}"#),
    ("tuner Bass bass guitar", #"{"instrument":"bass","title":"Bass guitar"}"#),
    ("metronome 72 Slow", #"{"bpm":72,"title":"Slow"}"#),
    ("say a|b c=d \"e  f\" +g", #"{"text":"a|b e  f","g":true,"c":"d"}"#),
    ("say", "{\"text\":\"\"}"),
    ("loop p=0101|1e5|on rows=007", #"{"p":["0101","1e5","on"],"rows":["007"]}"#),
    ("chords prog=I--V|\"vi-IV\"", #"{"prog":["I","V","vi","IV"]}"#),
    ("chords prog=- x", #"{"title":"x"}"#),
    ("tuner strings=E2", #"{"strings":["E2"]}"#),
    ("loop a=1 +a a=2 b=x", #"{"a":2,"b":"x"}"#),
    ("loop 96 +bpm", #"{"bpm":true}"#),
  ]

  @Test(arguments: positionals)
  func `words without a key fill the props of the preset`(_ line: String, _ props: String) {
    var reply = ReplyState()
    #expect(LineReader.read(line, hostLines: false, in: &reply).adds.map(\.props.json.text) == [props])
  }

  @Test func `a custom block keeps the order of its keys`() {
    #expect(
      ops(#"custom@x {"z":1,"a":[true,null,"\u00e9\ud83d\ude00"]} "#)
        == [#"1 add custom@x {"spec":{"z":1,"a":[true,null,"é😀"]}}"#])
  }

  @Test func `an op knows its line and the number of it`() {
    var reply = ReplyState()
    let ops = LineReader.read("# one\r\n\r\n  loop 96  # two \r\nbogus", hostLines: false, in: &reply)
    #expect(ops.map(\.line) == ["  loop 96  # two ", "bogus"])
    #expect(ops.map(\.number) == [3, 4])
  }
}
