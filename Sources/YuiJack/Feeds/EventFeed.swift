// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What a client hears: the events that are for it wait here, up to a limit, for whoever carries them to it. Its lines are a
/// source of their own.
///
/// - Thread: control; another may take from the backlog.
final class EventFeed {
  let source: LineSource
  let backlog: SharedBacklog
  /// Whether an event found no room, so that the client has to be dropped.
  private(set) var isFull = false
  /// Whether nothing more is taken from it.
  private(set) var isDropped = false
  private var isClosed = false
  private var errors = 0
  private var hasToldDone = false

  /// A feed of the events for those who write the lines of `source`.
  init(_ source: LineSource, backlog: SharedBacklog = SharedBacklog()) {
    self.source = source
    self.backlog = backlog
  }

  /// Nobody hears it any more.
  func close() { isClosed = true }

  /// Tells an event, if it is for this client.
  ///
  /// - Parameter line: the event's JSON with a line end.
  func tell(_ event: SessionEvent, _ line: [UInt8]) {
    guard !isClosed, !isDropped, !isFull else { return }
    switch event.audience {
    case .everyone: break
    case .listeners(let kind): if source.events.isDisjoint(with: kind) { return }
    case .source(let other):
      guard other === source else { return }
      if event.json?["event"] == "error" { errors += 1 }
    }
    isFull = !backlog.add(line)
  }

  /// Tells an event for which there is always room.
  func tell(_ event: SessionEvent) {
    guard !isClosed, !isDropped, let json = event.json else { return }
    _ = backlog.add(Array((json.text + "\n").utf8), beyondLimit: true)
  }

  /// Tells that all its lines have been carried out, once they have; or, as far as it is known `now`, those that came.
  func tellDone(now: Bool = false) {
    guard !hasToldDone, now ? source.hasNothingLeft : source.isDone else { return }
    hasToldDone = true
    tell(
      .event("done", [("name", .string(source.name)), ("lines", .whole(source.lines)), ("errors", .whole(errors))]))
  }

  /// Takes no more lines and tells nothing more than the reason. What was asked for is carried out.
  ///
  /// - Returns: what the others may be told.
  func drop(_ reason: String) -> SessionEvent {
    let event = SessionEvent.event(
      "dropped", [("what", "client"), ("name", .string(source.name)), ("reason", .string(reason))],
      sentence: "The client '\(source.name)' was dropped. \(reason)")
    tell(event)
    isFull = false
    isDropped = true
    source.end()
    return event
  }
}
