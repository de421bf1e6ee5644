// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What the language's own lines do: instruments put up, changed, taken away.
extension Session {
  /// Puts up an instrument, or replaces the one of that id.
  ///
  /// - Parameters:
  ///   - saved: the name that `show` draws it under.
  ///   - isShown: false for a text that is shown later.
  func add(
    _ preset: Preset, id: String, _ props: Props, _ op: Op, _ source: LineSource, saved: String? = nil,
    isShown: Bool = true
  ) {
    let place = shelf.index(of: id)
    let isSame = place.map { shelf[$0].preset == preset } ?? false
    guard isSame || shelf.hasRoom(for: preset, replacing: place) else {
      fail("There are \(Shelf.mostInstruments) instruments already: clear the screen or patch one.", op, source)
      return
    }
    var instrument = PlacedInstrument(id: id, preset: preset, screen: op.screen, props: props)
    instrument.saved = saved
    if !isSame, preset == .loop || preset == .metronome {
      guard let slot = shelf.freeSlot(for: preset, lane: source.lane, replacing: place) else {
        let most = preset == .loop ? Shelf.mostLoops : Shelf.mostMetronomes
        fail("There are \(most) of '\(preset.rawValue)' already: clear the screen or patch one.", op, source)
        return
      }
      instrument.slot = slot
    }
    if preset == .loop {
      instrument.edits = loopEdits.drawn(props, id: id)
      // Another loop of that name has nothing of the edits to tell.
      if instrument.edits.isEmpty { unsentLoops.remove(id) }
    }
    warn(instrument.readSettings(), op, source)
    if isSame, let place {
      replace(place, by: instrument, source, isShown: isShown)
      return
    }
    if let place { takeAway(place, cut: false, source) }
    if let slot = instrument.slot, let player = instrument.player { send(.put(slot: slot, player), source) }
    shelf.add(instrument)
    begin(shelf.instruments.count - 1, source, isShown: isShown)
  }

  /// Changes what a target means; the sound goes on.
  func patch(_ target: Target, _ props: Props, _ op: Op, _ source: LineSource) {
    guard let index = shelf.index(of: target) else {
      let what = target.isID ? "Nothing with the id '\(target.name)'" : "No '\(target.name)'"
      fail("\(what) is up: put one up with a line like '\(target.preset.rawValue)' first.", op, source)
      return
    }
    change(index, props, op, source)
    let patched = shelf[index]
    if target.isID, let name = patched.keptIn { screens.patch(patched.id, patched.preset, props, in: name) }
  }

  /// Changes what is up; the sound goes on.
  func change(_ index: Int, _ props: Props, _ op: Op, _ source: LineSource) {
    let before = shelf[index]
    let changed = Set(props.entries.map(\.key))
    shelf[index].props.merge(props)
    shelf[index].edits = loopEdits.patched(before.edits, by: props, to: shelf[index].props, id: before.id)
    readSettings(index, changed: changed, op, source)
    sendChanges(index, since: before, source)
    if changed.contains("play") {
      wantsPlay(shelf[index].settings) ? play(index, source) : stopOnStep(index, source)
    }
    if changed.contains("record"), case .drums(let drums) = shelf[index].settings {
      if drums.records { beginTake(index, source) } else if take?.id == before.id { endTake() }
    }
    updateKeyboard(of: before.preset, source)
    showText(before.preset, props)
  }

  /// Takes an instrument away; what sounds of it is let go, or cut.
  func takeAway(_ index: Int, cut: Bool, _ source: LineSource) {
    let hands = shelf[index].hands
    if take?.id == shelf[index].id { endTake() }
    endRecording(of: shelf[index].id, source)
    send(cut ? .cut(.one(hands)) : .release(.one(hands)), source)
    guard let slot = shelf[index].slot else {
      shelf.remove(at: index)
      return
    }
    send(.remove(slot: slot, cut: cut), source)
    shelf.remove(at: index, until: (sendMark(source), source.lane))
  }

  /// Tells the engine what differs from an earlier state.
  func sendChanges(_ index: Int, since before: PlacedInstrument, _ source: LineSource) {
    guard let slot = shelf[index].slot, let player = shelf[index].player, let old = before.player else { return }
    let changes = player.changes(from: old)
    if !changes.isEmpty { send(.patch(slot: slot, changes, player), source) }
  }

  /// Reads the props of what is up anew, and tells what is not played as written of those that a line changed.
  func readSettings(_ index: Int, changed: Set<String>, _ op: Op, _ source: LineSource) {
    warn(shelf[index].readSettings(changed: changed), op, source)
  }

  // MARK: Parts

  private func replace(_ index: Int, by instrument: PlacedInstrument, _ source: LineSource, isShown: Bool) {
    let before = shelf[index]
    shelf[index].props = instrument.props
    shelf[index].edits = instrument.edits
    shelf[index].settings = instrument.settings
    shelf[index].screen = instrument.screen
    shelf[index].saved = instrument.saved
    shelf[index].isReadyMade = false
    shelf[index].keptIn = nil
    sendChanges(index, since: before, source)
    if !wantsPlay(instrument.settings) { stopOnStep(index, source) }
    if take?.id == before.id { endTake() }
    begin(index, source, isShown: isShown)
  }

  /// What an instrument does as soon as it is there.
  private func begin(_ index: Int, _ source: LineSource, isShown: Bool) {
    let instrument = shelf[index]
    if wantsPlay(instrument.settings) { play(index, source) }
    // A screen that is drawn again does not count in again.
    if case .drums(let drums) = instrument.settings, drums.records, instrument.saved == nil { beginTake(index, source) }
    updateKeyboard(of: instrument.preset, source)
    if isShown { showText(instrument.preset, instrument.props) }
  }

  private func play(_ index: Int, _ source: LineSource) {
    guard let slot = shelf[index].slot else { return }
    if shelf[index].plays {
      send(.stopOnStep(slot: slot, false), source)
    } else {
      shelf[index].plays = true
      send(.start(1 << UInt32(slot)), source)
    }
  }

  private func stopOnStep(_ index: Int, _ source: LineSource) {
    guard let slot = shelf[index].slot, shelf[index].plays else { return }
    shelf[index].plays = false
    send(.stopOnStep(slot: slot, true), source)
  }

  func showText(_ preset: Preset, _ props: Props) {
    if preset == .say, case .text(let text) = props["text"], !text.isEmpty { say(SessionEvent(sentence: text)) }
  }

  private func updateKeyboard(of preset: Preset, _ source: LineSource) {
    if preset == .keys || preset == .chords { updateKeyboard(source) }
  }

  private func wantsPlay(_ settings: InstrumentSettings?) -> Bool {
    switch settings {
    case .loop(let loop): loop.plays
    case .metronome(let metronome): metronome.plays
    default: false
    }
  }
}
