// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

extension InstrumentSettings {
  /// What a surface needs to draw an instrument, as it is played.
  var stateMembers: [(String, JSON?)] {
    switch self {
    case .loop(let loop): Self.members(loop)
    case .drums(let drums):
      [
        ("title", .string(drums.title)), ("rows", .whole(drums.gridRows)), ("columns", .whole(drums.gridColumns)),
        (
          "pads", .array(drums.pads.map { .object([("name", .string($0.name)), ("word", .string($0.word.rawValue))]) })
        ),
        ("bpm", .number(drums.bpm)), ("record", .bool(drums.records)),
      ]
    case .keys(let keys):
      [
        ("title", .string(keys.title)), ("key", .string(keys.key.name)), ("scale", .string(keys.scale.rawValue)),
        ("flats", .bool(keys.key.usesFlats)),
        ("open", .array((0..<12).filter { keys.isOpen(Note($0)) }.map { .whole($0) })),
        ("sound", .string(keys.voice.word.rawValue)), ("octave", .whole(keys.octave)), ("send", .bool(keys.sends)),
      ]
    case .chords(let chords): Self.members(chords)
    case .tuner(let tuner):
      [
        ("title", .string(tuner.title)), ("instrument", .string(tuner.instrument.rawValue)),
        ("tuning", .string(tuner.tuning)), ("a4", .number(tuner.a4)),
        (
          "strings",
          .array(
            tuner.strings.map { string in
              .object([
                ("name", .string(string.name)), ("note", .whole(string.note.number)),
                ("hertz", .number(string.note.frequency(a4: tuner.a4))),
              ])
            })
        ),
      ]
    case .metronome(let metronome):
      [
        ("title", .string(metronome.title)), ("bpm", .number(metronome.bpm)), ("beats", .whole(metronome.beats)),
        ("sub", .whole(metronome.sub)),
      ]
    }
  }

  private static func members(_ loop: LoopSettings) -> [(String, JSON?)] {
    [
      ("title", .string(loop.title)), ("bpm", .number(loop.bpm)), ("swing", .number(loop.swing)),
      ("steps", .whole(loop.steps)), ("rows", .strings(loop.rows.map(\.name))), ("p", .strings(loop.patternTexts)),
      ("sound", .string(loop.voice.word.rawValue)),
    ]
  }

  private static func members(_ chords: ChordsSettings) -> [(String, JSON?)] {
    let buttons = chords.buttons.map { button in
      JSON.object([
        ("name", .string(button.name)), ("numeral", button.numeral.map { .string($0) } ?? .null),
        ("notes", .array(button.notes.map { .whole($0) })),
      ])
    }
    return [
      ("title", .string(chords.title)), ("key", .string(chords.key.name)), ("buttons", .array(buttons)),
      ("strum", .string(chords.strum.rawValue)), ("voicing", .string(chords.voicing.rawValue)),
      ("sound", .string(chords.voice.word.rawValue)), ("send", .bool(chords.sends)),
    ]
  }
}
