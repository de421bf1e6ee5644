// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import YuiLines

@Suite struct TheoryTests {
  @Test func `every note reads back from its name`() {
    for number in 0...127 {
      for flats in [false, true] { #expect(Note(reading: Note(number).name(flats: flats))?.number == number) }
    }
  }

  @Test func `a note beyond MIDI has the nearest one of its name`() {
    #expect(Note(reading: "Cb-1")?.playable == Note(11))
    #expect(Note(reading: "B9")?.playable == Note(119))
    #expect(Note(reading: "C-9")?.playable == Note(0))
    #expect(Note(128).playable == Note(116))
    #expect(Note(127).playable == Note(127))
  }

  static let keys = ["C", "C#", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"].flatMap { [$0, $0 + "m"] }

  /// Root, minor, flats of the keys, from the circle of fifths: flats by their own signature, else by what was written.
  static let flatKeys: Set = ["Db", "Eb", "F", "Ab", "Bb", "Dbm", "Ebm", "Abm", "Bbm", "Dm", "Gm", "Cm", "Fm"]

  @Test(arguments: keys)
  func `each key spells the degrees of its own scale`(_ name: String) throws {
    let key = try #require(Key(reading: name))
    #expect(key.usesFlats == Self.flatKeys.contains(name))
    #expect(key.isMinor == name.hasSuffix("m"))
    let scale = Scale(of: key).steps(inMinorKey: key.isMinor)
    for (index, numeral) in ["I", "II", "III", "IV", "V", "VI", "VII"].enumerated() {
      let upper = try #require(RomanNumeral(reading: numeral)).chordName(in: key)
      let lower = try #require(RomanNumeral(reading: numeral.lowercased())).chordName(in: key)
      let root = PitchClass.name((key.root + scale[index]) % 12, flats: key.usesFlats)
      #expect([upper, lower] == [root, root + "m"])
      let flat = try #require(RomanNumeral(reading: "b" + numeral + "7")).chordName(in: key)
      let major = Scale.major.steps(inMinorKey: key.isMinor)[index]
      #expect(flat == PitchClass.name((key.root + major + 11) % 12, flats: true) + "7")
      let sharp = try #require(RomanNumeral(reading: "#" + numeral)).chordName(in: key)
      #expect(sharp == PitchClass.name((key.root + major + 1) % 12, flats: false))
    }
  }

  @Test func `keys read in either case, with white space, and nothing else`() {
    #expect(Key(reading: " bbm ")?.name == "Bbm")
    #expect(Key(reading: "g#")?.root == 8)
    #expect(["", "H", "C major", "CM", "Cmm", "C##", "m"].compactMap { Key(reading: $0) } == [])
  }

  @Test func `numerals of mixed case or with too many letters do not read`() {
    for text in ["Vi", "iV", "IIII", "IVI", "vivid", "b", "#", "bb7", "7", "VIII"] {
      #expect(RomanNumeral(reading: text) == nil)
    }
  }

  static let unreadable: [(String, [Int])] = [
    ("Cfoo", [48, 60, 64, 67]), ("Amfoo", [45, 57, 60, 64]), ("Amajfoo", [45, 57, 61, 64]),
    ("Bbm13", [46, 58, 61, 65]),
    ("H", [48, 60, 64, 67]), ("", [48, 60, 64, 67]), ("vivid", [48, 60, 64, 67]), ("F#x/E", [42, 66, 70, 73]),
    ("Amsus4", [45, 57, 60, 64]),
  ]

  @Test(arguments: unreadable)
  func `a chord that does not read sounds as its leading letter's triad`(_ name: String, _ notes: [Int]) {
    #expect(Chord(reading: name) == nil)
    #expect(Voicing.root.notes(of: Chord(guessing: name)) == notes)
  }

  @Test func `the nearest inversion moves as little as it can`() {
    var previous: [Int] = []
    let notes = ["C", "Am", "F", "G", "C"].map { name in
      previous = Voicing.near.notes(of: Chord(reading: name)!, after: previous)
      return previous
    }
    #expect(
      notes == [[48, 60, 64, 67], [45, 60, 64, 69], [41, 60, 65, 69], [43, 59, 62, 67], [48, 60, 64, 67]])
  }

  @Test func `the nearest inversion keeps the tones and the range, however long it goes on`() {
    var random = SplitMix(seed: 5)
    var previous: [Int] = []
    let suffixes = Chord.suffixes.keys.sorted()
    for _ in 0..<2_000 {
      let name =
        PitchClass.name(Int.random(in: 0..<12, using: &random), flats: false) + suffixes.randomElement(using: &random)!
      let chord = Chord(reading: name)!
      previous = Voicing.near.notes(of: chord, after: previous)
      let root = Voicing.root.notes(of: chord)
      #expect(previous[0] == root[0])
      #expect(previous.count == root.count)
      #expect(Set(previous.map { $0 % 12 }) == Set(root.map { $0 % 12 }))
      #expect(previous.dropFirst().allSatisfy { (50...83).contains($0) })
      #expect(previous.dropFirst() == previous.dropFirst().sorted()[...])
    }
  }

  @Test func `a strum starts its notes 25 ms apart, in its own direction`() {
    #expect(Strum.down.starts(count: 3) == [0, 0.025, 0.05])
    #expect(Strum.up.starts(count: 3) == [0.05, 0.025, 0])
    #expect(Strum.off.starts(count: 3) == [0, 0, 0])
    #expect(Strum.down.starts(count: 0) == [])
  }

  static let tunings: [(TunerInstrument, String, [String]?)] = [
    (.guitar, "standard", ["E2", "A2", "D3", "G3", "B3", "E4"]),
    (.guitar, "Drop-D", ["D2", "A2", "D3", "G3", "B3", "E4"]),
    (.guitar, "D A D G A D", ["D2", "A2", "D3", "G3", "A3", "D4"]), (.guitar, "lowg", nil),
    (.ukulele, "standard", ["G4", "C4", "E4", "A4"]), (.ukulele, "low-g", ["G3", "C4", "E4", "A4"]),
    (.bass, "standard", ["E1", "A1", "D2", "G2"]), (.bass, "FIVE", ["B0", "E1", "A1", "D2", "G2"]),
    (.guitar, "seven", ["B1", "E2", "A2", "D3", "G3", "B3", "E4"]),
    (.guitar, "Open G", ["D2", "G2", "D3", "G3", "B3", "D4"]), (.violin, "standard", ["G3", "D4", "A4", "E5"]),
    (.guitar, "half-step-down", ["Eb2", "Ab2", "Db3", "Gb3", "Bb3", "Eb4"]),
    (.banjo, "standard", ["G4", "D3", "G3", "B3", "D4"]), (.cavaquinho, "standard", ["D4", "G4", "B4", "D5"]),
    (.chromatic, "standard", []), (.chromatic, "dropd", nil), (.bass, "", nil),
  ]

  @Test(arguments: tunings)
  func `tunings are found by name`(_ instrument: TunerInstrument, _ name: String, _ strings: [String]?) {
    #expect(instrument.strings(of: name) == strings)
  }

  @Test(arguments: TunerInstrument.allCases)
  func `every string of every tuning is a note within the range that is listened for`(_ instrument: TunerInstrument) {
    #expect(instrument == .chromatic || instrument.tunings.first == "standard")
    for tuning in instrument.tunings {
      #expect(TunerInstrument.canonical(tuning) == tuning)
      var warnings: [PropWarning] = []
      let settings = TunerSettings(
        ["instrument": .text(instrument.rawValue), "tuning": .text(tuning)], warnings: &warnings)
      #expect(warnings.isEmpty && settings.strings.map(\.name) == instrument.strings(of: tuning))
      for string in settings.strings { #expect(settings.range.contains(settings.frequency(of: string.note))) }
    }
  }

  /// Cents from equal temperament, from tables in print: a pure major third is 386.31, a pure fifth 701.96, a comma 21.51.
  @Test(arguments: [
    (Temperament.just, "C", "E4", -13.686 + 15.641), (.just, "A", "C#5", -13.686), (.just, "A", "E5", 1.955),
    (.pythagorean, "C", "E5", 1.955), (.pythagorean, "C", "G3", -3.910), (.pythagorean, "A", "C#5", 7.820),
    (.equal, "A", "C#5", 0), (.just, "Eb", "A4", 0), (.pythagorean, "F#", "A3", 0),
  ])
  func `a temperament leaves A where it is`(_ temperament: Temperament, _ key: String, _ name: String, _ cents: Double)
    throws
  {
    let note = try #require(Note(reading: name))
    let root = try #require(Key(reading: key)).root
    let hertz = temperament.frequency(of: note, key: root, a4: 440)
    #expect(abs(1200 * log2(hertz / note.frequency()) - cents) < 0.01)
  }
}
