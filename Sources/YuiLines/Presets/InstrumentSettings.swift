// SPDX-License-Identifier: GPL-3.0-or-later

/// An instrument as it is played: the props of a line, with defaults, rounded and clamped.
public enum InstrumentSettings: Sendable, Equatable {
  /// A step sequencer.
  case loop(LoopSettings)
  /// Pads.
  case drums(DrumsSettings)
  /// A keyboard.
  case keys(KeysSettings)
  /// Chord buttons.
  case chords(ChordsSettings)
  /// A tuner.
  case tuner(TunerSettings)
  /// A metronome.
  case metronome(MetronomeSettings)

  /// The settings of a preset's props; nil for `say` and custom blocks, which play nothing.
  ///
  /// What is not played as written is added to the warnings, in the order the props are looked at; behind it, the keys and
  /// flags that the preset does not have but that look like one it has.
  public init?(_ preset: Preset, _ props: Props, warnings: inout [PropWarning]) {
    switch preset {
    case .loop: self = .loop(LoopSettings(props, warnings: &warnings))
    case .drums: self = .drums(DrumsSettings(props, warnings: &warnings))
    case .keys: self = .keys(KeysSettings(props, warnings: &warnings))
    case .chords: self = .chords(ChordsSettings(props, warnings: &warnings))
    case .tuner: self = .tuner(TunerSettings(props, warnings: &warnings))
    case .metronome: self = .metronome(MetronomeSettings(props, warnings: &warnings))
    case .say, .custom: return nil
    }
    warnings += PropWarning.misspelt(props, preset)
  }

  /// A preset's props as written, with defaults where a line said nothing; nil for `say` and custom blocks.
  public static func resolved(_ preset: Preset, _ props: Props) -> JSON? {
    switch preset {
    case .loop: LoopProps.resolved(props)
    case .drums: DrumsProps.resolved(props)
    case .keys: KeysProps.resolved(props)
    case .chords: ChordsProps.resolved(props)
    case .tuner: TunerProps.resolved(props)
    case .metronome: MetronomeProps.resolved(props)
    case .say, .custom: nil
    }
  }
}

extension Preset {
  /// The keys that mean something to it.
  var props: [String] {
    switch self {
    case .loop: LoopProps.names + CommonProps.names
    case .drums: DrumsProps.names + CommonProps.names
    case .keys: KeysProps.names + CommonProps.names
    case .chords: ChordsProps.names + CommonProps.names
    case .tuner: TunerProps.names + CommonProps.names
    case .metronome: MetronomeProps.names + CommonProps.names
    case .say: [wordsProp] + CommonProps.names
    case .custom: []
    }
  }
}
