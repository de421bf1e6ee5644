// SPDX-License-Identifier: GPL-3.0-or-later

/// A word that names a sound: sixteen of the drum kit in pad order, then the other pitched voices.
public enum SoundWord: String, Sendable, CaseIterable {
  /// Bass drum.
  case kick
  /// Snare drum.
  case snare
  /// Hand clap.
  case clap
  /// Closed hi-hat.
  case hat
  /// Open hi-hat.
  case open
  /// Rim click.
  case rim
  /// Tom.
  case tom
  /// Shaker.
  case shaker
  /// Crash cymbal.
  case crash
  /// Cowbell.
  case cow
  /// Finger snap.
  case snap
  /// Conga.
  case conga
  /// A pop, an effect with a pitch.
  case pop
  /// A rising sweep, an effect.
  case sweep
  /// A metronome's tick, an effect.
  case tick
  /// A bell, in the kit and as a pitched voice.
  case bell
  /// Electric piano.
  case keys
  /// Plucked string.
  case pluck
  /// Soft held chord sound.
  case pad
  /// Held bass.
  case bass
  /// Held lead.
  case lead

  /// The sixteen words of the kit, in pad order.
  public static let kit = Array(allCases[..<16])
  /// The twelve words of the kit that are drums, in pad order.
  public static let drums = Array(allCases[..<12])

  /// The MIDI note a word plays when no note is asked for: 72 for bell and pop, else 60.
  public var defaultNote: Int { self == .bell || self == .pop ? 72 : 60 }

  /// The pitched voice of the same name; nil for drums and effects.
  public var pitched: PitchedWord? { PitchedWord(rawValue: rawValue) }
}

/// A word that names a voice which plays notes, in the order a keyboard's picker shows them.
public enum PitchedWord: String, Sendable, CaseIterable {
  /// Electric piano.
  case keys
  /// Plucked string.
  case pluck
  /// Bell.
  case bell
  /// Soft held chord sound.
  case pad
  /// Held bass.
  case bass
  /// Held lead.
  case lead

  /// The same voice among all sound words.
  public var word: SoundWord { SoundWord(rawValue: rawValue)! }

  /// Whether the voice sounds as long as its key is down, rather than ringing down by itself.
  public var isHeld: Bool { self == .pad || self == .bass || self == .lead }
}
