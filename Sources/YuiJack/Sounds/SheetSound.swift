// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// A sound of the sheet: what it is called, and what the engine is told to make it.
struct SheetSound {
  /// Under which heading it stands.
  enum Heading: String, CaseIterable {
    /// Drums of the kit.
    case drums = "Drums"
    /// Short sounds that tell something.
    case effects = "Effects"
    /// What plays notes.
    case notes = "Notes"
  }

  /// What the page calls it.
  let title: String
  /// The name of its files, without an ending.
  let name: String
  /// Where it stands.
  let group: Heading
  /// The pitch that it is to have, in hertz; nil where it has none.
  let frequency: Double?
  /// What makes it, at the first frame.
  let commands: [Command]

  /// A sound that is one word of the kit.
  init(_ word: SoundWord) {
    let voice = VoiceKind(word)
    let group: Heading = if case .drum = voice.family { .drums } else { .effects }
    self.init(
      word.rawValue, group, frequency: word == .pop ? voice.defaultFrequency : nil,
      [.strike(NoteRequest(voice, velocity: 1))])
  }

  /// A sound that is a note. What is held while its key is down is let go after half a second.
  init(_ word: PitchedWord, _ note: Note) {
    let name = note.name(flats: true)
    // A pad is three pitches that beat, none of which is the note for long.
    self.init(
      "\(word.rawValue) \(name)", .notes, frequency: word == .pad ? nil : note.frequency(),
      [.strike(NoteRequest(VoiceKind(word.word), note: UInt8(clamping: note.number), velocity: 1))])
  }

  /// A sound that is an effect.
  init(_ word: EffectWord) { self.init(word.rawValue, .effects, [.effect(Effect(word), answer: nil)]) }

  /// A sound that commands make.
  init(_ title: String, _ group: Heading, frequency: Double? = nil, _ commands: [Command]) {
    self.title = title
    self.group = group
    self.frequency = frequency
    self.commands = commands
    name = String(title.map { $0 == " " ? "-" : $0 }).lowercased()
  }

  /// The notes of a sheet for which none is asked.
  static let notes = [Note(36), Note(60), Note(84)]

  /// All sounds, in the order of the page.
  static func all(notes: [Note] = notes) -> [SheetSound] {
    SoundWord.allCases.filter { $0.pitched == nil }.map { SheetSound($0) }
      + EffectWord.allCases.map { SheetSound($0) }
      + PitchedWord.allCases.flatMap { word in notes.map { SheetSound(word, $0) } }
  }
}
