// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Sends lines to an instrument that runs, and tells what it answers.
///
/// - Thread: main.
public final class LineSender {
  private let connection: InstrumentConnection
  private let tellsAll: Bool
  /// What is still to be sent; `-` is standard input.
  private var parts: ArraySlice<String>
  /// The last byte of standard input.
  private var lastByte = UInt8(ascii: "\n")
  private var isHeard = true
  private var isDone = false
  private var hasErrors = false

  /// Prepares to send lines to the instrument of a client name.
  ///
  /// - Parameters:
  ///   - lines: one or more each; `-` stands for those of standard input, and so does an empty list.
  ///   - tellsAll: whether every event is told that comes meanwhile, and not only the answers.
  /// - Throws: `noInstrument`.
  public init(_ lines: [String], to instrument: String, tellsAll: Bool = false) throws(UsageError) {
    connection = try InstrumentConnection(to: instrument)
    parts = lines.isEmpty ? ["-"] : lines[...]
    self.tellsAll = tellsAll
  }

  /// Sends everything and waits until it has been carried out. Events go to standard output, errors and warnings also to
  /// standard error, as sentences.
  ///
  /// - Returns: whether every line could be read.
  /// - Throws: `failed` where the instrument ends before, or does not listen any more.
  public func run() throws(UsageError) -> Bool {
    while !isDone {
      fill()
      connection.flush()
      let readsInput = parts.first == "-" && !connection.isBusy
      var descriptors = [
        connection.descriptorToPoll(),
        pollfd(fd: readsInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      if descriptors[1].revents != 0 { readInput() }
      if descriptors[0].revents != 0 {
        guard let events = connection.read() else { break }
        for event in events { hear(event.text, event.json) }
      }
    }
    if let reason = connection.dropReason { throw .failed("The instrument dropped the connection. \(reason)") }
    guard isDone else { throw .failed("The instrument ended before all lines were carried out.") }
    return !hasErrors
  }

  private func fill() {
    while !connection.isBusy, let part = parts.first, part != "-" {
      connection.add((part + "\n").utf8)
      parts.removeFirst()
      if parts.isEmpty { connection.endLines() }
    }
  }

  private func readInput() {
    switch InputFile.standardInput.read() {
    case .bytes(let bytes):
      connection.add(bytes)
      lastByte = bytes[bytes.count - 1]
    case .nothing: break
    case .end: endInput()
    case .failure(let sentence):
      hasErrors = true
      tellPeople("Error: \(sentence)")
      endInput()
    }
  }

  private func endInput() {
    if lastByte != UInt8(ascii: "\n") { connection.add("\n".utf8) }
    lastByte = UInt8(ascii: "\n")
    parts.removeFirst()
    if parts.isEmpty { connection.endLines() }
  }

  // MARK: Answers

  private func hear(_ text: String, _ event: JSON) {
    guard !isDone else { return }
    guard case .string(let kind)? = event["event"] else {
      // What an instrument was asked to send.
      tell(text)
      return
    }
    let isOurs = connection.name.map { event["source"] == .string($0) } ?? false
    if tellsAll || ["status", "saved", "forgotten"].contains(kind) || isOurs && (kind == "error" || kind == "warning") {
      tell(text)
    }
    if kind == "done", let name = connection.name, event["name"] == .string(name) { isDone = true }
    guard isOurs else { return }
    switch kind {
    case "error":
      hasErrors = true
      tellPeople(sentence(of: event, "Error"))
    case "warning": tellPeople(sentence(of: event, "Warning"))
    default: break
    }
  }

  private func sentence(of event: JSON, _ kind: String) -> String {
    var place = "send"
    for key in ["line", "column"] {
      if case .integer(let number)? = event[key] { place += ":\(number)" }
    }
    var message = ""
    if case .string(let text)? = event["message"] { message = text }
    if case .string(let hint)? = event["suggest"] { message += " Did you mean '\(hint)'?" }
    return "\(place): \(kind): \(message)"
  }

  private func tell(_ text: String) {
    if isHeard { isHeard = TextStream.write(text + "\n", to: STDOUT_FILENO) }
  }

  private func tellPeople(_ text: String) { _ = TextStream.write(text.withoutControls + "\n", to: STDERR_FILENO) }
}
