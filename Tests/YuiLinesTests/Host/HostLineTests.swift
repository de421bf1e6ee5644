// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct HostLineTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var expected: HostLine
    var json: String
    init(_ line: String, _ expected: HostLine, _ json: String) {
      (self.line, self.expected, self.json) = (line, expected, json)
    }
    var testDescription: String { line }
  }

  static let beat = Target(name: "beat", preset: .loop, isID: true)

  static let rows: [Row] = [
    .init("hit kick", .hit(.sound(.kick), velocity: 1), #"{"sound":"kick","velocity":1}"#),
    .init("hit Ganzá velocity=0.25", .hit(.sound(.shaker), velocity: 0.25), #"{"sound":"shaker","velocity":0.25}"#),
    .init("hit floor tom velocity=0", .hit(.sound(.tom), velocity: 0), #"{"sound":"tom","velocity":0}"#),
    .init("hit 3", .hit(.pad(3), velocity: 1), #"{"pad":3,"velocity":1}"#),
    .init("hit 16 velocity=1", .hit(.pad(16), velocity: 1), #"{"pad":16,"velocity":1}"#),
    .init("hit Time-up", .hit(.effect(.timeUp, note: nil), velocity: 1), #"{"effect":"timeup"}"#),
    .init("hit correct note=G4", .hit(.effect(.correct, note: 67), velocity: 1), #"{"effect":"correct","note":"G4"}"#),
    .init("hit 808", .hit(.sound(.bass), velocity: 1), #"{"sound":"bass","velocity":1}"#),
    .init(
      "note C4", .note(.play(note: 60, velocity: 1, seconds: 0.5)), #"{"note":"C4","velocity":1,"for":0.5}"#),
    .init(
      "note bb3 velocity=0.5 for=2", .note(.play(note: 58, velocity: 0.5, seconds: 2)),
      #"{"note":"A#3","velocity":0.5,"for":2}"#),
    .init("note C-1 +on", .note(.down(note: 0, velocity: 1)), #"{"note":"C-1","velocity":1,"on":true}"#),
    .init("note G9 off=on", .note(.up(note: 127)), #"{"note":"G9","off":true}"#),
    .init("note C4 +off", .note(.up(note: 60)), #"{"note":"C4","off":true}"#),
    .init("note off", .note(.allUp), #"{"off":true}"#),
    .init("strum 2", .strum(.button(2, nil)), #"{"button":2}"#),
    .init("strum 1 chords", .strum(.button(1, .newest(.chords))), #"{"button":1,"target":"chords"}"#),
    .init("strum Am7", .strum(.chord("Am7")), #"{"chord":"Am7"}"#),
    .init("tone 6", .tone(.string(6, nil)), #"{"string":6}"#),
    .init(
      "tone 1 tuner@g", .tone(.string(1, Target(name: "g", preset: .tuner, isID: true))),
      #"{"string":1,"target":"g"}"#),
    .init("tone off", .tone(.off), #"{"off":true}"#),
    .init("tap # now", .tap, "{}"),
    .init("start", .start(nil), "{}"),
    .init("start beat", .start(beat), #"{"target":"beat"}"#),
    .init("stop loop@beat", .stop(beat), #"{"target":"beat"}"#),
    .init("continue metronome", .continue(.newest(.metronome)), #"{"target":"metronome"}"#),
    .init("clock offset=-3.5", .clock(offset: -3.5, always: nil), #"{"offset":-3.5}"#),
    .init("clock +always", .clock(offset: nil, always: true), #"{"always":true}"#),
    .init("clock offset=0 always=off", .clock(offset: 0, always: false), #"{"offset":0,"always":false}"#),
    .init("engine limiter=off", .engine(engine { $0.limiter = .off }), #"{"limiter":"off"}"#),
    .init(
      "engine master=1.5 room=0 velocity=hard voices=64",
      .engine(
        engine {
          $0.master = 1.5
          $0.room = 0
          $0.velocity = .hard
          $0.voices = 64
        }), #"{"master":1.5,"room":0,"velocity":"hard","voices":64}"#),
    .init(
      "edit beat p=0101|| bpm=133.7", .edit(beat, ["p": .texts(["0101", "", ""]), "bpm": .number(133.7)]),
      #"{"target":"beat","props":{"p":["0101","",""],"bpm":133.7}}"#),
    .init(
      "edit loop rows=kick|C4 steps=16 swing=0",
      .edit(.newest(.loop), ["rows": .texts(["kick", "C4"]), "steps": .number(16), "swing": .number(0)]),
      #"{"target":"loop","props":{"rows":["kick","C4"],"steps":16,"swing":0}}"#),
    .init("send", .send(nil), "{}"),
    .init("send beat", .send(beat), #"{"target":"beat"}"#),
    .init("record", .record(.begin(nil, format: nil, path: nil)), "{}"),
    .init(
      "record beat format=flac to=\"my take.flac\"", .record(.begin(beat, format: .flac, path: "my take.flac")),
      #"{"target":"beat","format":"flac","to":"my take.flac"}"#),
    .init("record to=007", .record(.begin(nil, format: nil, path: "007")), #"{"to":"007"}"#),
    .init("record stop", .record(.stop), #"{"stop":true}"#),
    .init("record last", .record(.last(seconds: nil)), #"{"last":true}"#),
    .init("record last 12.5", .record(.last(seconds: 12.5)), #"{"last":12.5}"#),
    .init("wait 2 bars", .wait(2, .bars), #"{"count":2,"unit":"bars"}"#),
    .init("wait 1 beat", .wait(1, .beats), #"{"count":1,"unit":"beats"}"#),
    .init("wait 0.5 s", .wait(0.5, .seconds), #"{"count":0.5,"unit":"s"}"#),
    .init("events", .events([]), "{}"),
    .init("events +steps +meters", .events([.steps, .meters]), #"{"steps":true,"meters":true}"#),
    .init("status", .status, "{}"),
    .init("quit", .quit, "{}"),
  ]

  private static func engine(_ set: (inout HostLine.Engine) -> Void) -> HostLine.Engine {
    var engine = HostLine.Engine()
    set(&engine)
    return engine
  }

  @Test(arguments: rows)
  func `a host line is read with its arguments`(_ row: Row) throws {
    var reply = ReplyState()
    _ = LineReader.read("loop@beat\ntuner@g", hostLines: true, in: &reply)
    let ops = LineReader.read(">2 " + row.line, hostLines: true, in: &reply)
    #expect(ops.map(\.action) == [.host(row.expected)])
    let verb = row.expected.verb.rawValue
    #expect(ops.map(\.json.text) == [#"{"op":"host","screen":"2","verb":"\#(verb)","args":\#(row.json)}"#])
  }

  @Test(arguments: HostVerb.allCases)
  func `every verb has a line, and is an unknown word where host lines are not read`(_ verb: HostVerb) {
    #expect(Self.rows.contains { $0.expected.verb == verb })
    var reply = ReplyState()
    let ops = LineReader.read(verb.rawValue, hostLines: false, in: &reply)
    #expect(ops.map(\.error?.problem) == [.unknownWord])
  }
}
