// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What the language's own lines do.
extension Session {
  /// Puts up an instrument, or replaces the one of that id.
  func add(_ preset: Preset, id: String, _ props: Props, _ op: Op, _ source: LineSource) {
    let settings = readSettings(preset, props, changed: nil, op, source)
    if let index = shelf.index(of: id) {
      if shelf[index].preset == preset {
        replace(index, props, settings, op, source)
        return
      }
      takeAway(index, cut: false, source)
    }
    var instrument = PlacedInstrument(id: id, preset: preset, screen: op.screen, props: props, settings: settings)
    if let player = instrument.player {
      guard let slot = shelf.freeSlot(for: preset) else {
        let most = preset == .loop ? Shelf.mostLoops : Shelf.mostMetronomes
        fail("There are \(most) of '\(preset.rawValue)' already: clear the screen or patch one.", op, source)
        return
      }
      instrument.slot = slot
      send(.put(slot: slot, player), source)
    }
    shelf.add(instrument)
    if wantsPlay(settings) { play(shelf.instruments.count - 1, source) }
    sounds(of: preset, source)
    showText(preset, props)
    if preset == .chords || preset == .tuner {
      warn("'\(preset.rawValue)' is read but makes no sound in this version.", op, source, once: true)
    }
  }

  /// Changes what a target means; the sound goes on.
  func patch(_ target: Target, _ props: Props, _ op: Op, _ source: LineSource) {
    guard let index = shelf.index(of: target) else {
      let what = target.isID ? "Nothing with the id '\(target.name)'" : "No '\(target.name)'"
      fail("\(what) is up: put one up with a line like '\(target.preset.rawValue)' first.", op, source)
      return
    }
    let before = shelf[index]
    shelf[index].props.merge(props)
    let changed = Set(props.entries.map(\.key))
    shelf[index].settings = readSettings(before.preset, shelf[index].props, changed: changed, op, source)
    sendChanges(index, since: before, source)
    if changed.contains("play") {
      wantsPlay(shelf[index].settings) ? play(index, source) : stopOnStep(index, source)
    }
    sounds(of: before.preset, source)
    showText(before.preset, props)
  }

  /// Takes away everything on a screen, and cuts what sounds.
  func clear(_ screen: String, _ source: LineSource) {
    for index in shelf.instruments.indices.reversed() where shelf[index].screen == screen {
      takeAway(index, cut: true, source)
    }
    send(.cut(.lines), source)
    sounds(of: .keys, source)
  }

  // MARK: Parts

  private func replace(
    _ index: Int, _ props: Props, _ settings: InstrumentSettings?, _ op: Op, _ source: LineSource
  ) {
    let before = shelf[index]
    shelf[index].props = props
    shelf[index].settings = settings
    shelf[index].screen = op.screen
    sendChanges(index, since: before, source)
    if before.slot != nil { wantsPlay(settings) ? play(index, source) : stopOnStep(index, source) }
    sounds(of: before.preset, source)
  }

  private func sendChanges(_ index: Int, since before: PlacedInstrument, _ source: LineSource) {
    guard let slot = shelf[index].slot, let player = shelf[index].player, let old = before.player else { return }
    let changes = player.changes(from: old)
    if !changes.isEmpty { send(.patch(slot: slot, changes, player), source) }
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

  private func takeAway(_ index: Int, cut: Bool, _ source: LineSource) {
    guard let slot = shelf[index].slot else {
      shelf.remove(at: index, until: 0)
      return
    }
    send(.remove(slot: slot, cut: cut), source)
    shelf.remove(at: index, until: sendMark(source))
  }

  private func showText(_ preset: Preset, _ props: Props) {
    if preset == .say, case .text(let text) = props["text"] { say(SessionEvent(sentence: text)) }
  }

  /// MIDI keyboards play the newest `keys`.
  private func sounds(of preset: Preset, _ source: LineSource) {
    guard preset == .keys else { return }
    var voice = VoiceKind.keys
    if case .keys(let keys) = shelf.newest(.keys)?.settings { voice = VoiceKind(keys.voice.word) }
    send(.keyboardSound(voice), source)
  }

  private func wantsPlay(_ settings: InstrumentSettings?) -> Bool {
    switch settings {
    case .loop(let loop): loop.plays
    case .metronome(let metronome): metronome.plays
    default: false
    }
  }

  /// Reads props and tells what is not played as written, of those that the line changed.
  private func readSettings(
    _ preset: Preset, _ props: Props, changed: Set<String>?, _ op: Op, _ source: LineSource
  ) -> InstrumentSettings? {
    var warnings: [PropWarning] = []
    let settings = InstrumentSettings(preset, props, warnings: &warnings)
    for warning in warnings where changed?.contains(warning.prop) ?? true {
      var isWord = false
      if case .unknownWord = warning.reason { isWord = true }
      warn(warning.message, op, source, suggest: warning.suggest, once: isWord)
    }
    return settings
  }
}
