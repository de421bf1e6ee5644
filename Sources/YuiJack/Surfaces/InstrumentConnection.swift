// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// A connection to an instrument that runs: lines go there, events come back.
///
/// - Thread: main.
final class InstrumentConnection {
  /// For `poll`.
  let descriptor: Int32
  /// What the instrument calls this client, once it has said so.
  private(set) var name: String?
  /// Why the instrument has dropped this client.
  private(set) var dropReason: String?
  private var backlog = Backlog()
  private var splitter = LineSplitter()
  private var hasEndedLines = false

  /// Connects to the instrument of a client name.
  ///
  /// - Throws: `noInstrument`, with those that run.
  init(to instrument: String) throws(UsageError) {
    signal(SIGPIPE, SIG_IGN)
    let folder = SocketFolder()
    if folder.exists {
      do { try folder.check() } catch { throw .noInstrument("No instrument can be reached. \(error.sentence)") }
    }
    guard let address = SocketAddress(folder.socket(of: instrument)), let descriptor = SocketAddress.makeSocket() else {
      throw .noInstrument("The name '\(instrument)' is too long for a socket in '\(folder.path)'.")
    }
    guard address.connect(descriptor) else {
      close(descriptor)
      throw .noInstrument(Self.absence(of: instrument, in: folder))
    }
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  // MARK: Lines

  /// Whether so much waits to be sent that no more should be added.
  var isBusy: Bool { backlog.count > 65_536 }

  /// What to wait for; events only where they are wanted.
  func descriptorToPoll(wantsEvents: Bool = true) -> pollfd {
    let events = (wantsEvents ? Int16(POLLIN) : 0) | (backlog.isEmpty ? 0 : Int16(POLLOUT))
    return pollfd(fd: events == 0 ? -1 : descriptor, events: events, revents: 0)
  }

  /// Adds bytes of lines, to be sent by `flush`.
  func add(_ bytes: some Collection<UInt8>) { _ = backlog.add(bytes, beyondLimit: true) }

  /// No more lines will come.
  func endLines() { hasEndedLines = true }

  /// Sends what is taken without waiting.
  func flush() {
    // What is not taken any more comes back as the end of events.
    if !backlog.flush(to: descriptor) { backlog = Backlog() }
    if hasEndedLines, backlog.isEmpty {
      shutdown(descriptor, Int32(SHUT_WR))
      hasEndedLines = false
    }
  }

  // MARK: Events

  /// Takes the events that are there without waiting, as text and as JSON.
  ///
  /// - Returns: nil at their end.
  func read() -> [(text: String, json: JSON)]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    guard count > 0 else { return nil }
    var events: [(text: String, json: JSON)] = []
    splitter.feed(bytes[..<count]) { line in
      if case .text(let text) = line.content, let json = JSON(reading: text) { events.append((text, json)) }
    }
    for event in events { note(event.json) }
    return events
  }

  private func note(_ event: JSON) {
    if name == nil, event["event"] == "client", case .string(let name)? = event["name"] { self.name = name }
    if event["event"] == "dropped", event["what"] == "client", let name, event["name"] == .string(name),
      case .string(let reason)? = event["reason"]
    {
      dropReason = reason
    }
  }

  private static func absence(of instrument: String, in folder: SocketFolder) -> String {
    let others = folder.names.filter { SocketAddress(folder.socket(of: $0))?.isAlive ?? false }.map { "'\($0)'" }
    let advice =
      switch others.count {
      case 0: "start one with 'yui-jack'"
      case 1: "there is \(others[0]), so choose it with '--name'"
      default: "there are \(others.joined(separator: ", ")), so choose one with '--name'"
      }
    return "No instrument runs under the name '\(instrument)': \(advice)."
  }
}
