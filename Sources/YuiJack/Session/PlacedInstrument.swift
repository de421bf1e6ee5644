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
  /// What that means; nil for text and custom blocks.
  var settings: InstrumentSettings?
  /// The engine's player, of a loop or metronome.
  var slot: Int?
  /// Whether it plays, as far as it was asked.
  var plays = false

  /// What its player is set to.
  var player: PlayerSettings? {
    switch settings {
    case .loop(let loop): PlayerSettings(loop)
    case .metronome(let metronome): PlayerSettings(metronome)
    default: nil
    }
  }
}

/// What is up, in the order it was put up, and the engine's places for players.
struct Shelf {
  /// The most loops.
  static let mostLoops = 8
  /// The most metronomes.
  static let mostMetronomes = 8

  private(set) var instruments: [PlacedInstrument] = []
  /// Those whose player is being taken away, by the mark that ends it.
  private var leaving: [Int64: PlacedInstrument] = [:]

  /// The place of an id.
  func index(of id: String) -> Int? { instruments.lastIndex { $0.id == id } }

  /// The place of what a target means.
  func index(of target: Target) -> Int? {
    target.isID ? index(of: target.name) : instruments.lastIndex { $0.preset == target.preset }
  }

  /// The newest instrument of a preset.
  func newest(_ preset: Preset) -> PlacedInstrument? { instruments.last { $0.preset == preset } }

  /// The instrument of an engine's player, also while it is being taken away.
  func instrument(slot: Int) -> PlacedInstrument? {
    instruments.first { $0.slot == slot } ?? leaving.values.first { $0.slot == slot }
  }

  subscript(index: Int) -> PlacedInstrument {
    get { instruments[index] }
    set { instruments[index] = newValue }
  }

  /// Adds an instrument as the newest.
  mutating func add(_ instrument: PlacedInstrument) { instruments.append(instrument) }

  /// Takes an instrument away; its slot stays taken until `free`.
  mutating func remove(at index: Int, until mark: Int64) {
    if instruments[index].slot != nil { leaving[mark] = instruments[index] }
    instruments.remove(at: index)
  }

  /// A slot may be used again.
  mutating func free(_ mark: Int64) { leaving[mark] = nil }

  /// A place for a player, or nil where all are taken.
  func freeSlot(for preset: Preset) -> Int? {
    let most = preset == .loop ? Shelf.mostLoops : Shelf.mostMetronomes
    guard instruments.count(where: { $0.preset == preset && $0.slot != nil }) < most else { return nil }
    let taken = Set(instruments.compactMap(\.slot)).union(leaving.values.compactMap(\.slot))
    return (0..<Shelf.mostLoops + Shelf.mostMetronomes).first { !taken.contains($0) }
  }

  /// The slots of what a target means, or of all players.
  func mask(_ target: Target?) -> UInt32 {
    guard let target else { return instruments.reduce(0) { $0 | bit($1.slot) } }
    return index(of: target).map { bit(instruments[$0].slot) } ?? 0
  }

  /// The slots of all players that should play.
  var playing: UInt32 { instruments.filter(\.plays).reduce(0) { $0 | bit($1.slot) } }

  private func bit(_ slot: Int?) -> UInt32 { slot.map { 1 << UInt32($0) } ?? 0 }
}
