// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import YuiSound

@testable import YuiJack

@Suite struct NoteCollectorTests {
  /// At ten frames a second, so that a frame is a tenth.
  private func score(of range: Range<Int64> = 0..<100, _ events: PlayedEvent...) -> TakeScore {
    var collector = NoteCollector()
    for event in events { collector.hear(event, sampleRate: 10) }
    return collector.score(of: range, sampleRate: 10)
  }

  private let key = NoteOwner.key(port: 0, channel: 2, note: 64)

  @Test func `a key lasts as long as the finger, however short its sound`() {
    let score = score(
      .struck(NoteRequest(.pluck, note: 64, velocity: 1, hold: .key, owner: key, channel: 2), frame: 5),
      .released(.one(.key(port: 0, channel: 2, note: 65)), frame: 20), .released(.port(0), frame: 85))
    #expect(score.notes == [TakeScore.Note(start: 0.5, length: 8, note: 64, velocity: 127, channel: 1)])
  }

  @Test func `drums last a tenth, pitched sounds that nobody holds half a second, asked holds as asked`() {
    let score = score(
      .struck(NoteRequest(.snare, velocity: 0.5, owner: .player(slot: 0)), frame: 0),
      .struck(NoteRequest(.bell, velocity: 0.001), frame: 1),
      .struck(NoteRequest(.keys, note: 60, velocity: 0.9, hold: .frames(14)), frame: 2),
      .struck(NoteRequest(.bass, note: nil, velocity: 0.9, hold: .frames(14), owner: .player(slot: 0)), frame: 3),
      .released(.one(.player(slot: 0)), frame: 8))
    #expect(
      score.notes == [
        TakeScore.Note(start: 0, length: 0.1, note: 38, velocity: 64, channel: 9),
        TakeScore.Note(start: 0.1, length: 0.5, note: 72, velocity: 1, channel: 2),
        TakeScore.Note(start: 0.2, length: 1.6 - 0.2, note: 60, velocity: 114, channel: 0),
        TakeScore.Note(start: 0.3, length: 0.8 - 0.3, note: 60, velocity: 114, channel: 4),
      ])
  }

  @Test func `what begins outside is left out, what is still down ends with the take`() {
    let score = score(
      of: 10..<20, .struck(NoteRequest(.kick, velocity: 1), frame: 9),
      .struck(NoteRequest(.lead, note: 70, velocity: 1, hold: .key, owner: key), frame: 10),
      .struck(NoteRequest(.kick, velocity: 1), frame: 20))
    #expect(score.notes == [TakeScore.Note(start: 0, length: 1, note: 70, velocity: 127, channel: 5)])
  }

  @Test func `clicks are no notes`() {
    let click = NoteRequest(.tick, frequency: 3000, velocity: 1, owner: .player(slot: 1), bus: .click)
    #expect(score(.struck(click, frame: 1)).notes.isEmpty)
    let tick = NoteRequest(.tick, velocity: 1, owner: .player(slot: 1))
    #expect(score(.struck(tick, frame: 1)).notes.map(\.note) == [33])
  }

  @Test func `the pedal goes to the channel of the sound, and what stands comes first`() {
    let score = score(
      of: 10..<40, .turned(.control(channel: 2, number: 64, value: 127), port: 0, frame: 0),
      .turned(.control(channel: 3, number: 64, value: 127), port: 0, frame: 0),
      .struck(NoteRequest(.pad, note: 60, velocity: 1, hold: .key, owner: key, channel: 2), frame: 1),
      .struck(NoteRequest(.pad, note: 62, velocity: 1, hold: .key, owner: key, channel: 2), frame: 12),
      .turned(.control(channel: 2, number: 64, value: 0), port: 0, frame: 15),
      .turned(.control(channel: 2, number: 64, value: 0), port: 0, frame: 16))
    #expect(
      score.controls == [
        TakeScore.Control(seconds: 0, message: .control(channel: 3, number: 64, value: 127), channel: 3),
        TakeScore.Control(seconds: 0.5, message: .control(channel: 3, number: 64, value: 0), channel: 3),
      ])
  }

  @Test func `the wheel comes with its range`() {
    let score = score(
      .struck(NoteRequest(.lead, note: 60, velocity: 1, hold: .key, owner: key, channel: 2), frame: 1),
      .turned(.control(channel: 2, number: 101, value: 0), port: 0, frame: 2),
      .turned(.control(channel: 2, number: 100, value: 0), port: 0, frame: 2),
      .turned(.control(channel: 2, number: 6, value: 12), port: 0, frame: 2),
      .turned(.bend(channel: 2, value: 16383), port: 0, frame: 3))
    let range: [(UInt8, UInt8)] = [(101, 0), (100, 0), (6, 12), (38, 0), (101, 127), (100, 127)]
    #expect(
      score.controls.map(\.message)
        == range.map { .control(channel: 5, number: $0, value: $1) } + [.bend(channel: 5, value: 16383)])
  }

  @Test func `the tempo is that of the source, with every change`() {
    var collector = NoteCollector()
    let events: [SequencerEvent] = [
      .started(slot: 0, frame: 5, beatsPerMinute: 100), .source(slot: 0),
      .started(slot: 1, frame: 8, beatsPerMinute: 90), .tempo(slot: 1, frame: 12, beatsPerMinute: 91),
      .tempo(slot: 0, frame: 35, beatsPerMinute: 200), .stopped(slot: 0, frame: 65, beatsPerMinute: 200),
      .source(slot: 1),
    ]
    for event in events { collector.hear(event) }
    let segments = collector.score(of: 5..<100, sampleRate: 10).tempo.segments
    #expect(segments.map(\.beatsPerMinute) == [100, 200, 91])
    #expect(segments.map(\.tick) == [0, 2400, 2400 + 4800])
    #expect(collector.tempo(at: 0).isPlayed == false)
    #expect(collector.tempo(at: 40).beatsPerMinute == 200)
  }

  @Test func `no file has more bytes than are said to be enough`() {
    var collector = NoteCollector()
    for index in Int64(0)..<3000 {
      let frame = index * 1000
      let note = NoteRequest(.lead, note: UInt8(index % 128), velocity: 1, hold: .key, owner: key, channel: 2)
      collector.hear(.struck(note, frame: frame), sampleRate: 10)
      for (number, value) in [(101, 0), (100, 0), (6, UInt8(index % 24))] as [(UInt8, UInt8)] {
        collector.hear(
          .turned(.control(channel: 2, number: number, value: value), port: 0, frame: frame), sampleRate: 10)
      }
      collector.hear(.turned(.bend(channel: 2, value: UInt16(index)), port: 0, frame: frame), sampleRate: 10)
      if index == 0 { collector.hear(.source(slot: 0)) }
      collector.hear(.started(slot: 0, frame: frame, beatsPerMinute: 100 + Double(index % 2)))
    }
    let bytes = collector.score(of: 0..<3_000_000, sampleRate: 10).file.bytes.count
    #expect(bytes > 100_000)
    #expect(bytes <= collector.mostFileBytes)
  }
}
