// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads texts as notes, keys, chords, numerals and sounds.
enum TheoryCheck {
  static func check(_ props: Props) {
    for (key, value) in props.entries {
      check(key)
      if case .list(let values) = value { for value in values { check(value.written) } } else { check(value.written) }
    }
  }

  static func check(_ text: String) {
    if let note = Note(reading: text) {
      expect((-109...131).contains(note.number), "A note is beyond its octaves.")
      expect(note.playable.isPlayable && (note.playable.number - note.number) % 12 == 0, "A note is played as another.")
      for flats in [false, true] where note.number >= 0 {
        let name = note.playable.name(flats: flats)
        expect(Note(reading: name) == note.playable, "\(name) does not read.")
      }
    }
    if let key = Key(reading: text) { expect(Key(reading: key.name) == key, "\(key.name) is another key.") }
    let chord = Chord(reading: text) ?? Chord(guessing: text)
    expect((0...11).contains(chord.root) && (0...11).contains(chord.bass), "A chord has no root.")
    for voicing in Voicing.allCases {
      let notes = voicing.notes(of: chord, after: [48, 60, 64, 67])
      expect(notes.count == chord.tones.count + 1, "A chord loses tones.")
      expect(notes.dropFirst().elementsEqual(notes.dropFirst().sorted()), "A chord is out of order.")
    }
    if let numeral = RomanNumeral(reading: text) {
      for key in ["C", "F#m", "Ebm"].compactMap({ Key(reading: $0) }) {
        let name = numeral.chordName(in: key)
        expect(("A"..."G").contains(name.unicodeScalars.first ?? "?"), "\(name) names no chord.")
        expect((1...7).contains(numeral.degree) && (-1...1).contains(numeral.accidental), "A numeral has no degree.")
      }
    }
    if let word = SoundWord(reading: text) { expect(SoundWord(reading: word.rawValue) == word, "\(word) is another.") }
    if let size = DrumsProps.size(text) {
      expect((1...4).contains(size.rows) && (1...4).contains(size.columns), "A grid is out of range.")
    }
  }
}
