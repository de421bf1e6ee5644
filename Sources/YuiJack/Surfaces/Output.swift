// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Where events and sentences go: JSON lines to standard output, sentences to standard error.
///
/// A reader that does not read never holds the session up: events wait for it, up to a mebibyte, and are then left out and
/// counted. One that went away ends nothing.
///
/// - Thread: control.
final class Output {
  private static let mostWaiting = 1 << 20

  /// What lines the listener asked for beside the ordinary events.
  var listens: HostLine.Events = []
  /// Called before and after text is drawn on a terminal, so that a prompt can step aside.
  var aside: (before: () -> Void, after: () -> Void)?
  private var waiting: [UInt8] = []
  private var dropped = 0
  private var readerIsGone = false

  /// Whether something waits for standard output to take it.
  var wantsToWrite: Bool { !waiting.isEmpty }

  /// Tells one event.
  func tell(_ event: SessionEvent) {
    if case .listeners(let kind) = event.audience, listens.isDisjoint(with: kind) { return }
    let draws = event.sentence != nil || isatty(STDOUT_FILENO) == 1
    if draws { aside?.before() }
    if let json = event.json { add(json.text) }
    if let sentence = event.sentence {
      var line = sentence + "\n"
      line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    flush()
    if draws { aside?.after() }
  }

  /// Hands over what standard output takes without waiting.
  func flush() {
    while !waiting.isEmpty, !readerIsGone {
      var poll = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      guard Glibc.poll(&poll, 1, 0) == 1 else { return }
      // A pipe that can be written to takes this much without waiting.
      let count = waiting.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, min($0.count, Int(PIPE_BUF))) }
      if count > 0 {
        waiting.removeFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        readerIsGone = true
        waiting = []
      }
    }
    if waiting.isEmpty, dropped > 0 {
      let count = dropped
      dropped = 0
      tell(.event("dropped", [("what", "events"), ("count", .whole(count))]))
    }
  }

  private func add(_ line: String) {
    guard !readerIsGone else { return }
    guard waiting.count + line.utf8.count < Output.mostWaiting else {
      dropped += 1
      return
    }
    waiting.append(contentsOf: line.utf8)
    waiting.append(UInt8(ascii: "\n"))
  }
}
