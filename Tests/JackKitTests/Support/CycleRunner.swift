// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JackKit
import TestSupport

/// Runs closures of a test inside the process callback. Not realtime code: the dummy server does not mind.
final class CycleRunner: @unchecked Sendable {
  private let lock = NSLock()
  private var each: (borrowing ProcessCycle) -> Void = { _ in }
  private var once: ((borrowing ProcessCycle) -> Void)?

  /// Kept for good: the client that calls back may outlive the last line that names the runner.
  var argument: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static let process: ProcessFunction = { argument, cycle in
    Unmanaged<CycleRunner>.fromOpaque(argument).takeUnretainedValue().run(cycle)
  }

  /// What is done in every cycle from now on.
  func setEach(_ body: @escaping (borrowing ProcessCycle) -> Void) { lock.withLock { each = body } }

  /// Does something in one cycle, after what is done in each, and waits for its value.
  func next<Value: Sendable>(_ body: @escaping (borrowing ProcessCycle) -> Value) throws -> Value {
    let inbox = Inbox<Value>()
    lock.withLock { once = { inbox.put(body($0)) } }
    return try inbox.first("a cycle") { _ in true }
  }

  private func run(_ cycle: borrowing ProcessCycle) {
    lock.lock()
    let (each, once) = (each, once)
    self.once = nil
    lock.unlock()
    each(cycle)
    once?(cycle)
  }
}

/// Opens a client of the server that this process speaks with.
func openClient(_ name: String = "test", useExactName: Bool = false) throws(JackError) -> Client {
  try Client(name: name, server: DummyServer.processName, useExactName: useExactName)
}

/// The error that a body throws, `nil` for none.
func error(of body: () throws -> Void) -> JackError? {
  do {
    try body()
    return nil
  } catch {
    return error as? JackError
  }
}

/// A jack-probe on a server, up and ready.
func startProbe(_ server: DummyServer, _ arguments: [String] = []) throws -> ChildProcess {
  let probe = try ChildProcess(try Executable.path("jack-probe"), arguments, environment: server.environment)
  let line = try probe.readLine()
  guard line.hasPrefix("ready ") else { throw TestFailure("The probe said '\(line)'") }
  return probe
}

extension ChildProcess {
  /// Gives the probe a command and returns its answer: the data lines and the last one.
  @discardableResult
  func ask(_ command: String) throws -> [String] {
    try write(command)
    var lines: [String] = []
    repeat { lines.append(try readLine()) } while !lines.last!.hasPrefix("ok ") && !lines.last!.hasPrefix("error ")
    if lines.last!.hasPrefix("error ") { throw TestFailure("The probe answered '\(command)' by '\(lines.last!)'") }
    return lines
  }

  /// Lets the probe end by itself.
  func quit() throws {
    try ask("quit")
    let ending = try wait()
    guard ending == .exited(0) else { throw TestFailure("The probe ended with \(ending): \(errorText)") }
  }
}
