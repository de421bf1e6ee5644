// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct SettingsTests {
  private func loop(_ line: String) throws -> LoopSettings {
    guard case .loop(let loop) = try settings(line) else { throw WrongPreset() }
    return loop
  }

  private struct WrongPreset: Error {}

  @Test func `a loop plays its defaults`() throws {
    let loop = try loop("loop")
    #expect(loop.bpm == 96 && loop.swing == 0 && loop.steps == 8 && !loop.plays)
    #expect(loop.rows.map(\.name) == ["kick", "snare", "clap", "hat", "open", "rim", "tom", "shaker"])
    #expect(loop.rows.allSatisfy { $0.mask == 0 })
  }

  @Test func `a tempo and a swing keep their decimals`() throws {
    let loop = try loop("loop 133.7 swing=66.7")
    #expect(loop.bpm == 133.7 && loop.swing == 66.7)
    #expect(
      InstrumentEvent.loop(loop).json(id: "a").text.hasPrefix(#"{"id":"a","preset":"loop","bpm":133.7,"swing":66.7,"#))
  }

  @Test(arguments: [(4, 2), (8, 2), (9, 4), (16, 4), (32, 4)])
  func `up to eight steps are eighths, more are sixteenths`(_ steps: Int, _ stepsPerBeat: Int) throws {
    #expect(try loop("loop steps=\(steps)").stepsPerBeat == stepsPerBeat)
  }

  @Test func `a pattern of digits keeps its zeros`() throws {
    #expect(try loop("loop steps=4 rows=kick|hat p=0101|1").rows.map(\.mask) == [0b1010, 0b0001])
  }

  @Test func `missing strings are empty rows and extra ones are ignored`() throws {
    #expect(try loop("loop rows=kick|hat p=x").rows.map(\.mask) == [1, 0])
    #expect(try loop("loop rows=kick p=x|x|x").rows.map(\.mask) == [1])
  }

  @Test func `pads are filled with drums that no named pad plays`() throws {
    guard case .drums(let drums) = try settings("drums 2x3 pads=hihat|bd|crash") else { throw WrongPreset() }
    #expect(drums.gridRows == 2 && drums.gridColumns == 3)
    #expect(drums.pads.map(\.name) == ["hihat", "bd", "crash", "snare", "clap", "open"])
    #expect(drums.pads.map(\.word) == [.hat, .kick, .crash, .snare, .clap, .open])
  }

  @Test func `four pads with names of three play four voices`() throws {
    guard case .drums(let drums) = try settings("drums 2x2 pads=hihat|kick|snare") else { throw WrongPreset() }
    #expect(Set(drums.pads.map(\.word)).count == 4)
  }

  @Test func `a keyboard is locked to its scale`() throws {
    guard case .keys(let keys) = try settings("keys Am pentatonic octave=3 sound=choir +send") else {
      throw WrongPreset()
    }
    #expect(keys.base == 48 && keys.voice == .pad && keys.sends)
    #expect((48..<60).filter { keys.isOpen(Note($0)) } == [48, 50, 52, 55, 57])
    guard case .keys(let open) = try settings("keys chromatic") else { throw WrongPreset() }
    #expect((0...127).allSatisfy { open.isOpen(Note($0)) })
  }

  @Test func `the keyboard on a screen has ten white and seven black keys, and letters for them`() {
    let all = (Keyboard.white + Keyboard.black.map(\.1)).sorted()
    #expect(all == Array(0...16))
    #expect("awsedftgyhujkolp;".map { Keyboard.semitones(of: $0) } == Array(0...16))
    #expect(Keyboard.semitones(of: "z") == nil)
  }

  @Test func `chord buttons come from chords, else from numerals in the key`() throws {
    guard case .chords(let both) = try settings("chords G I-V Am|F/C") else { throw WrongPreset() }
    #expect(both.buttons.map(\.name) == ["Am", "F/C"])
    #expect(both.buttons.map(\.numeral) == [nil, nil])
    guard case .chords(let numerals) = try settings("chords Am i-bVII strum=off sound=harp") else {
      throw WrongPreset()
    }
    #expect(numerals.strum == .off && numerals.voice == .pluck)
    #expect(numerals.buttons.map(\.name) == ["Am", "G"])
    #expect(numerals.buttons.map(\.numeral) == ["i", "bVII"])
    #expect(numerals.buttons.map(\.notes) == [[45, 57, 60, 64], [43, 55, 59, 62]])
    guard case .chords(let near) = try settings("chords C|Am voicing=near") else { throw WrongPreset() }
    #expect(near.buttons.map(\.notes) == [[48, 60, 64, 67], [45, 60, 64, 69]])
  }

  @Test func `a patch of a progression takes the chords away, and the reverse`() throws {
    var props: Props = ["title": .text("x"), "chords": .texts(["C", "G"])]
    props.merge(["prog": .texts(["I"]), "key": .text("D")])
    #expect(props == ["title": .text("x"), "prog": .texts(["I"]), "key": .text("D")])
    props.merge(["chords": .texts(["F"])])
    #expect(props == ["title": .text("x"), "chords": .texts(["F"]), "key": .text("D")])
    props.merge(["prog": .texts(["I"]), "chords": .texts(["A"])])
    #expect(props["prog"] == .texts(["I"]) && props["chords"] == .texts(["A"]))
  }

  @Test func `a patch replaces a list whole and leaves the rest`() {
    var props: Props = ["p": .texts(["x", "x"]), "bpm": .number(90)]
    props.merge(["p": .texts(["o"])])
    #expect(props.json.text == #"{"p":["o"],"bpm":90}"#)
    props["p"] = nil
    #expect(props.json.text == #"{"bpm":90}"#)
  }

  @Test func `a tuner takes own strings, else those of the tuning`() throws {
    guard case .tuner(let own) = try settings("tuner bass strings=B0|\" e1 \" a4=432") else { throw WrongPreset() }
    #expect(own.tuning == "custom" && own.a4 == 432 && own.instrument == .bass)
    #expect(own.strings.map(\.name) == ["B0", "e1"] && own.strings.map(\.note.number) == [23, 28])
    guard case .tuner(let five) = try settings("tuner bass tuning=Five") else { throw WrongPreset() }
    #expect(five.tuning == "five" && five.strings.map(\.name) == ["B0", "E1", "A1", "D2", "G2"])
    guard case .tuner(let any) = try settings("tuner chromatic") else { throw WrongPreset() }
    #expect(any.strings == [])
  }

  @Test func `text and custom blocks play nothing`() {
    var warnings: [PropWarning] = []
    #expect(InstrumentSettings(.say, [:], warnings: &warnings) == nil)
    #expect(InstrumentSettings.resolved(.custom, [:]) == nil)
  }
}
