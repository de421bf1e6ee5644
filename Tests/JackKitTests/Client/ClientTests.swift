// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JackKit
import TestSupport
import Testing

@Suite(.jack) struct ClientTests {
  @Test func `without a server opening fails in words and starts none`() throws {
    let failure = error { _ = try openClient() }
    #expect(failure == .noServer(name: DummyServer.processName))
    let commands = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
      Int($0) == nil ? nil : try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
    }
    #expect(!commands.isEmpty)
    #expect(!commands.contains { $0.contains("jackd") && $0.contains(DummyServer.processName) })
  }

  @Test func `a client opens, activates and closes twenty times`() throws {
    try withDummyServer { _ in
      for _ in 0..<20 {
        let client = try openClient()
        #expect(client.name == "test" && !client.wasRenamed)
        let active = try client.activate()
        #expect(active.client.isServerGone == false)
      }
    }
  }

  @Test func `a deactivated client can be activated again`() throws {
    try withDummyServer { _ in
      let runner = CycleRunner()
      let client = try openClient()
      let first = try client.activate(argument: runner.argument, process: CycleRunner.process)
      #expect(try runner.next { $0.frames } == 256)
      let idle = try first.deactivate()
      #expect(idle.name == "test")
      let second = try idle.activate(argument: runner.argument, process: CycleRunner.process)
      #expect(try runner.next { $0.frames } == 256)
      #expect(second.client.bufferSize == 256)
    }
  }

  @Test func `a second client of one name is renamed and says so`() throws {
    try withDummyServer { _ in
      let first = try openClient("twin")
      let second = try openClient("twin")
      #expect(first.name == "twin" && !first.wasRenamed)
      #expect(second.name == "twin-01" && second.wasRenamed)
    }
  }

  @Test func `an exact name that is taken is refused`() throws {
    try withDummyServer { _ in
      let first = try openClient("twin")
      #expect(error { _ = try openClient("twin", useExactName: true) } == .clientNameTaken(name: "twin"))
      #expect(first.name == "twin")
    }
  }

  @Test func `the longest name is taken and one byte more refused with the limit`() throws {
    try withDummyServer { _ in
      let limit = Client.maximumNameLength
      #expect(limit == 63)
      let longest = String(repeating: "n", count: limit)
      let client = try openClient(longest)
      #expect(client.name == longest)
      #expect(
        error { _ = try openClient(longest + "n") } == .nameTooLong(name: longest + "n", length: 64, limit: 63))
    }
  }

  @Test func `a name in another script is kept`() throws {
    try withDummyServer { _ in
      let client = try openClient("ユイ Юи")
      #expect(client.name == "ユイ Юи")
      let port = try client.registerAudioOutput("gänzá")
      #expect(client.name(of: port) == "ユイ Юи:gänzá")
      let active = try client.activate()
      #expect(active.client.port(named: "ユイ Юи:gänzá") == port.port)
    }
  }

  @Test(arguments: ["", "a:b", "a\u{0}b"]) func `a name that JACK cannot hold is refused`(name: String) {
    #expect(error { _ = try openClient(name) } == .invalidClientName(name: name))
  }

  @Test func `the server's figures are read`() throws {
    try withDummyServer(rate: 44100, period: 512) { _ in
      let active = try openClient().activate()
      #expect(active.client.sampleRate == 44100)
      #expect(active.client.bufferSize == 512)
      #expect(active.client.isRealtime == false)
      #expect((0...100).contains(active.client.cpuLoad))
      let before = active.client.microseconds
      #expect(active.client.microseconds >= before)
    }
  }

  @Test func `the transport is queried, started, moved and stopped`() throws {
    try withDummyServer { _ in
      let runner = CycleRunner()
      let active = try openClient().activate(argument: runner.argument, process: CycleRunner.process)
      #expect(active.client.transport.state == .stopped)
      #expect(active.client.transport.barBeatTick == nil)
      try active.client.locateTransport(48000)
      try waitUntil("the transport stands at 48000") { try runner.next { $0.transport.frame } == 48000 }
      active.client.startTransport()
      try waitUntil("the transport rolls") { try runner.next { $0.transport.state } == .rolling }
      let rolling = try runner.next { $0.transport }
      #expect(rolling.frame >= 48000 && rolling.sampleRate == 48000)
      active.client.stopTransport()
      try waitUntil("the transport stands") { active.client.transport.state == .stopped }
    }
  }

  @Test func `two hundred clients leave no memory behind`() async {
    await #expect(processExitsWith: .success) {
      try withDummyServer { _ in
        func openAndClose() throws {
          let client = try openClient()
          let port = try client.registerAudioOutput("out")
          let active = try client.activate(notify: { _ in })
          precondition(active.client.name(of: port) == "test:out")
        }
        for _ in 0..<60 { try openAndClose() }
        let before = try residentKilobytes()
        for _ in 0..<200 { try openAndClose() }
        let growth = try residentKilobytes() - before
        precondition(growth < 1024, "Memory grew by \(growth) kB")
      }
    }
  }
}

/// Memory of this process that is in use, in kilobytes.
private func residentKilobytes() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
    let size = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Int($0) })
  else { throw TestFailure("No VmRSS in \(status)") }
  return size
}
