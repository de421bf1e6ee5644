// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiLines

@testable import YuiJack

private struct TakeVectors: Decodable, Sendable {
  struct File: Decodable, Sendable {
    let name: String
    let bpm: Double
    let notes: [[Double]]
    let hex: String

    var score: TakeScore {
      var score = TakeScore(tempo: TempoMap(beatsPerMinute: bpm))
      score.notes = notes.map {
        TakeScore.Note(start: $0[0], length: $0[1], note: UInt8($0[2]), velocity: UInt8($0[3]), channel: UInt8($0[4]))
      }
      return score
    }
  }
  struct Number: Decodable, Sendable {
    let number: Int
    let hex: String
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      number = try list.decode(Int.self)
      hex = try list.decode(String.self)
    }
  }
  let vlq: [Number]
  let files: [File]

  static let all: TakeVectors = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Vectors/take-midi.json")
    return try! JSONDecoder().decode(TakeVectors.self, from: Data(contentsOf: file))
  }()
}

private func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

@Suite struct MIDIFileTests {
  @Test(arguments: TakeVectors.all.vlq.indices)
  func `a number takes the bytes of the table, and comes back`(_ index: Int) {
    let vector = TakeVectors.all.vlq[index]
    let bytes = VariableLength.bytes(vector.number)
    #expect(hex(bytes) == vector.hex)
    var rest = bytes[...]
    #expect(VariableLength.take(from: &rest) == vector.number)
    #expect(rest.isEmpty)
  }

  @Test(arguments: TakeVectors.all.files.indices)
  func `a take is the file of the table, byte for byte`(_ index: Int) {
    let vector = TakeVectors.all.files[index]
    #expect(hex(vector.score.file.bytes) == vector.hex, "\(vector.name)")
  }

  @Test(arguments: TakeVectors.all.files.indices)
  func `what was written reads back the same`(_ index: Int) throws {
    let file = TakeVectors.all.files[index].score.file
    #expect(try MIDIFileReader.read(file.bytes) == file)
  }

  @Test func `a number of five bytes, or one that ends within, is none`() {
    var long: ArraySlice<UInt8> = [0x81, 0x80, 0x80, 0x80, 0x00]
    #expect(VariableLength.take(from: &long) == nil)
    var short: ArraySlice<UInt8> = [0x81]
    #expect(VariableLength.take(from: &short) == nil)
    #expect(VariableLength.bytes(-1) == [0])
    #expect(VariableLength.bytes(.max) == [0xFF, 0xFF, 0xFF, 0x7F])
  }

  @Test func `a name is cut to 64 bytes, not within a character`() throws {
    let file = MIDIFile(tracks: [[MIDIFileEvent(tick: 0, message: .name(String(repeating: "ü", count: 40) + "x"))]])
    let read = try MIDIFileReader.read(file.bytes)
    #expect(read.tracks == [[MIDIFileEvent(tick: 0, message: .name(String(repeating: "ü", count: 32)))]])
  }

  @Test func `messages of every kind come back`() throws {
    let messages: [MIDIFileMessage] = [
      .name("Keys"), .tempo(microseconds: 448_766), .timeSignature(beats: 7, unitPower: 3),
      .program(channel: 3, number: 88), .control(channel: 3, number: 64, value: 127), .bend(channel: 3, value: 16383),
      .bend(channel: 3, value: 8192), .pressure(channel: 3, value: 9), .noteOn(channel: 3, note: 60, velocity: 1),
      .noteOff(channel: 3, note: 60),
    ]
    let file = MIDIFile(tracks: [messages.enumerated().map { MIDIFileEvent(tick: $0 * 100_000, message: $1) }])
    #expect(try MIDIFileReader.read(file.bytes) == file)
  }

  @Test func `running status, lyrics and system exclusive of other programs are read over`() throws {
    let track: [UInt8] =
      [0x00, 0x90, 0x3C, 0x64] + [0x60, 0x3C, 0x00] + [0x00, 0xFF, 0x05, 0x02, 0x4C, 0x61]
      + [0x00, 0xF0, 0x03, 0x7D, 0x01, 0xF7] + [0x10, 0x91, 0x40, 0x01] + [0x00, 0xFF, 0x2F, 0x00]
    let bytes: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("XYZW".utf8) + [0, 0, 0, 1, 9]
      + Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
    #expect(
      try MIDIFileReader.read(bytes)
        == MIDIFile(
          ticksPerQuarter: 96,
          tracks: [
            [
              MIDIFileEvent(tick: 0, message: .noteOn(channel: 0, note: 60, velocity: 100)),
              MIDIFileEvent(tick: 96, message: .noteOff(channel: 0, note: 60)),
              MIDIFileEvent(tick: 112, message: .noteOn(channel: 1, note: 64, velocity: 1)),
            ]
          ]))
  }

  @Test func `what is no MIDI file says why, and no prefix of one traps`() throws {
    #expect(throws: FileTrouble(reason: "it is no MIDI file")) { try MIDIFileReader.read([1, 2, 3]) }
    let whole = TakeVectors.all.files[0].score.file.bytes
    for count in 0..<whole.count { _ = try? MIDIFileReader.read(Array(whole[..<count])) }
    for index in whole.indices {
      var broken = whole
      broken[index] ^= 0xFF
      _ = try? MIDIFileReader.read(broken)
    }
  }
}

@Suite struct TakeScoreTests {
  @Test(arguments: [[(0.0, 120.0)], [(0, 133.7)], [(0, 239.7)], [(0, 40.3), (700, 97.1), (701.3, 211), (1800, 66.6)]])
  func `after an hour a reader still has each note within a tick of its time`(_ turns: [(Double, Double)]) throws {
    var score = TakeScore(tempo: TempoMap(beatsPerMinute: turns[0].1))
    for turn in turns.dropFirst() { score.tempo.turn(at: turn.0, beatsPerMinute: turn.1) }
    score.notes = (0..<3600).map {
      TakeScore.Note(start: Double($0) * 1.0003, length: 0.1, note: UInt8($0 % 128), velocity: 9, channel: 9)
    }
    let file = try MIDIFileReader.read(score.file.bytes)
    var tempi: [(tick: Int, seconds: Double, tick1: Double)] = []
    for case (let tick, .tempo(let microseconds)) in file.tracks[0].map({ ($0.tick, $0.message) }) {
      let start = tempi.last.map { $0.seconds + Double(tick - $0.tick) * $0.tick1 } ?? 0
      tempi.append((tick, start, Double(microseconds) / 480e6))
    }
    for event in file.tracks[1] {
      guard case .noteOn(_, let note, _) = event.message else { continue }
      let tempo = try #require(tempi.last { $0.tick <= event.tick })
      let read = tempo.seconds + Double(event.tick - tempo.tick) * tempo.tick1
      let number = Int((read / 1.0003).rounded())
      #expect(number % 128 == Int(note))
      #expect(abs(read - Double(number) * 1.0003) < tempo.tick1)
    }
    // Nothing is put right where nothing is off.
    if turns.count == 1, turns[0].1 == 120 { #expect(tempi.count == 1) }
    #expect(tempi.count < 60)
  }

  @Test func `a key that is struck while it is down goes up first, and two strikes at once are one`() {
    var score = TakeScore(tempo: TempoMap(beatsPerMinute: 120))
    score.notes = [
      TakeScore.Note(start: 0, length: 2, note: 60, velocity: 50, channel: 0),
      TakeScore.Note(start: 0.5, length: 0.5, note: 60, velocity: 60, channel: 0),
      TakeScore.Note(start: 0.5, length: 0.25, note: 60, velocity: 90, channel: 0),
    ]
    let ticks = score.file.tracks[1].dropFirst(2)
    #expect(
      Array(ticks) == [
        MIDIFileEvent(tick: 0, message: .noteOn(channel: 0, note: 60, velocity: 50)),
        MIDIFileEvent(tick: 480, message: .noteOff(channel: 0, note: 60)),
        MIDIFileEvent(tick: 480, message: .noteOn(channel: 0, note: 60, velocity: 90)),
        MIDIFileEvent(tick: 960, message: .noteOff(channel: 0, note: 60)),
      ])
  }

  @Test func `a pedal is behind what ends on its tick and before what begins`() {
    var score = TakeScore(tempo: TempoMap(beatsPerMinute: 120))
    score.notes = [
      TakeScore.Note(start: 0, length: 1, note: 60, velocity: 50, channel: 0),
      TakeScore.Note(start: 1, length: 1, note: 62, velocity: 60, channel: 0),
    ]
    score.controls = [
      TakeScore.Control(seconds: 1, message: .control(channel: 0, number: 64, value: 127), channel: 0),
      TakeScore.Control(seconds: 1, message: .control(channel: 5, number: 64, value: 127), channel: 5),
    ]
    #expect(score.file.tracks.count == 2)
    #expect(
      score.file.tracks[1].dropFirst(3).map(\.message) == [
        .noteOff(channel: 0, note: 60), .control(channel: 0, number: 64, value: 127),
        .noteOn(channel: 0, note: 62, velocity: 60), .noteOff(channel: 0, note: 62),
      ])
  }

  @Test func `a tempo turns on a whole tick, and however often it does a moment is at most half a tick off`() {
    var map = TempoMap(beatsPerMinute: 97.3)
    var generator = Dice(1)
    var turns: [Double] = [0]
    for _ in 0..<200 {
      turns.append(turns[turns.count - 1] + Double.random(in: 0.01...0.7, using: &generator))
      map.turn(at: turns[turns.count - 1], beatsPerMinute: Double.random(in: 40...240, using: &generator))
    }
    for _ in 0..<2000 {
      let moment = Double.random(in: 0...turns[turns.count - 1] + 5, using: &generator)
      let tick = map.tick(at: moment)
      // As a reader has it: from tempo to tempo.
      let segment = map.segments.last { $0.tick <= tick }!
      let read = segment.seconds + Double(tick - segment.tick) / segment.ticksPerSecond
      let slowest = 60 / 40.0 / 480
      #expect(abs(read - moment) <= slowest / 2 + 1e-9)
    }
    #expect(zip(map.segments, map.segments.dropFirst()).allSatisfy { $0.tick < $1.tick && $0.seconds < $1.seconds })
  }
}
