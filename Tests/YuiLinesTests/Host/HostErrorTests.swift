// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// Every way in which a host line makes no sense, with the whole sentence that says so.
@Suite struct HostErrorTests {
  static let rows: [ErrorMessageTests.Row] = [
    .init(
      "hit", column: 4,
      "'hit' needs more behind it; expected a sound such as kick, or the number of a pad from 1 to 16."),
    .init(
      "hit 17", column: 5,
      "'17' makes no sense behind 'hit'; expected a sound such as kick, or the number of a pad from 1 to 16."),
    .init(
      "hit xyzzy", column: 5,
      "'xyzzy' makes no sense behind 'hit'; expected a sound such as kick, or the number of a pad from 1 to 16."),
    .init(
      "hit kik", column: 5,
      "'kik' makes no sense behind 'hit'; expected a sound such as kick, or the number of a pad from 1 to 16.",
      suggest: "kick"),
    .init(
      "hit corect", column: 5,
      "'corect' makes no sense behind 'hit'; expected a sound such as kick, or the number of a pad from 1 to 16.",
      suggest: "correct"),
    .init(
      "hit win velocity=1", column: 9, "'velocity=1' makes no sense behind 'hit'; expected only note= with a note."),
    .init(
      "hit win note=H", column: 9,
      "'note=H' makes no sense behind 'hit'; expected a note such as C4, from C-1 to G9, or 'off'."),
    .init(
      "hit kick velocity=2", column: 10,
      "'velocity=2' makes no sense behind 'hit'; expected velocity= with a number from 0 to 1."),
    .init(
      "hit kick velocity=loud", column: 10,
      "'velocity=loud' makes no sense behind 'hit'; expected velocity= with a number from 0 to 1."),
    .init(
      "hit kick speed=1", column: 10,
      "'speed=1' makes no sense behind 'hit'; expected only velocity= with a number from 0 to 1."),
    .init(
      "hit kick +hard", column: 10,
      "'+hard' makes no sense behind 'hit'; expected only velocity= with a number from 0 to 1."),
    .init("note", column: 5, "'note' needs more behind it; expected a note such as C4, from C-1 to G9, or 'off'."),
    .init(
      "note H4", column: 6, "'H4' makes no sense behind 'note'; expected a note such as C4, from C-1 to G9, or 'off'."),
    .init(
      "note C10", column: 6, "'C10' makes no sense behind 'note'; expected a note such as C4, from C-1 to G9, or 'off'."
    ),
    .init(
      "note G#9", column: 6, "'G#9' makes no sense behind 'note'; expected a note such as C4, from C-1 to G9, or 'off'."
    ),
    .init(
      "note C4 velocity=-1", column: 9,
      "'velocity=-1' makes no sense behind 'note'; expected velocity= with a number from 0 to 1."),
    .init(
      "note C4 for=0", column: 9,
      "'for=0' makes no sense behind 'note'; expected for= with a number of seconds above 0."),
    .init(
      "note C4 for=long", column: 9,
      "'for=long' makes no sense behind 'note'; expected for= with a number of seconds above 0."),
    .init(
      "note C4 +on for=1", column: 13,
      "'for=1' makes no sense behind 'note'; expected only the note, velocity= and +on."),
    .init("note C4 +on +off", column: 9, "'+on' makes no sense behind 'note'; expected only the note and +off."),
    .init("note off C4", column: 10, "'C4' makes no sense behind 'note'; expected nothing more."),
    .init(
      "note C4 E4", column: 9,
      "'E4' makes no sense behind 'note'; expected only one note, velocity=, and for= or +on or +off."),
    .init(
      "strum", column: 6, "'strum' needs more behind it; expected the number of a chord button, or a chord such as Am7."
    ),
    .init(
      "strum 0", column: 7,
      "'0' makes no sense behind 'strum'; expected the number of a chord button, or a chord such as Am7."),
    .init(
      "strum 1.5", column: 7,
      "'1.5' makes no sense behind 'strum'; expected the number of a chord button, or a chord such as Am7."),
    .init(
      "strum H", column: 7,
      "'H' makes no sense behind 'strum'; expected the number of a chord button, or a chord such as Am7."),
    .init("strum 1 beat", column: 9, "'beat' makes no sense behind 'strum'; expected an id that belongs to chords."),
    .init(
      "strum 1 nope", column: 9, "'nope' is no preset and no id put up so far; put it up first, or name another one."),
    .init("strum C click", column: 9, "'click' makes no sense behind 'strum'; expected only one chord."),
    .init("tone", column: 5, "'tone' needs more behind it; expected the number of a string, or 'off'."),
    .init("tone 0", column: 6, "'0' makes no sense behind 'tone'; expected the number of a string, or 'off'."),
    .init("tone E2", column: 6, "'E2' makes no sense behind 'tone'; expected the number of a string, or 'off'."),
    .init("tone off 1", column: 10, "'1' makes no sense behind 'tone'; expected nothing more."),
    .init("tone 1 beat", column: 8, "'beat' makes no sense behind 'tone'; expected an id that belongs to tuner."),
    .init(
      "tone 1 g extra", column: 10,
      "'extra' makes no sense behind 'tone'; expected only a string and the id of its tuner."),
    .init("tap twice", column: 5, "'twice' makes no sense behind 'tap'; expected nothing more."),
    .init(
      "start beet", column: 7, "'beet' is no preset and no id put up so far; put it up first, or name another one.",
      suggest: "beat"),
    .init(
      "start beat now", column: 12,
      "'now' makes no sense behind 'start'; expected only the id or the preset of one instrument."),
    .init(
      "stop box", column: 6, "'box' is a custom block, which cannot be changed; put up a new one with the same id."),
    .init("continue keys@beat", column: 10, "'beat' belongs to loop, not to keys; write 'beat' or 'loop@beat'."),
    .init(
      "start text", column: 7, "'text' makes no sense behind 'start'; expected the id or the preset of an instrument."),
    .init(
      "send ~beat", column: 6, "'~beat' is no preset and no id put up so far; put it up first, or name another one.",
      suggest: "beat"),
    .init("clock", column: 6, "'clock' needs more behind it; expected offset= in milliseconds, +always or always=off."),
    .init(
      "clock offset=5000", column: 7,
      "'offset=5000' makes no sense behind 'clock'; expected offset= with a number from -1000 to 1000."),
    .init(
      "clock offset=soon", column: 7,
      "'offset=soon' makes no sense behind 'clock'; expected offset= with a number from -1000 to 1000."),
    .init(
      "clock +alwys", column: 7,
      "'+alwys' makes no sense behind 'clock'; expected offset= in milliseconds, +always or always=off.",
      suggest: "+always"),
    .init(
      "clock always=maybe", column: 7, "'always=maybe' makes no sense behind 'clock'; expected always= with on or off."),
    .init(
      "clock now", column: 7,
      "'now' makes no sense behind 'clock'; expected offset= in milliseconds, +always or always=off."),
    .init(
      "engine", column: 7, "'engine' needs more behind it; expected master=, room=, limiter=, velocity= or voices=."),
    .init(
      "engine master=3", column: 8,
      "'master=3' makes no sense behind 'engine'; expected master= with a number from 0 to 2."),
    .init(
      "engine room=-1", column: 8, "'room=-1' makes no sense behind 'engine'; expected room= with a number from 0 to 1."
    ),
    .init(
      "engine limiter=hard", column: 8,
      "'limiter=hard' makes no sense behind 'engine'; expected limiter= with soft or off."),
    .init(
      "engine velocity=sof", column: 8,
      "'velocity=sof' makes no sense behind 'engine'; expected velocity= with linear, soft or hard.", suggest: "soft"),
    .init(
      "engine voices=0", column: 8,
      "'voices=0' makes no sense behind 'engine'; expected voices= with a whole number from 1 to 256."),
    .init(
      "engine voices=12.5", column: 8,
      "'voices=12.5' makes no sense behind 'engine'; expected voices= with a whole number from 1 to 256."),
    .init(
      "engine mster=1", column: 8,
      "'mster=1' makes no sense behind 'engine'; expected master=, room=, limiter=, velocity= or voices=.",
      suggest: "master="),
    .init(
      "record format=mp5", column: 8,
      "'format=mp5' makes no sense behind 'record'; expected format= with wav, wav24, flac, ogg, opus or m4a."),
    .init("record to=", column: 8, "'to=' makes no sense behind 'record'; expected to= with the name of a file."),
    .init("record stop now", column: 13, "'now' makes no sense behind 'record'; expected nothing more."),
    .init(
      "record last minute", column: 13, "'minute' makes no sense behind 'record'; expected a number of seconds above 0."
    ),
    .init("record last 0", column: 13, "'0' makes no sense behind 'record'; expected a number of seconds above 0."),
    .init(
      "record nope", column: 8, "'nope' is no preset and no id put up so far; put it up first, or name another one."),
    .init(
      "record beat click", column: 13,
      "'click' makes no sense behind 'record'; expected only the id of one instrument, format= and to=."),
    .init(
      "record forat=wav", column: 8,
      "'forat=wav' makes no sense behind 'record'; expected only the id of one instrument, format= and to=.",
      suggest: "format="),
    .init(
      "wait", column: 5, "'wait' needs more behind it; expected a number above 0 and then beats, bars, steps or s."),
    .init(
      "wait 2", column: 7, "'wait' needs more behind it; expected a number above 0 and then beats, bars, steps or s."),
    .init(
      "wait 0 beats", column: 6,
      "'0' makes no sense behind 'wait'; expected a number above 0 and then beats, bars, steps or s."),
    .init(
      "wait two beats", column: 6,
      "'two' makes no sense behind 'wait'; expected a number above 0 and then beats, bars, steps or s."),
    .init(
      "wait 2 beets", column: 8, "'beets' makes no sense behind 'wait'; expected beats, bars, steps or s.",
      suggest: "beats"),
    .init("wait 2 beats more", column: 14, "'more' makes no sense behind 'wait'; expected only a number and a unit."),
    .init("wait 2 \"\"", column: 8, "'' makes no sense behind 'wait'; expected beats, bars, steps or s."),
    .init(
      "events steps", column: 8,
      "'steps' makes no sense behind 'events'; expected +steps, +notes, +meters, +readings or +state.",
      suggest: "+steps"),
    .init(
      "events +stps", column: 8,
      "'+stps' makes no sense behind 'events'; expected +steps, +notes, +meters, +readings or +state.",
      suggest: "+steps"),
    .init("status now", column: 8, "'now' makes no sense behind 'status'; expected nothing more."),
    .init("quit please", column: 6, "'please' makes no sense behind 'quit'; expected nothing more."),
    .init(
      "quitt", column: 1,
      "'quitt' begins no line; begin with an instrument such as loop, a word such as hit, or ~ and what to change.",
      suggest: "quit"),
  ]

  @Test(arguments: rows)
  func `what is expected is said, and where`(_ row: ErrorMessageTests.Row) throws { try row.check() }
}
