// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// A page that is open somewhere: one more client of the session, with hands of its own.
///
/// - Thread: control.
final class StagePage {
  private static let ping = "ping "

  let line: StageLine
  let feed: EventFeed
  /// When it was heard last, in seconds.
  private var heardSeconds: Double
  /// When the lines came that have not been carried out; seconds.
  private var waitingSince: Double?
  /// How long the last ones waited; seconds.
  private var delay = 0.0
  /// Round trips that are to be answered.
  private var pings: [Substring] = []
  /// Whether it may hold keys.
  private var mayHold = false

  /// Greets a page.
  ///
  /// - Parameter seconds: now, on the clock that does not go back.
  init(_ line: StageLine, source: LineSource, screens: [LibraryScreen], seconds: Double) {
    self.line = line
    feed = EventFeed(source, backlog: line.backlog)
    heardSeconds = seconds
    let names = screens.map { JSON.object([("name", .string($0.name)), ("summary", .string($0.summary))]) }
    feed.tell(.event("client", [("name", .string(source.name)), ("screens", .array(names))]))
  }

  /// Whether nothing of it is left to be carried out.
  var isGone: Bool { feed.source.isPassed }

  /// Takes a message: lines, or a question for the time.
  func take(_ message: [UInt8], seconds: Double) {
    guard !feed.source.hasEnded else { return }
    heardSeconds = seconds
    if message.starts(with: Self.ping.utf8), message.count < 32 {
      pings.append(Substring(decoding: message.dropFirst(Self.ping.utf8.count), as: UTF8.self))
      return
    }
    waitingSince = waitingSince ?? seconds
    mayHold = true
    feed.source.add(message + [UInt8(ascii: "\n")])
  }

  /// Whether it sent more than can be carried out.
  var isFlooding: Bool { feed.source.waitingBytes > StageLimits.waitingBytes }

  /// Its lines have been carried out, as far as they are due.
  func pumped(seconds: Double) {
    guard let since = waitingSince, feed.source.hasNothingLeft else { return }
    delay = seconds - since
    waitingSince = nil
  }

  /// Answers questions for the time: the engine's frame now, frames a second, and how many milliseconds the last lines waited.
  func answerPings(_ session: Session) {
    for number in pings {
      feed.tell(
        .event(
          "pong",
          [
            ("n", .string(String(number))), ("frame", .number(session.frameNow)),
            ("rate", .number(session.machine.sampleRate)), ("latency", .integer(session.machine.playbackLatency)),
            ("delay", .number((delay * 1e6).rounded() / 1000)),
          ]))
    }
    pings = []
  }

  /// Lets its keys go where it has said nothing for too long: it says something every second.
  func watch(seconds: Double) {
    guard mayHold, seconds - heardSeconds > StageLimits.silence else { return }
    letGo()
  }

  /// It is gone: what it held is let go, behind what it asked for.
  func leave() {
    letGo()
    feed.close()
    feed.source.end()
  }

  private func letGo() {
    guard !feed.source.hasEnded else { return }
    mayHold = false
    feed.source.add(Array("note off\n".utf8))
  }
}
