// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What is up, for those who draw it: each instrument as it is played, at each change.
struct ToldStates {
  /// An instrument, as far as it is told.
  private struct Told {
    let id: String
    let number: UInt32
    let text: String
  }

  private var told: [Told] = []
  /// The shelf's count of changes when it was looked at last.
  private var changes = -1

  /// The events that lead from what was told to what is up.
  mutating func news(_ shelf: Shelf) -> [SessionEvent] {
    guard shelf.changes != changes else { return [] }
    changes = shelf.changes
    let before = Dictionary(told.map { ($0.id, $0) }) { _, last in last }
    var now: [Told] = []
    var events: [SessionEvent] = []
    let present = Set(shelf.instruments.map(\.id))
    for gone in told where !present.contains(gone.id) { events.append(Self.gone(gone.id)) }
    for instrument in shelf.instruments {
      let event = Self.event(of: instrument)
      let state = Told(id: instrument.id, number: instrument.number, text: event.json?.text ?? "")
      now.append(state)
      if before[state.id]?.text != state.text || before[state.id]?.number != state.number { events.append(event) }
    }
    told = now
    return events
  }

  /// Everything, for one who has been told nothing.
  static func all(_ shelf: Shelf) -> [SessionEvent] { shelf.instruments.map(event) }

  private static func gone(_ id: String) -> SessionEvent {
    .event("gone", [("id", .string(id))], audience: .listeners(.state))
  }

  private static func event(of instrument: PlacedInstrument) -> SessionEvent {
    let isFull = Screens.opensFull(instrument.preset, screen: instrument.screen, props: instrument.props)
    var members: [(String, JSON?)] = [
      ("id", .string(instrument.id)), ("preset", .string(instrument.preset.rawValue)),
      ("number", .whole(Int(instrument.number))), ("screen", .string(instrument.screen)),
      ("page", .whole(Screens.page(of: instrument.screen))), ("full", .bool(isFull)),
      ("playing", .bool(instrument.plays)), ("saved", instrument.saved.map { .string($0) }),
    ]
    members += instrument.settings?.stateMembers ?? [("text", text(of: instrument))]
    return .event("state", members, audience: .listeners(.state))
  }

  private static func text(of instrument: PlacedInstrument) -> JSON? {
    guard instrument.preset == .say, case .text(let text) = instrument.props["text"] else { return nil }
    return .string(text)
  }
}
