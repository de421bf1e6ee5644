// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What is up, in the order it was put up, and the engine's places for players.
struct Shelf {
  /// The most loops.
  static let mostLoops = 8
  /// The most metronomes.
  static let mostMetronomes = 8

  /// The most instruments of all kinds.
  static let mostInstruments = 256
  /// The most texts and custom blocks; older ones scroll away.
  private static let mostTexts = 256

  private(set) var instruments: [PlacedInstrument] = []
  /// Those whose player is being taken away, by the mark that ends it.
  private var leaving: [Int64: PlacedInstrument] = [:]
  private var added: UInt32 = 0
  /// Grows with everything that may have changed.
  private(set) var changes = 0

  /// The place of an id.
  func index(of id: String) -> Int? { instruments.lastIndex { $0.id == id } }

  /// The place of what a target means.
  func index(of target: Target) -> Int? {
    target.isID ? index(of: target.name) : newestIndex(target.preset)
  }

  /// The place of a target, or of the newest of a preset.
  func index(of target: Target?, or preset: Preset) -> Int? { target.map { index(of: $0) } ?? newestIndex(preset) }

  /// The place of the newest instrument of a preset.
  func newestIndex(_ preset: Preset) -> Int? { instruments.lastIndex { $0.preset == preset } }

  /// The newest instrument of a preset.
  func newest(_ preset: Preset) -> PlacedInstrument? { newestIndex(preset).map { instruments[$0] } }

  /// The instrument of an engine's player, also while it is being taken away.
  func instrument(slot: Int) -> PlacedInstrument? {
    instruments.first { $0.slot == slot } ?? leaving.values.first { $0.slot == slot }
  }

  subscript(index: Int) -> PlacedInstrument {
    get { instruments[index] }
    set {
      instruments[index] = newValue
      changes += 1
    }
  }

  /// Adds an instrument as the newest.
  mutating func add(_ instrument: PlacedInstrument) {
    added += 1
    changes += 1
    instruments.append(instrument)
    instruments[instruments.count - 1].number = added
  }

  /// Takes an instrument away; its slot stays taken until `free`.
  mutating func remove(at index: Int, until mark: Int64) {
    changes += 1
    if instruments[index].slot != nil { leaving[mark] = instruments[index] }
    instruments.remove(at: index)
  }

  /// Makes room for one more, where that takes no instrument: the oldest text goes.
  ///
  /// - Returns: whether there is room.
  mutating func makeRoom(for preset: Preset) -> Bool {
    let alike = instruments.indices.filter { instruments[$0].preset.isInstrument == preset.isInstrument }
    if preset.isInstrument { return alike.count < Shelf.mostInstruments }
    if alike.count >= Shelf.mostTexts { instruments.remove(at: alike[0]) }
    return true
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

  /// The slots of all loops that should play.
  var playingLoops: UInt32 { instruments.filter { $0.plays && $0.preset == .loop }.reduce(0) { $0 | bit($1.slot) } }

  /// Notes whether the players of these slots should play.
  mutating func setPlays(_ plays: Bool, _ mask: UInt32) {
    changes += 1
    for index in instruments.indices where mask & bit(instruments[index].slot) != 0 { instruments[index].plays = plays }
  }

  private func bit(_ slot: Int?) -> UInt32 { slot.map { 1 << UInt32($0) } ?? 0 }
}
