// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TestSupport

@testable import YuiJack

@Suite struct BeatLinesTests {
  private func lines(
    _ notes: [(start: Double, note: UInt8, channel: UInt8)], bpm: Double = 120, bar: Int = 1
  ) -> MIDIFileLines {
    var score = TakeScore(tempo: TempoMap(beatsPerMinute: bpm))
    score.notes = notes.map {
      TakeScore.Note(start: $0.start * 60 / bpm, length: 0.05, note: $0.note, velocity: 99, channel: $0.channel)
    }
    return MIDIFileLines(score.file, bar: bar)
  }

  @Test func `a beat of eighths comes back as the line it was made of`() throws {
    let folder = try TemporaryDirectory()
    let line = "loop@kit 120 steps=8 rows=kick|snare|hat p=x...x...|..x...x.|xxxxxxxx"
    let run = try Instrument.run(
      ["render", "-", "--bars", "4", "-o", folder.file("a.wav"), "--midi", folder.file("a.mid")],
      input: [line, "start"])
    #expect(run.ending == .exited(0))
    let back = try Instrument.run(["lines", folder.file("a.mid")])
    #expect(back.ending == .exited(0))
    #expect(back.output == [line, "start"])
    #expect(
      back.errors == "The file has 4 bars, and a loop holds 2: this is bars 1 and 2. '--bar 3' is what follows.\n")
  }

  @Test func `notes go to the nearest sixteenth, and two bars that differ stay two`() {
    let read = lines([(0.1, 36, 9), (0.14, 38, 9), (3.9, 36, 9), (7.75, 42, 9)])
    #expect(
      read.lines == [
        "loop@kit 120 steps=32 rows=kick|snare|hat "
          + "p=x...............x...............|.x..............................|...............................x",
        "start",
      ])
  }

  @Test func `one voice is a loop of its notes with the voice of its program`() {
    let read = lines([(0, 36, 4), (1.25, 39, 4), (2, 36, 4)], bpm: 97.5)
    #expect(
      read.lines == ["loop@bass 97.5 steps=16 sound=bass rows=C2|D#2 p=x.......x.......|.....x..........", "start"])
  }

  @Test func `a later bar can be asked for`() {
    #expect(
      lines([(0, 36, 9), (8.5, 38, 9)], bar: 3).lines == ["loop@kit 120 steps=8 rows=snare p=.x......", "start"])
    #expect(lines([(0, 36, 9)], bar: 3).lines.isEmpty)
  }

  @Test func `a bar of three quarters has twelve sixteenths`() {
    let file = MIDIFile(tracks: [
      [
        MIDIFileEvent(tick: 0, message: .timeSignature(beats: 3, unitPower: 2)),
        MIDIFileEvent(tick: 120, message: .noteOn(channel: 9, note: 36, velocity: 1)),
      ]
    ])
    #expect(MIDIFileLines(file, bar: 1).lines == ["loop@kit 120 steps=12 rows=kick p=.x..........", "start"])
  }

  @Test func `what is no MIDI file is told in one sentence`() throws {
    let folder = try TemporaryDirectory()
    let song = try folder.write("loop 120\n", to: "song.yui")
    let run = try Instrument.run(["lines", song])
    #expect(run.ending == .exited(66))
    #expect(run.errors == "Error: Cannot read '\(song)': it is no MIDI file.\n")
    let missing = try Instrument.run(["lines", folder.file("none.mid")])
    #expect(missing.errors == "Error: Cannot read '\(folder.file("none.mid"))': No such file or directory.\n")
  }
}
