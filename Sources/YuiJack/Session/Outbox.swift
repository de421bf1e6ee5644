// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

/// Commands on their way to the engine.
///
/// They leave together, so that what one line begins and the next line counts from falls into one cycle. Where the ring is full
/// they wait here in order. Patches of one player melt into the newest state, so what waits stays small and nothing outdated is
/// sent.
///
/// - Thread: control.
final class Outbox {
  /// The lane of what no source of lines asked for.
  static let systemLane = 63

  private let link: EngineLink
  private var waiting: [LaneCommand] = []
  /// Times that the ring was found full.
  private(set) var fullCount = 0
  private var isBlocked = false

  init(_ link: EngineLink) { self.link = link }

  /// Whether everything has been handed over.
  var isEmpty: Bool { waiting.isEmpty }
  /// Whether so much waits that no more lines should be read.
  var isFull: Bool { waiting.count >= 1024 }

  /// Adds a command to those that leave next.
  func send(_ command: Command, lane: Int = Outbox.systemLane) {
    if case .patch(let slot, let changes, let settings) = command, let place = lastPatch(of: slot, lane: lane),
      case .patch(_, let older, _) = waiting[place].command
    {
      waiting[place].command = .patch(slot: slot, older.union(changes), settings)
      return
    }
    waiting.append(LaneCommand(lane: lane, command))
  }

  /// Hands over all that waits, as far as there is room.
  func flush() {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst(link.send(waiting[...]))
    if !waiting.isEmpty, !isBlocked { fullCount += 1 }
    isBlocked = !waiting.isEmpty
  }

  /// The patch of a player that nothing about time or that player follows.
  private func lastPatch(of slot: Int, lane: Int) -> Int? {
    for place in waiting.indices.reversed() {
      switch waiting[place].command {
      case .patch(let other, _, _) where other == slot: return waiting[place].lane == lane ? place : nil
      case .patch, .strike, .release, .keyboardSound, .master, .report, .clockShift: continue
      default: return nil
      }
    }
    return nil
  }
}
