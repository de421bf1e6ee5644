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
  /// The number, as of an instrument, of what hands play on none.
  static let nobody: UInt32 = 0
  /// The most texts and custom blocks; older ones scroll away.
  private static let mostTexts = 256

  private(set) var instruments: [PlacedInstrument] = []
  /// Those whose player is being taken away, by the mark that ends it, and the engine's lane that the mark comes on.
  private var leaving: [Int64: (instrument: PlacedInstrument, lane: Int)] = [:]
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

  /// The instrument of an engine's player: as long as one is being taken away, what is told is of that one.
  func instrument(slot: Int) -> PlacedInstrument? {
    let old = leaving.filter { $0.value.instrument.slot == slot }.min { $0.key < $1.key }
    return old?.value.instrument ?? instruments.first { $0.slot == slot }
  }

  subscript(index: Int) -> PlacedInstrument {
    get { instruments[index] }
    set {
      instruments[index] = newValue
      changes += 1
    }
  }

  /// Adds an instrument as the newest. Where there are too many texts the oldest goes.
  mutating func add(_ instrument: PlacedInstrument) {
    added += 1
    changes += 1
    if !instrument.preset.isInstrument {
      let texts = instruments.indices.filter { !instruments[$0].preset.isInstrument }
      if texts.count >= Shelf.mostTexts { instruments.remove(at: texts[0]) }
    }
    instruments.append(instrument)
    instruments[instruments.count - 1].number = added
  }

  /// Takes an instrument away; its slot stays taken until `free`, but for commands on the same lane.
  ///
  /// - Parameter end: the mark that ends its player, and the lane of that mark; nil where it has none.
  mutating func remove(at index: Int, until end: (mark: Int64, lane: Int)? = nil) {
    changes += 1
    if let end { leaving[end.mark] = (instruments[index], end.lane) }
    instruments.remove(at: index)
  }

  /// Whether there is room for one more of a preset.
  ///
  /// - Parameter replaced: the place of what goes for it.
  func hasRoom(for preset: Preset, replacing replaced: Int? = nil) -> Bool {
    guard preset.isInstrument else { return true }
    return instruments.indices.count { $0 != replaced && instruments[$0].preset.isInstrument } < Shelf.mostInstruments
  }

  /// A slot may be used again.
  mutating func free(_ mark: Int64) { leaving[mark] = nil }

  /// A place for a player whose commands come on a lane, or nil where all are taken.
  ///
  /// - Parameter replaced: the place of what goes for it.
  func freeSlot(for preset: Preset, lane: Int, replacing replaced: Int? = nil) -> Int? {
    let most = preset == .loop ? Shelf.mostLoops : Shelf.mostMetronomes
    let others = instruments.indices.filter { $0 != replaced && instruments[$0].slot != nil }.map { instruments[$0] }
    guard others.count(where: { $0.preset == preset }) < most else { return nil }
    // On one lane the old player goes before the new one comes.
    let leaving = leaving.values.filter { $0.lane != lane }.compactMap(\.instrument.slot)
    let taken = Set(others.compactMap(\.slot)).union(leaving)
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
