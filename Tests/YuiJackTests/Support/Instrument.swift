// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A yui-jack that runs beside the test.
final class Instrument {
  let process: ChildProcess
  /// Every event that was read, in order.
  private(set) var events: [Event] = []

  /// The program under test: the one that `YUI_JACK` names, else the one beside the tests.
  static var program: String {
    get throws { try ProcessInfo.processInfo.environment["YUI_JACK"] ?? Executable.path("yui-jack") }
  }

  /// Starts it on a server and waits until its ports are there.
  init(on server: DummyServer, _ arguments: [String] = []) throws {
    process = try ChildProcess(Self.program, arguments, environment: server.environment)
    try event("ready")
  }

  /// One that need not have joined a server, or that is run by another program, such as a shell.
  init(_ process: ChildProcess) { self.process = process }

  /// Runs it to its end.
  static func run(
    _ arguments: [String], server: String = DummyServer.uniqueName(), input: [String] = [],
    limit: Duration = .seconds(20)
  ) throws -> (ending: ChildProcess.Ending, output: [String], errors: String) {
    let process = try ChildProcess(program, arguments, environment: ["JACK_DEFAULT_SERVER": server])
    for line in input { try process.write(line) }
    process.closeInput()
    let ending = try process.wait(limit: limit)
    return (ending, process.remainingLines(), process.errorText)
  }

  /// Gives it lines.
  func write(_ lines: String...) throws { for line in lines { try process.write(line) } }

  /// Reads events until one matches.
  @discardableResult
  func event(
    _ name: String, limit: Duration = .seconds(10), where matches: (Event) -> Bool = { _ in true }
  ) throws -> Event {
    let deadline = Deadline(after: limit)
    while true {
      let line: String
      do { line = try process.readLine(limit: .milliseconds(Int64(deadline.milliseconds))) } catch {
        throw TestFailure("No '\(name)' came: \(error) Before: \(events.suffix(12))")
      }
      let event = try Event(line)
      events.append(event)
      if event.name == name, matches(event) { return event }
    }
  }

  /// Takes one event, where one comes before a time.
  func takeEvent(until end: ContinuousClock.Instant) throws {
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero, let line = try? process.readLine(limit: left) else { return }
    events.append(try Event(line))
  }

  /// Asks for its status.
  func status() throws -> Event {
    try write("status")
    return try event("status")
  }

  /// Seconds of processor time that it has used.
  var processorSeconds: Double {
    get throws {
      let text = try String(contentsOfFile: "/proc/\(process.processID)/stat", encoding: .utf8)
      // The name may hold spaces; behind it user and system time are the 12th and 13th field, in hundredths.
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
        throw TestFailure("No times in '\(text)'")
      }
      return (user + system) / 100
    }
  }

  /// Waits until the shift of the clock is that which these latencies give.
  func settle(audio: Int, clock: Int) throws {
    try waitUntil("the latencies are \(audio) and \(clock)") {
      let latency = try status().inner("latency")
      return latency?.int("audio") == audio && latency?.int("clock") == clock
    }
  }

  /// Lets it leave by a line, and takes what it wrote.
  func quit() throws {
    try write("quit")
    try end(expecting: .exited(0))
  }

  /// Waits for its end, and takes what it wrote.
  func end(expecting ending: ChildProcess.Ending) throws {
    let how = try process.wait()
    for line in process.remainingLines() { events.append(try Event(line)) }
    guard how == ending else { throw TestFailure("yui-jack ended with \(how): \(process.errorText)") }
  }

  /// The events of one kind among those that were read.
  func all(_ name: String) -> [Event] { events.filter { $0.name == name } }
}
