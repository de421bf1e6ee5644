// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// The sound words, by their table.
@Suite struct WordTests {
  private let table: JSON

  init() throws { table = try Vectors.table("words") }

  @Test func `the kit and the pitched words stand in their order`() {
    #expect(SoundWord.kit.map(\.rawValue) == table["kit"]?.strings)
    #expect(PitchedWord.allCases.map(\.rawValue) == table["pitched"]?.strings)
    #expect(SoundWord.drums.map(\.rawValue) == Array(SoundWord.kit.map(\.rawValue)[..<12]))
  }

  @Test func `names read as the table says`() {
    for row in table["cases"]!.items.map(\.strings) {
      #expect(SoundWord(pad: row[0]).rawValue == row[1], "\(row[0])")
      #expect(PitchedWord(slot: row[0]).rawValue == row[2], "\(row[0])")
    }
  }

  @Test func `the aliases are those of the table`() {
    let aliases = table["alias"]!.members
    #expect(SoundWord.aliases.count == aliases.count)
    for (name, word) in aliases { #expect(SoundWord.aliases[name]?.rawValue == word.string, "\(name)") }
  }

  @Test func `General MIDI numbers are those of the table`() {
    for (name, note) in table["gm_drum_notes"]!.members {
      #expect(SoundWord(rawValue: name).map { Int($0.drumNote) } == note.int)
    }
    for (name, row) in table["gm_pitched"]!.members {
      let word = PitchedWord(rawValue: name)!
      #expect(Int(word.channel) == row.items[0].int)
      #expect(Int(word.program) == row.items[1].int)
      #expect(word.trackName == row.items[2].string)
    }
  }

  @Test func `what the kit writes as a drum note it plays, and every other note folds to a near drum`() {
    for word in SoundWord.kit { #expect(SoundWord(drumNote: word.drumNote) == word) }
    let folded: [(SoundWord, [UInt8])] = [
      (.kick, [35, 36, 0, 26]), (.snare, [38, 40]), (.clap, [28, 39]), (.rim, [31, 37, 75, 77, 85]), (.hat, [42, 44]),
      (.open, [46]), (.tom, [41, 43, 45, 47, 48, 50, 86, 87]), (.crash, [49, 51, 52, 57, 59]),
      (.shaker, [58, 69, 70, 73, 74, 82]), (.cow, [56, 67, 68]), (.snap, [54]),
      (.conga, [60, 61, 62, 63, 64, 65, 66, 78, 79, 88, 127]), (.pop, [27, 71, 72, 76]), (.sweep, [29, 30, 55]),
      (.tick, [32, 33]), (.bell, [34, 53, 80, 81, 83, 84]),
    ]
    for (word, notes) in folded { #expect(notes.filter { SoundWord(drumNote: $0) != word } == [], "\(word)") }
    let named = Set(folded.flatMap(\.1))
    #expect((27...87).allSatisfy { named.contains($0) })
  }

  @Test func `every General MIDI program has the voice of its family`() {
    for word in PitchedWord.allCases { #expect(PitchedWord(program: word.program) == word) }
    let families: [(PitchedWord, [UInt8])] = [
      (.keys, [0, 7, 16, 23]), (.bell, [8, 15, 98, 108, 112, 114, 124]),
      (.pluck, [24, 31, 45, 46, 47, 104, 107, 115, 127]),
      (.bass, [32, 39]), (.pad, [40, 44, 48, 55, 88, 95, 97, 99, 103, 119, 122]),
      (.lead, [56, 79, 80, 87, 109, 111, 123]),
    ]
    for (word, programs) in families { #expect(programs.filter { PitchedWord(program: $0) != word } == [], "\(word)") }
  }

  @Test func `rows play what their names say`() {
    let names = ["kick", "zap", "C4", "808", "zing", "Bb9", "surdo", "C10"]
    #expect(
      RowSound.sounds(of: names, voice: .bell) == [
        .word(.kick), .word(.snare), .note(.bell, 60), .word(.bass), .word(.clap), .note(.bell, 118), .word(.tom),
        .word(.hat),
      ])
  }

  @Test func `accents, case, spaces and dashes do not matter, in either form of Unicode`() {
    for name in ["GANZÁ", "ganza\u{301}", " g a-n_z á ", "Ga\u{323}nza\u{301}\u{308}"] {
      #expect(SoundWord(reading: name) == .shaker)
    }
    #expect(SoundWord(reading: "kıck") == nil)
  }
}
