// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// Every way in which a value is not played as written, with the whole sentence that says so.
@Suite struct WarningTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var sentences: [String]
    init(_ line: String, _ sentences: [String]) { (self.line, self.sentences) = (line, sentences) }
    var testDescription: String { line }
  }

  static let unknownRows = zip(
    0...,
    ["kick", "snare", "clap", "hat", "open", "rim", "tom", "shaker", "crash", "cow", "snap", "conga", "tick", "tick"]
  ).map { "'k\($0)' in 'rows' is not a known sound, so \($1) is used." }

  static let rows: [Row] = [
    .init("loop bpm=808", ["'bpm=808' is outside 40 to 240, so 240 is played."]),
    .init("loop 12", ["'bpm=12' is outside 40 to 240, so 40 is played."]),
    .init("loop bpm=fast", ["'bpm=fast' should be a number, so 96 is used."]),
    .init("loop bpm=\"120\"", ["'bpm=120' should be a number, so 96 is used."]),
    .init("loop bpm=90|100", ["'bpm=90|100' should be a number, so 96 is used."]),
    .init("loop bpm=on", ["'bpm=on' should be a number, so 96 is used."]),
    .init("loop swing=-5", ["'swing=-5' is outside 0 to 75, so 0 is played."]),
    .init("loop swing=80", ["'swing=80' is outside 0 to 75, so 75 is played."]),
    .init("loop steps=3", ["'steps=3' is outside 4 to 32, so 4 is played."]),
    .init("loop steps=33", ["'steps=33' is outside 4 to 32, so 32 is played."]),
    .init("loop steps=7.5", ["'steps=7.5' is not a whole number, so 8 is played."]),
    .init("loop steps=40.5", ["'steps=40.5' is outside 4 to 32, so 32 is played."]),
    .init("loop sound=kick rows=C4", ["'kick' in 'sound' is not a pitched sound, so keys is used."]),
    .init("loop sound=plukc", ["'plukc' in 'sound' is not a pitched sound, so keys is used. Did you mean 'pluck'?"]),
    .init("loop sound=808", []),
    .init(
      "loop rows=kick|zap|snar",
      [
        "'zap' in 'rows' is not a known sound, so snare is used.",
        "'snar' in 'rows' is not a known sound, so clap is used. Did you mean 'snap'?",
      ]),
    .init(
      "loop rows=C-1|Cb-1|B9",
      [
        "'Cb-1' in 'rows' is beyond the notes C-1 to G9, so B-1 is played.",
        "'B9' in 'rows' is beyond the notes C-1 to G9, so B8 is played.",
      ]),
    .init(
      "loop p=x|x.......x.......x",
      ["Pattern 2 has hits behind step 8, which are not played; write 'steps=17' to hear more."]),
    .init(
      "loop p=x................................x",
      ["Pattern 1 has hits behind step 8, which are not played; write 'steps=32' to hear more."]),
    .init("loop +rows", ["'rows=on' should be a list, so the default is used."]),
    .init("loop play=1", ["'play=1' should be on or off, so off is used."]),
    .init("loop title=5", []),
    .init("loop title=on", ["'title=on' should be text, so the default is used."]),
    .init("loop title=a|b", ["'title=a|b' should be text, so the default is used."]),
    .init("drums grid=5x5", ["'5x5' in 'grid' is not a grid from 1x1 to 4x4, so 2x2 is used."]),
    .init("drums grid=3", ["'3' in 'grid' is not a grid from 1x1 to 4x4, so 2x2 is used."]),
    .init("drums 2x2 pads=hihat|kick|snare", []),
    .init(
      "drums 1x2 pads=a|kick|snare",
      ["'pads' names 3 pads, of which the first 2 are played.", "'a' in 'pads' is not a known sound, so tick is used."]),
    .init("drums bpm=10", ["'bpm=10' is outside 40 to 240, so 40 is played."]),
    .init("drums record=yes", ["'record=yes' should be on or off, so off is used."]),
    .init("keys key=H", ["'H' in 'key' is not a key, so C is used."]),
    .init("keys key=am scale=Dorian", ["'Dorian' in 'scale' is not a scale, so minor is used. Did you mean 'dorian'?"]),
    .init("keys octave=9", ["'octave=9' is outside 1 to 7, so 7 is played."]),
    .init("keys octave=0", ["'octave=0' is outside 1 to 7, so 1 is played."]),
    .init("keys sound=snare", ["'snare' in 'sound' is not a pitched sound, so keys is used."]),
    .init("keys scale=on", ["'on' in 'scale' is not a scale, so major is used."]),
    .init("chords strum=off", []),
    .init("chords strum=sideways", ["'sideways' in 'strum' is not a strum (down, up or off), so down is used."]),
    .init(
      "chords Cfoo|H|Am",
      ["'Cfoo' in 'chords' is not a known chord, so C is used.", "'H' in 'chords' is not a known chord, so C is used."]),
    .init("chords prog=vivid", ["'vivid' in 'prog' is not a known chord, so C is used."]),
    .init("chords prog=isus4", ["'isus4' in 'prog' is not a known chord, so Cm is used."]),
    .init("chords key=on", ["'key=on' should be text, so 'C' is used."]),
    .init("chords C|F voicing=closs", ["'closs' in 'voicing' is not a voicing (root or near), so root is used."]),
    .init(
      "tuner instrument=gitar",
      ["'gitar' in 'instrument' is not an instrument of the tuner, so guitar is used. Did you mean 'guitar'?"]),
    .init("tuner tuning=drop-d", []),
    .init(
      "tuner tuning=openx",
      ["'openx' in 'tuning' is not a tuning of the guitar, so standard is used. Did you mean 'opend'?"]),
    .init(
      "tuner tuning=dropped bass",
      ["'dropped' in 'tuning' is not a tuning of the bass, so standard is used. Did you mean 'dropd'?"]),
    .init("tuner chromatic tuning=five", ["'five' in 'tuning' is not a tuning of the chromatic, so standard is used."]),
    .init("tuner a4=200", ["'a4=200' is not between 300 and 600, so 440 is used."]),
    .init("tuner a4=300", ["'a4=300' is not between 300 and 600, so 440 is used."]),
    .init("tuner a4=on", ["'a4=on' should be a number, so 440 is used."]),
    .init(
      "tuner strings=E2|H2|C10",
      [
        "'H2' in 'strings' is not a note such as E2, so it is left out.",
        "'C10' in 'strings' is not a note such as E2, so it is left out.",
      ]),
    .init("tuner strings=x", ["'x' in 'strings' is not a note such as E2, so it is left out."]),
    .init("metronome 20", ["'bpm=20' is outside 30 to 300, so 30 is played."]),
    .init("metronome 500", ["'bpm=500' is outside 30 to 300, so 300 is played."]),
    .init("metronome beats=13", ["'beats=13' is outside 1 to 12, so 12 is played."]),
    .init("metronome sub=0", ["'sub=0' is outside 1 to 4, so 1 is played."]),
    .init("metronome sub=2.5", ["'sub=2.5' is not a whole number, so 3 is played."]),
    .init(
      "loop steps=32 p=................................x",
      ["Pattern 1 has hits behind step 32, which are not played; a loop has no more."]),
    .init(
      "loop rows=k0|k1|k2|k3|k4|k5|k6|k7|k8|k9|k10|k11|k12|k13|C4|C5|C6",
      ["'rows' names 17 rows, of which the first 16 are played."] + unknownRows),
  ]

  /// Keys and flags that no preset of the line has: those that look like a slip, and those that do not.
  static let slips: [Row] = [
    .init("loop 96 +paly", ["'loop' has no 'paly', so it changes nothing. Did you mean 'play'?"]),
    .init("loop bmp=90", ["'loop' has no 'bmp', so it changes nothing. Did you mean 'bpm'?"]),
    .init("loop patern=x...|x", ["'loop' has no 'patern', so it changes nothing. Did you mean 'p'?"]),
    .init("loop pattern=x...", ["'loop' has no 'pattern', so it changes nothing. Did you mean 'p'?"]),
    .init("loop P=x...", ["'loop' has no 'P', so it changes nothing. Did you mean 'p'?"]),
    .init(
      "loop step=16 row=kick",
      [
        "'loop' has no 'step', so it changes nothing. Did you mean 'steps'?",
        "'loop' has no 'row', so it changes nothing. Did you mean 'rows'?",
      ]),
    .init("loop +inlien", ["'loop' has no 'inlien', so it changes nothing. Did you mean 'inline'?"]),
    .init(
      "loop bpm=10 +palys",
      [
        "'bpm=10' is outside 40 to 240, so 40 is played.",
        "'loop' has no 'palys', so it changes nothing. Did you mean 'play'?",
      ]),
    .init("loop tempo=90", ["'loop' has no 'tempo', so it changes nothing. Did you mean 'bpm'?"]),
    .init("drums gird=3x3", ["'drums' has no 'gird', so it changes nothing. Did you mean 'grid'?"]),
    .init("drums +recrod", ["'drums' has no 'recrod', so it changes nothing. Did you mean 'record'?"]),
    .init("keys ocatve=3", ["'keys' has no 'ocatve', so it changes nothing. Did you mean 'octave'?"]),
    .init("keys Scale=blues", ["'keys' has no 'Scale', so it changes nothing. Did you mean 'scale'?"]),
    .init("chords chord=C|F", ["'chords' has no 'chord', so it changes nothing. Did you mean 'chords'?"]),
    .init("chords Progression=I|V", ["'chords' has no 'Progression', so it changes nothing. Did you mean 'prog'?"]),
    .init("chords voicin=near", ["'chords' has no 'voicin', so it changes nothing. Did you mean 'voicing'?"]),
    .init("tuner A4=442", ["'tuner' has no 'A4', so it changes nothing. Did you mean 'a4'?"]),
    .init("tuner string=E2", ["'tuner' has no 'string', so it changes nothing. Did you mean 'strings'?"]),
    .init("metronome beat=3", ["'metronome' has no 'beat', so it changes nothing. Did you mean 'beats'?"]),
    .init("metronome titel=x", ["'metronome' has no 'titel', so it changes nothing. Did you mean 'title'?"]),
    .init("loop x=1 a=2 tags=a|b mood=dark colour=red +loud beats=4 pads=kick record=on", []),
    .init("drums rows=kick p=x +play steps=16 swing=20 sound=bell", []),
    .init("keys bpm=90 strum=up rows=kick grid=2x2 instrument=bass", []),
    .init("tuner key=C +play pads=kick bpm=90 prog=I", []),
    .init("metronome swing=20 steps=8 rows=kick key=C grid=2x2", []),
  ]

  @Test(arguments: slips)
  func `a key that looks like a known one is said to change nothing`(_ row: Row) throws {
    var warnings: [PropWarning] = []
    _ = try settings(row.line, &warnings)
    #expect(warnings.map(\.sentence) == row.sentences)
  }

  @Test(arguments: Preset.allCases.filter(\.isInstrument))
  func `no key that a preset reads is taken for a slip`(_ preset: Preset) throws {
    guard case .object(let resolved)? = InstrumentSettings.resolved(preset, [:]) else { return }
    let keys = resolved.map(\.key) + ["inline"] + (preset == .chords ? ["voicing", "midi"] : [])
    let ours = preset == .tuner ? ["temperament", "key", "capo"] : []
    #expect(Set(preset.props) == Set(keys + ours))
    var props = Props()
    for key in keys { props[key] = .text("?") }
    #expect(PropWarning.misspelt(props, preset) == [])
  }

  @Test(arguments: rows)
  func `what is not played as written is said`(_ row: Row) throws {
    var warnings: [PropWarning] = []
    _ = try settings(row.line, &warnings)
    #expect(warnings.map(\.sentence) == row.sentences)
  }

  @Test(arguments: [
    ("loop 500", 6), ("  >2 loop@e bpm=500", 13), ("loop@b Ünï 500 swing=99", 16), ("loop swing=90 swing=99", 15),
    ("chords C zap-no prog=zap", 17), ("keys +sned C", 6), ("drums 9x9 grid=9x9", 11),
    ("metronome x bpm=fast # no", 13),
  ])
  func `a warning says at which column the value stands`(_ line: String, _ column: Int) throws {
    var reply = ReplyState()
    let op = try #require(LineReader.read(line, hostLines: false, in: &reply).first)
    let add = try #require([op].adds.first)
    var warnings: [PropWarning] = []
    _ = InstrumentSettings(add.preset, add.props, warnings: &warnings)
    #expect(op.column(of: try #require(warnings.last).prop) == column)
  }

  @Test(arguments: [("loop", 1), ("  loop", 3), (">2 ~loop bpm=1", 4), ("\u{A0}>x   clear", 7), (">2", 1)])
  func `a line that nothing on it is to blame for has the column of its first word`(_ line: String, _ column: Int) {
    #expect(Op(.clear, screen: "1", line: line, number: 1).column == column)
  }
}

/// The settings of the instrument that a line puts up.
func settings(_ line: String, _ warnings: inout [PropWarning]) throws -> InstrumentSettings {
  var reply = ReplyState()
  let add = try #require(LineReader.read(line, hostLines: false, in: &reply).adds.first)
  return try #require(InstrumentSettings(add.preset, add.props, warnings: &warnings))
}

/// The settings of the instrument that a line puts up, without a warning.
func settings(_ line: String) throws -> InstrumentSettings {
  var warnings: [PropWarning] = []
  let settings = try settings(line, &warnings)
  try #require(warnings.map(\.sentence) == [])
  return settings
}
