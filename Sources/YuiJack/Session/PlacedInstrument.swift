// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// Something that a line put up.
struct PlacedInstrument {
  let id: String
  let preset: Preset
  var screen: String
  /// What its lines said so far.
  var props: Props
  /// What the player's hands changed in a loop since; it lies over the props.
  var edits = Props()
  /// What that means; nil for text and custom blocks.
  var settings: InstrumentSettings?
  /// The engine's player, of a loop or metronome.
  var slot: Int?
  /// Whether it plays, as far as it was asked.
  var plays = false
  /// The name that `show` drew it under.
  var saved: String?
  /// The screen, kept under a name, that patches by its id change as well.
  var keptIn: String?
  /// Whether it is of a screen of the library.
  var isReadyMade = false
  /// Tells its hands apart from those on others, in the engine.
  var number: UInt32 = 0
  /// What hands played on it last.
  var played = LastPlayed()

  /// What hands played on an instrument last: as many as are sent back.
  struct LastPlayed {
    /// MIDI note numbers, of keys.
    private(set) var notes: [Int] = []
    /// Names, of chords.
    private(set) var chords: [String] = []
    /// The last take of drums.
    var take: InstrumentEvent?

    mutating func add(note: Int) { Self.add(note, to: &notes) }

    mutating func add(chord: String) { Self.add(chord, to: &chords) }

    private static func add<Item>(_ item: Item, to list: inout [Item]) {
      if list.count == InstrumentEvent.mostPlayed { list.removeFirst() }
      list.append(item)
    }
  }

  /// Those who own what hands play on it.
  var hands: NoteOwner { .hands(on: number) }

  /// The props as they are played.
  var playedProps: Props {
    var played = props
    played.merge(edits)
    return played
  }

  /// Reads what its props mean anew.
  ///
  /// - Parameter changed: the props that a line changed; nil for all.
  /// - Returns: what of those is not played as written.
  mutating func readSettings(changed: Set<String>? = nil) -> [PropWarning] {
    var warnings: [PropWarning] = []
    settings = InstrumentSettings(preset, playedProps, warnings: &warnings)
    return warnings.filter { changed?.contains($0.prop) ?? true }
  }

  /// What its player is set to.
  var player: PlayerSettings? {
    switch settings {
    case .loop(let loop): PlayerSettings(loop)
    case .metronome(let metronome): PlayerSettings(metronome)
    default: nil
    }
  }
}
