// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

// Where words become voices: the language and the engine do not know each other.

extension VoiceKind {
  /// The voice of a word.
  init(_ word: SoundWord) {
    self =
      switch word {
      case .kick: .kick
      case .snare: .snare
      case .clap: .clap
      case .hat: .hat
      case .open: .open
      case .rim: .rim
      case .tom: .tom
      case .shaker: .shaker
      case .crash: .crash
      case .cow: .cow
      case .snap: .snap
      case .conga: .conga
      case .pop: .pop
      case .sweep: .sweep
      case .tick: .tick
      case .bell: .bell
      case .keys: .keys
      case .pluck: .pluck
      case .pad: .pad
      case .bass: .bass
      case .lead: .lead
      }
  }
}

extension Effect {
  /// The effect of a word.
  init(_ word: EffectWord) {
    self =
      switch word {
      case .tap: .tap
      case .correct: .correct
      case .streak: .streak
      case .win: .win
      case .timeUp: .timeUp
      case .wrong: .wrong
      }
  }
}

extension VelocityCurve {
  /// The curve of a word.
  init(_ word: HostLine.VelocityCurve) {
    self =
      switch word {
      case .linear: .linear
      case .soft: .soft
      case .hard: .hard
      }
  }
}

extension RowVoice {
  /// What a row of a loop plays.
  init(_ sound: RowSound) {
    switch sound {
    case .word(let word): self.init(VoiceKind(word))
    case .note(let voice, let number): self.init(VoiceKind(voice.word), note: UInt8(clamping: number))
    }
  }
}

extension PlayerSettings {
  /// A loop as the engine plays it.
  init(_ loop: LoopSettings) {
    self.init(role: .loop)
    beatsPerMinute = loop.bpm
    swing = loop.swing / 100
    places = Int64(loop.steps)
    ticksPerPlace = loop.stepsPerBeat == 2 ? 12 : 6
    rowCount = min(loop.rows.count, PlayerSettings.rowLimit)
    for row in 0..<rowCount {
      rows[row] = RowVoice(loop.rows[row].sound)
      masks[row] = loop.rows[row].mask
    }
  }

  /// A metronome as the engine plays it.
  init(_ metronome: MetronomeSettings) {
    self = .metronome(beatsPerMinute: metronome.bpm, beats: metronome.beats, subdivision: metronome.sub)
  }

  /// What differs from another state of the same player.
  func changes(from other: PlayerSettings) -> Changes {
    var changes: Changes = []
    if beatsPerMinute != other.beatsPerMinute { changes.insert(.tempo) }
    if places != other.places || ticksPerPlace != other.ticksPerPlace { changes.insert(.places) }
    if swing != other.swing { changes.insert(.swing) }
    let samePattern =
      rowCount == other.rowCount
      && (0..<rowCount).allSatisfy { masks[$0] == other.masks[$0] && rows[$0] == other.rows[$0] }
    if !samePattern { changes.insert(.pattern) }
    return changes
  }
}

extension LineSource {
  /// Who owns a key that it holds.
  func owner(of note: Int) -> NoteOwner { .line(source: hands, note: UInt8(clamping: note)) }

  /// The keys that its `note off` lets go: a page's own, else those of all.
  var ownKeys: NoteOwner.Group { hands == 0 ? .lines : .source(hands) }
}

extension ChordStroke {
  /// Notes (MIDI numbers, from the lowest up) as chords strum them.
  init(_ notes: [Int], of chords: ChordsSettings, owner: NoteOwner) {
    self.init(
      VoiceKind(chords.voice.word), velocity: Float(Strum.velocity), gap: chords.strum == .off ? 0 : Strum.gap,
      length: Strum.length, owner: owner)
    for note in chords.strum == .up ? notes.reversed() : notes { append(UInt8(clamping: note)) }
  }
}

extension MIDIMap {
  /// The kit and the pitched voices by their General MIDI numbers.
  static var generalMIDI: MIDIMap {
    var map = MIDIMap()
    for number in 0..<128 {
      map.drums[number] = VoiceKind(SoundWord(drumNote: UInt8(number)))
      map.programs[number] = VoiceKind(PitchedWord(program: UInt8(number)).word)
    }
    return map
  }
}
