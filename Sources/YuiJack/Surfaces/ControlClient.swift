// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// A client of the control socket: its lines are a source of their own, its events wait for it up to a limit.
///
/// Its end of input ends nothing: what it asked for is carried out, and events go on until it hangs up.
///
/// - Thread: control.
final class ControlClient {
  /// How long the last words wait for a client that was dropped.
  private static let patience = Duration.seconds(10)

  let source: LineSource
  /// Whether an event found no room, so that the client has to be dropped.
  private(set) var isFull = false
  private var isDropped = false
  private var descriptor: Int32?
  private var backlog = Backlog()
  private var patienceEnd: ContinuousClock.Instant?
  private var errors = 0
  private var hasToldDone = false

  /// Greets who came on a connection that does not wait. The connection is this value's.
  init(_ descriptor: Int32, source: LineSource) {
    self.descriptor = descriptor
    self.source = source
    tell(.event("client", [("name", .string(source.name))]))
  }

  deinit { hangUp() }

  /// Whether it is still there.
  var isConnected: Bool { descriptor != nil }

  /// Whether nothing of it is left, neither the connection nor lines to be carried out.
  var isGone: Bool { !isConnected && source.isPassed }

  // MARK: Reading

  private var wantsBytes: Bool { !isDropped && source.wantsBytes }

  /// What to wait for. Where that is nothing the connection is not looked at, since one that was hung up would end every wait.
  var descriptorToPoll: pollfd {
    var events: Int16 = 0
    if wantsBytes { events |= Int16(POLLIN) }
    if !backlog.isEmpty { events |= Int16(POLLOUT) }
    let isWatched = events != 0 || source.hasEnded
    return pollfd(fd: isWatched ? descriptor ?? -1 : -1, events: events, revents: 0)
  }

  /// Reads some of what is there, after `poll` has found `found`.
  func serve(_ found: Int16) {
    guard let descriptor, found != 0 else { return }
    if wantsBytes {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        source.add(bytes[..<count])
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        source.end()
      }
    } else if source.hasEnded, found & Int16(POLLHUP | POLLERR) != 0 {
      hangUp()
    }
  }

  // MARK: Telling

  /// Tells an event, if it is for this client.
  ///
  /// - Parameter line: the event's JSON with a line end.
  func tell(_ event: SessionEvent, _ line: [UInt8]) {
    guard isConnected, !isDropped, !isFull else { return }
    switch event.audience {
    case .everyone: break
    case .listeners(let kind): if source.events.isDisjoint(with: kind) { return }
    case .source(let other):
      guard other === source else { return }
      if event.json?["event"] == "error" { errors += 1 }
    }
    isFull = !backlog.add(line)
  }

  /// Tells that all its lines have been carried out, once they have; or, as far as it is known `now`, those that came.
  func tellDone(now: Bool = false) {
    guard !hasToldDone, now ? source.hasNothingLeft : source.isDone else { return }
    hasToldDone = true
    tell(
      .event("done", [("name", .string(source.name)), ("lines", .whole(source.lines)), ("errors", .whole(errors))]))
  }

  /// Takes no more from it and tells it nothing more than the reason. What it asked for is carried out.
  ///
  /// - Returns: what the others may be told.
  @discardableResult
  func drop(_ reason: String) -> SessionEvent {
    let event = SessionEvent.event(
      "dropped", [("what", "client"), ("name", .string(source.name)), ("reason", .string(reason))],
      sentence: "The client '\(source.name)' was dropped. \(reason)")
    tell(event)
    isFull = false
    isDropped = true
    patienceEnd = .now + ControlClient.patience
    source.end()
    return event
  }

  /// Hands over what is taken without waiting.
  func flush() {
    guard let descriptor else { return }
    if !backlog.isEmpty, !backlog.flush(to: descriptor) {
      // Who hears nothing any more may have said something before.
      backlog = Backlog()
      if source.hasEnded { hangUp() }
    }
    if let patienceEnd, backlog.isEmpty || .now >= patienceEnd { hangUp() }
  }

  /// Whether something waits for it.
  var wantsToHear: Bool { isConnected && !backlog.isEmpty }

  /// Ends the connection.
  func hangUp() {
    if let descriptor { close(descriptor) }
    descriptor = nil
  }

  private func tell(_ event: SessionEvent) {
    guard isConnected, !isDropped, let json = event.json else { return }
    _ = backlog.add((json.text + "\n").utf8, beyondLimit: true)
  }
}
