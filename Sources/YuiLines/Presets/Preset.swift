// SPDX-License-Identifier: GPL-3.0-or-later

/// A word that puts something on a screen.
public enum Preset: String, Sendable, CaseIterable {
  /// A step sequencer.
  case loop
  /// Pads.
  case drums
  /// A keyboard.
  case keys
  /// Chord buttons.
  case chords
  /// A tuner.
  case tuner
  /// A metronome.
  case metronome
  /// A line of text.
  case say
  /// A block described in JSON.
  case custom

  /// Whether a patch can reach it: all but custom blocks.
  public var isPatchable: Bool { self != .custom }

  /// The presets that a patch can name.
  static let patchable = allCases.filter(\.isPatchable)

  /// Whether it is an instrument, that is, makes or hears sound.
  public var isInstrument: Bool { self != .say && self != .custom }

  /// The prop that words without a key fill when they fill no other one.
  var wordsProp: String { self == .say ? "text" : "title" }

  /// Props whose values are always lists of texts, kept as they were typed.
  var listProps: [String] {
    switch self {
    case .loop: ["rows", "p"]
    case .drums: ["pads"]
    case .chords: ["chords", "prog"]
    case .tuner: ["strings"]
    case .keys, .metronome, .say, .custom: []
    }
  }
}
