// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Writes the events of an instrument that runs to standard output.
///
/// - Thread: main.
public final class EventListener {
  private let connection: InstrumentConnection
  private let output = TextStream(STDOUT_FILENO)
  private let signals = Mailbox<Int32>()

  /// Prepares to listen to the instrument of a client name.
  ///
  /// - Parameter kinds: what is told beside the ordinary events: words of an `events` line, without `+`.
  /// - Throws: `usage` for a kind that does not exist, `noInstrument`.
  public init(to instrument: String, kinds: [String]) throws(UsageError) {
    let known = HostLine.Events.named.map(\.name)
    for kind in kinds where !known.contains(kind) {
      let near = Suggestion.nearest(to: kind, among: known)
      throw .usage(
        "'events' tells steps, notes, meters, readings and state, not '\(kind)'.\(near.map { " Did you mean '\($0)'?" } ?? "")"
      )
    }
    connection = try InstrumentConnection(to: instrument)
    if !kinds.isEmpty { connection.add("events \(kinds.map { "+\($0)" }.joined(separator: " "))\n".utf8) }
  }

  /// Listens until a signal comes, the instrument ends, or nobody reads any more.
  ///
  /// - Throws: `failed` where the instrument dropped the connection since events were not read fast enough.
  public func run() throws(UsageError) {
    Signals.collect(into: signals)
    var hasEnded = false
    while !hasEnded || !output.isEmpty {
      connection.flush()
      var descriptors = [
        pollfd(fd: signals.readable, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDOUT_FILENO, events: output.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
        // While a slow reader is waited for, events wait at the instrument.
        connection.descriptorToPoll(wantsEvents: output.isEmpty && !hasEnded),
      ]
      guard poll(&descriptors, 3, -1) > 0 else { continue }
      if descriptors[0].revents != 0 || descriptors[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return }
      if descriptors[2].revents != 0, !hasEnded, output.isEmpty {
        if let events = connection.read() {
          for event in events { output.add(event.text) }
        } else {
          hasEnded = true
        }
      }
      output.flush()
    }
    if let reason = connection.dropReason { throw .failed("The instrument dropped the connection. \(reason)") }
  }
}
