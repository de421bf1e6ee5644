// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What was made and played, on its way back to who asks for it.
extension Session {
  /// Seconds that a metronome has to run for its event.
  private static let shortestPractice = 10.0

  /// Sends the event of what a target means, or of all that has one.
  func sendEvents(_ target: Target?, _ op: Op, _ source: LineSource) {
    guard let target else {
      let indices = shelf.instruments.indices.filter { event(of: $0) != nil }
      if indices.isEmpty {
        fail("There is nothing to send: put up a loop, or play on keys, chords or drums first.", op, source)
      }
      for index in indices { sendEvent(of: index) }
      return
    }
    guard let index = shelf.index(of: target) else {
      fail("'\(target.name)' is not up, so it has nothing to send.", op, source)
      return
    }
    if event(of: index) == nil {
      fail("Nothing has been played on '\(shelf[index].id)' yet, so there is nothing to send.", op, source)
    } else {
      sendEvent(of: index)
    }
  }

  /// Changes a loop as hands do.
  func edit(_ target: Target, _ changes: Props, _ op: Op, _ source: LineSource) {
    guard let index = shelf.index(of: target) else {
      fail("'\(target.name)' is not up, so it cannot be edited: put up a loop first.", op, source)
      return
    }
    let before = shelf[index]
    var edits = before.edits
    edits.merge(changes)
    shelf[index].edits = edits
    readSettings(index, changed: Set(changes.entries.map(\.key)), op, source)
    shelf[index].edits = loopEdits.keep(edits, over: before.props, of: before.id)
    unsentLoops.insert(before.id)
    sendChanges(index, since: before, source)
  }

  private func sendEvent(of index: Int) {
    guard let event = event(of: index) else { return }
    let instrument = shelf[index]
    if instrument.preset == .loop {
      loopEdits.sent(instrument.id)
      unsentLoops.remove(instrument.id)
    }
    say(SessionEvent(json: event.json(id: instrument.id, saved: instrument.saved)))
  }

  /// The event of an instrument, nil where there is nothing to tell.
  private func event(of index: Int) -> InstrumentEvent? {
    let instrument = shelf[index]
    switch instrument.settings {
    case .loop(let loop): return .loop(loop)
    case .drums: return instrument.played.take
    case .keys(let keys): return instrument.played.notes.isEmpty ? nil : .keys(played: instrument.played.notes, keys)
    case .chords(let chords):
      return instrument.played.chords.isEmpty ? nil : .chords(played: instrument.played.chords, chords.key)
    case .metronome(let metronome):
      let seconds = instrument.slot.flatMap { runStarts[$0] }.map { Double(frame - $0) / machine.sampleRate }
      return seconds.map { .metronome(metronome, seconds: Int($0)) }
    case .tuner, nil: return nil
    }
  }

  // MARK: Runs

  /// A player began.
  func runStarted(_ slot: Int, at frame: Int64) { runStarts[slot] = frame }

  /// A player stopped: a metronome tells a practice that was long enough, a loop what hands changed in it.
  func runStopped(_ slot: Int, at frame: Int64) {
    guard let start = runStarts.removeValue(forKey: slot), let instrument = shelf.instrument(slot: slot) else { return }
    let seconds = Double(frame - start) / machine.sampleRate
    switch instrument.settings {
    case .metronome(let metronome) where seconds >= Session.shortestPractice:
      let event = InstrumentEvent.metronome(metronome, seconds: Int(seconds))
      say(SessionEvent(json: event.json(id: instrument.id, saved: instrument.saved)))
    case .loop(let loop) where unsentLoops.remove(instrument.id) != nil:
      loopEdits.sent(instrument.id)
      say(SessionEvent(json: InstrumentEvent.loop(loop).json(id: instrument.id, saved: instrument.saved)))
    default: break
    }
  }
}
