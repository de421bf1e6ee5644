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

  let feed: EventFeed
  private var descriptor: Int32?
  private var patienceEnd: ContinuousClock.Instant?

  /// Greets who came on a connection that does not wait. The connection is this value's.
  init(_ descriptor: Int32, source: LineSource) {
    self.descriptor = descriptor
    feed = EventFeed(source)
    feed.tell(.event("client", [("name", .string(source.name))]))
  }

  deinit { hangUp() }

  /// Its lines.
  var source: LineSource { feed.source }

  /// Whether it is still there.
  var isConnected: Bool { descriptor != nil }

  /// Whether nothing of it is left, neither the connection nor lines to be carried out.
  var isGone: Bool { !isConnected && source.isPassed }

  // MARK: Reading

  private var wantsBytes: Bool { !feed.isDropped && source.wantsBytes }

  /// What to wait for. Where that is nothing the connection is not looked at, since one that was hung up would end every wait.
  var descriptorToPoll: pollfd {
    var events: Int16 = 0
    if wantsBytes { events |= Int16(POLLIN) }
    if !feed.backlog.isEmpty { events |= Int16(POLLOUT) }
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

  /// Takes no more from it and tells it nothing more than the reason. What it asked for is carried out.
  ///
  /// - Returns: what the others may be told.
  @discardableResult
  func drop(_ reason: String) -> SessionEvent {
    patienceEnd = .now + ControlClient.patience
    return feed.drop(reason)
  }

  /// Hands over what is taken without waiting.
  func flush() {
    guard let descriptor else { return }
    if !feed.backlog.isEmpty, !feed.backlog.flush(to: descriptor) {
      // Who hears nothing any more may have said something before.
      feed.backlog.empty()
      if source.hasEnded { hangUp() }
    }
    if let patienceEnd, feed.backlog.isEmpty || .now >= patienceEnd { hangUp() }
  }

  /// Whether something waits for it.
  var wantsToHear: Bool { isConnected && !feed.backlog.isEmpty }

  /// Ends the connection.
  func hangUp() {
    if let descriptor { close(descriptor) }
    descriptor = nil
    feed.close()
  }
}
