// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Where no server runs.
@Suite(.jack) struct NoServerTests {
  @Test func `without a server there is one sentence, and none is started`() throws {
    let name = DummyServer.uniqueName()
    let run = try Instrument.run([], server: name)
    #expect(run.ending == .exited(69))
    #expect(run.output.isEmpty)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(run.errors.hasPrefix("Error: No JACK server runs under the name '\(name)': "))
    #expect(try serverProcesses(named: name).isEmpty)
  }

  @Test func `told to wait, it joins the server once there is one`() throws {
    let name = DummyServer.uniqueName()
    let process = try ChildProcess(
      Instrument.program, ["--wait"], environment: ["JACK_DEFAULT_SERVER": name])
    let instrument = Instrument(process)
    try instrument.event("server") { $0.string("state") == "waiting" }
    #expect(try serverProcesses(named: name).isEmpty)
    let server = try DummyServer(name: name)
    defer { server.stop() }
    #expect(try instrument.event("ready").string("server") == name)
    try instrument.quit()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends the waiting`(signal: Int32) throws {
    let process = try ChildProcess(
      Instrument.program, ["--wait"], environment: ["JACK_DEFAULT_SERVER": DummyServer.uniqueName()])
    let instrument = Instrument(process)
    try instrument.event("server") { $0.string("state") == "waiting" }
    process.signal(signal)
    try instrument.end(expecting: .exited(0))
  }

  /// Numbers of running servers whose command line holds the name.
  private func serverProcesses(named name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
      guard Int(process) != nil, let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
        return false
      }
      let text = String(decoding: line, as: UTF8.self)
      return text.contains("jackd") && text.contains(name)
    }
  }
}
