// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// The table of keys, numerals, chords, scales, names and frequencies.
@Suite struct TheoryVectorTests {
  private let table: JSON

  init() throws { table = try Vectors.table("theory") }

  @Test func `chord names give their notes, and unknown ones none`() {
    for (name, notes) in table["chords"]!.members {
      let chord = Chord(reading: name)
      #expect((chord == nil) == (notes == .null), "\(name)")
      if let chord { #expect(Voicing.root.notes(of: chord) == notes.items.map(\.int!), "\(name)") }
    }
  }

  @Test func `numerals name their chords in every key, and the chords sound`() {
    let rows = table["rows"]!.items
    #expect(rows.count == 18)
    for row in rows {
      let name = row["key"]!.string
      guard let key = Key(reading: name) else {
        Issue.record("\(name) does not read")
        continue
      }
      #expect(key.name == name)
      #expect(JSON.whole(key.root) == row["root"])
      #expect(JSON.bool(key.isMinor) == row["minor"])
      #expect(JSON.bool(key.usesFlats) == row["flats"])
      for (numeral, chord) in row["numerals"]!.members {
        let found = RomanNumeral(reading: numeral)?.chordName(in: key)
        #expect(found == chord.items[0].string, "\(numeral) in \(name)")
        let notes = found.flatMap { Chord(reading: $0) }.map { Voicing.root.notes(of: $0) }
        #expect(notes == chord.items.dropFirst().map(\.int!), "\(numeral) in \(name)")
      }
    }
  }

  @Test func `unusual numerals read as the table says`() {
    for row in table["more_numerals"]!.items.map(\.items) {
      let name = RomanNumeral(reading: row[0].string)?.chordName(in: Key(reading: row[1].string)!)
      #expect(name.map { .string($0) } ?? .null == row[2], "\(row[0].string)")
    }
  }

  @Test func `scales hold their pitch classes`() {
    for row in table["scales"]!.items.map(\.items) {
      let key = Key(reading: row[0].string)!
      let scale = Scale(rawValue: row[1].string) ?? Scale(of: key)
      let classes = row[2].items.map(\.int!)
      #expect(scale.pitchClasses(in: key) == classes)
      #expect((60..<72).filter { scale.contains(Note($0), in: key) }.map { $0 % 12 } == classes)
    }
  }

  @Test func `note names read, and are written with sharps and flats`() {
    for row in table["notes"]!.items.map(\.items) {
      #expect(Note(reading: row[0].string)?.number == row[1].int, "\(row[0].string)")
    }
    for row in table["names"]!.items.map(\.items) {
      let note = Note(row[0].int!)
      #expect([note.name(flats: false), note.name(flats: true)] == row.dropFirst().map(\.string))
    }
  }

  @Test func `notes have their frequencies`() {
    for row in table["hz"]!.items.map(\.items) {
      let frequency = Note(reading: row[0].string)!.frequency(a4: row[1].double!)
      // The table has four decimals.
      #expect(abs(frequency - row[2].double!) <= 0.000_05)
    }
    #expect(Note(69 - 120).frequency() == 440.0 / 1024)
    #expect(Note(69 + 24).frequency(a4: 442) == 1768)
  }
}
