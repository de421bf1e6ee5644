// SPDX-License-Identifier: GPL-3.0-or-later

/// What a row of a loop plays.
public enum RowSound: Sendable, Equatable {
  /// A word of the kit, or a pitched word at its own default pitch.
  case word(SoundWord)
  /// A voice at a MIDI note, `0...127`: the row's name was a note.
  case note(PitchedWord, Int)

  /// The word of the voice that sounds.
  public var word: SoundWord {
    switch self {
    case .word(let word): word
    case .note(let voice, _): voice.word
    }
  }

  /// What each row of a loop plays, by the names of the rows.
  ///
  /// A note plays the loop's own voice, a known word its own sound. Each unknown word takes, from top to bottom, the next
  /// of the twelve drums that no known row and no unknown row above plays, so that strange names still make different
  /// sounds; when the twelve are used up it is `tick`.
  public static func sounds(of names: [String], voice: PitchedWord) -> [RowSound] {
    let read = names.map { name -> RowSound? in
      if let note = Note(reading: name) { return .note(voice, note.playable.number) }
      return SoundWord(reading: name).map { .word($0) }
    }
    let known = read.compactMap { sound -> SoundWord? in
      guard case .word(let word) = sound else { return nil }
      return word
    }
    var spare = SoundWord.drums.filter { !known.contains($0) }[...]
    return read.map { $0 ?? .word(spare.popFirst() ?? .tick) }
  }
}
