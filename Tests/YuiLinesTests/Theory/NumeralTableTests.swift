// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// Every numeral in every key, against names written out by hand.
@Suite struct NumeralTableTests {
  /// A key and the roots of its chords I to VII: as they are, lowered by `b` and raised by `#`.
  struct Row: Sendable, CustomTestStringConvertible {
    var key: String
    /// The key's own scale, natural minor for minor keys, spelled as the key is.
    var plain: String
    /// The major scale of the root a semitone lower, with flats.
    var lowered: String
    /// The major scale of the root a semitone higher, with sharps.
    var raised: String
    init(_ key: String, _ plain: String, _ lowered: String, _ raised: String) {
      (self.key, self.plain, self.lowered, self.raised) = (key, plain, lowered, raised)
    }
    var testDescription: String { key }
  }

  /// Only twelve names are written with each kind of accidental, so E# is F, and Cb is B.
  static let table: [Row] = [
    .init("C", "C D E F G A B", "B Db Eb E Gb Ab Bb", "C# D# F F# G# A# C"),
    .init("G", "G A B C D E F#", "Gb Ab Bb B Db Eb F", "G# A# C C# D# F G"),
    .init("D", "D E F# G A B C#", "Db Eb F Gb Ab Bb C", "D# F G G# A# C D"),
    .init("A", "A B C# D E F# G#", "Ab Bb C Db Eb F G", "A# C D D# F G A"),
    .init("E", "E F# G# A B C# D#", "Eb F G Ab Bb C D", "F G A A# C D E"),
    .init("B", "B C# D# E F# G# A#", "Bb C D Eb F G A", "C D E F G A B"),
    .init("F#", "F# G# A# B C# D# F", "F G A Bb C D E", "G A B C D E F#"),
    .init("F", "F G A Bb C D E", "E Gb Ab A B Db Eb", "F# G# A# B C# D# F"),
    .init("Bb", "Bb C D Eb F G A", "A B Db D E Gb Ab", "B C# D# E F# G# A#"),
    .init("Eb", "Eb F G Ab Bb C D", "D E Gb G A B Db", "E F# G# A B C# D#"),
    .init("Ab", "Ab Bb C Db Eb F G", "G A B C D E Gb", "A B C# D E F# G#"),
    .init("Db", "Db Eb F Gb Ab Bb C", "C D E F G A B", "D E F# G A B C#"),
    .init("Am", "A B C D E F G", "Ab Bb C Db Eb F G", "A# C D D# F G A"),
    .init("Em", "E F# G A B C D", "Eb F G Ab Bb C D", "F G A A# C D E"),
    .init("Bm", "B C# D E F# G A", "Bb C D Eb F G A", "C D E F G A B"),
    .init("F#m", "F# G# A B C# D E", "F G A Bb C D E", "G A B C D E F#"),
    .init("C#m", "C# D# E F# G# A B", "C D E F G A B", "D E F# G A B C#"),
    .init("G#m", "G# A# B C# D# E F#", "G A B C D E Gb", "A B C# D E F# G#"),
    .init("Dm", "D E F G A Bb C", "Db Eb F Gb Ab Bb C", "D# F G G# A# C D"),
    .init("Gm", "G A Bb C D Eb F", "Gb Ab Bb B Db Eb F", "G# A# C C# D# F G"),
    .init("Cm", "C D Eb F G Ab Bb", "B Db Eb E Gb Ab Bb", "C# D# F F# G# A# C"),
    .init("Fm", "F G Ab Bb C Db Eb", "E Gb Ab A B Db Eb", "F# G# A# B C# D# F"),
    .init("Bbm", "Bb C Db Eb F Gb Ab", "A B Db D E Gb Ab", "B C# D# E F# G# A#"),
    .init("Ebm", "Eb F Gb Ab Bb B Db", "D E Gb G A B Db", "E F# G# A B C# D#"),
  ]

  /// What follows the letters, and the suffix of the chord for upper and for lower case.
  static let suffixes: [(written: String, upper: String, lower: String)] = [
    ("", "", "m"), ("7", "7", "m7"), ("maj7", "maj7", "maj7"), ("o", "dim", "dim"), ("°", "dim", "dim"),
    ("dim", "dim", "dim"), ("dim7", "dim7", "dim7"), ("m7b5", "m7b5", "m7b5"), ("+", "+", "m+"), ("aug", "aug", "maug"),
    ("m", "m", "m"), ("min", "min", "min"), ("m7", "m7", "m7"), ("maj", "maj", "maj"), ("sus2", "sus2", "msus2"),
    ("sus4", "sus4", "msus4"), ("sus", "sus", "msus"), ("6", "6", "m6"), ("m6", "m6", "m6"), ("9", "9", "m9"),
    ("m9", "m9", "m9"), ("add9", "add9", "madd9"), ("5", "5", "m5"), ("13", "13", "m13"),
  ]

  /// Semitones above the root; chords that stand in no table sound as the triad of their root.
  static let tones: [String: [Int]] = [
    "": [0, 4, 7], "m": [0, 3, 7], "7": [0, 4, 7, 10], "m7": [0, 3, 7, 10], "maj7": [0, 4, 7, 11], "dim": [0, 3, 6],
    "dim7": [0, 3, 6, 9], "m7b5": [0, 3, 6, 10], "+": [0, 4, 8], "aug": [0, 4, 8], "min": [0, 3, 7],
    "maj": [0, 4, 7], "sus2": [0, 2, 7], "sus4": [0, 5, 7], "sus": [0, 5, 7], "6": [0, 4, 7, 9], "m6": [0, 3, 7, 9],
    "9": [0, 4, 7, 10, 14], "m9": [0, 3, 7, 10, 14], "add9": [0, 4, 7, 14], "5": [0, 7], "13": [0, 4, 7],
    "m+": [0, 3, 7], "maug": [0, 3, 7], "msus2": [0, 3, 7], "msus4": [0, 3, 7], "msus": [0, 3, 7],
    "madd9": [0, 3, 7], "m5": [0, 3, 7], "m13": [0, 3, 7],
  ]
  static let unreadable: Set = ["13", "m+", "maug", "msus2", "msus4", "msus", "madd9", "m5", "m13"]

  /// Where each root lies: the bass from E2 to D#3, the chord from G3 to F#4.
  static let places: [String: (bass: Int, root: Int)] = [
    "C": (48, 60), "C#": (49, 61), "Db": (49, 61), "D": (50, 62), "D#": (51, 63), "Eb": (51, 63), "E": (40, 64),
    "F": (41, 65), "F#": (42, 66), "Gb": (42, 66), "G": (43, 55), "G#": (44, 56), "Ab": (44, 56), "A": (45, 57),
    "A#": (46, 58), "Bb": (46, 58), "B": (47, 59),
  ]

  /// A numeral with the root and the suffix of its chord.
  private struct Numeral {
    var text: String
    var root: String
    var suffix: String
  }

  private func numerals(_ row: Row) -> [Numeral] {
    var numerals: [Numeral] = []
    for (accidental, roots) in [("", row.plain), ("b", row.lowered), ("#", row.raised)] {
      for (degree, root) in zip(["I", "II", "III", "IV", "V", "VI", "VII"], roots.split(separator: " ")) {
        for (written, upper, lower) in Self.suffixes {
          for (letters, suffix) in [(degree, upper), (degree.lowercased(), lower)] {
            numerals.append(Numeral(text: accidental + letters + written, root: String(root), suffix: suffix))
          }
        }
      }
    }
    return numerals
  }

  @Test func `the table holds twelve major and twelve minor keys`() {
    #expect(Set(Self.table.compactMap { Key(reading: $0.key)?.name }).count == 24)
    #expect(Self.table.count { $0.key.hasSuffix("m") } == 12)
    #expect(Self.table.allSatisfy { numerals($0).count == 3 * 7 * 24 * 2 })
  }

  @Test(arguments: table)
  func `every numeral has its name in the key, and reads as a chord where there is one`(_ row: Row) throws {
    let key = try #require(Key(reading: row.key))
    #expect(key.name == row.key)
    for numeral in numerals(row) {
      let name = RomanNumeral(reading: numeral.text)?.chordName(in: key)
      #expect(name == numeral.root + numeral.suffix, "\(numeral.text) in \(row.key)")
      #expect((Chord(reading: name ?? "") == nil) == Self.unreadable.contains(numeral.suffix), "\(numeral.text)")
    }
  }

  @Test(arguments: table)
  func `a line of numerals makes buttons that sound as written`(_ row: Row) throws {
    let numerals = numerals(row)
    var warnings: [PropWarning] = []
    let line = "chords \(row.key) prog=\(numerals.map(\.text).joined(separator: "|"))"
    guard case .chords(let chords) = try settings(line, &warnings) else { return }
    #expect(chords.buttons.map(\.numeral) == numerals.map(\.text))
    #expect(chords.buttons.map(\.name) == numerals.map { $0.root + $0.suffix })
    for (button, numeral) in zip(chords.buttons, numerals) {
      let place = try #require(Self.places[numeral.root])
      let tones = try #require(Self.tones[numeral.suffix])
      #expect(button.notes == [place.bass] + tones.map { place.root + $0 }, "\(numeral.text) in \(row.key)")
    }
    #expect(warnings.count == numerals.count { Self.unreadable.contains($0.suffix) })
  }
}
