// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// A life with servers that die.
@Suite(.jack) struct ServerLossTests {
  private static let lines = ["events +steps", "loop 240 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play"]

  @Test func `after each of twenty-five killed servers ports, place and cables come back`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    var probe = try JackProbe(on: server, ["--name", "probe", "--audio-in", "left", "--midi-in", "clock"])
    for cable in ["out_left probe:left", "clock_out probe:clock"] { try connect(server, cable) }
    for line in Self.lines { try instrument.write(line) }
    var slowest = Duration.zero
    for _ in 0..<25 {
      try instrument.event("step") { $0.int("step")! > 2 }
      try server.kill(SIGKILL)
      try instrument.event("server") { $0.string("state") == "lost" }
      try server.start()
      let returned = ContinuousClock.now
      let ready = try instrument.event("ready", limit: .seconds(2))
      slowest = max(slowest, ContinuousClock.now - returned)
      #expect(ready.string("client") == "yui-jack")
      let goesOn = try #require(try instrument.event("continued").int("frame"))
      try instrument.event("step") { $0.int("frame")! >= goesOn }
      let steps = instrument.all("step")
      let next = try #require(steps.firstIndex { $0.int("frame")! >= goesOn })
      #expect(steps[next].int("step") == (steps[next - 1].int("step")! + 1) % 16)
      #expect(steps[next].int("frame") == goesOn)
      probe = try JackProbe(on: server, ["--name", "probe", "--audio-in", "left", "--midi-in", "clock"])
      try waitUntil("the player's own cables are back", limit: .seconds(2)) {
        try probe.connections(of: "probe:left") == ["yui-jack:out_left"]
          && probe.connections(of: "probe:clock") == ["yui-jack:clock_out"]
          && probe.connections(of: "system:playback_1") == ["yui-jack:out_left"]
          && probe.connections(of: "system:playback_2") == ["yui-jack:out_right"]
      }
    }
    #expect(
      instrument.all("server").map { $0.string("state") }
        == Array(repeating: ["lost", "back"], count: 25).flatMap { $0 })
    #expect(slowest < .seconds(2))
    print("back after a lost server: at most \(slowest / .milliseconds(1)) ms")
    try instrument.quit()
  }

  @Test func `a machine behind the clock port is stopped, told the place, and goes on`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    var probe = try JackProbe(on: server, ["--name", "probe", "--midi-in", "clock"])
    try connect(server, "clock_out probe:clock")
    try instrument.event("connected") { $0.string("peer") == "probe:clock" }
    for line in Self.lines { try instrument.write(line) }
    try instrument.event("step") { $0.int("step") == 5 }
    // While it is held the new server and the machine come up, so that nothing it sends is missed.
    instrument.process.signal(SIGSTOP)
    try server.kill(SIGKILL)
    try server.start()
    probe = try JackProbe(on: server, ["--name", "probe", "--midi-in", "clock"])
    try probe.prepare(2 * 48000)
    try probe.go()
    instrument.process.signal(SIGCONT)
    let take = try probe.finish()
    let messages = try #require(take.midi["clock"])
    let bytes = messages.map { $0.bytes[0] }
    #expect(bytes.prefix(4) == [0xFC, 0xF2, 0xFB, 0xF8], "\(messages.prefix(6))")
    #expect(bytes.dropFirst(4).allSatisfy { $0 == 0xF8 })
    try #require(bytes.count > 24)
    #expect(messages[2].index == messages[3].index)
    let goesOn = try #require(try instrument.event("continued").int("frame"))
    let step = try instrument.event("step") { $0.int("frame")! >= goesOn }
    #expect(messages[1].bytes == [0xF2, UInt8(step.int("step")!), 0])
    try instrument.quit()
  }

  @Test func `a server that comes back at another rate plays on at the same tempo`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    for line in Self.lines { try instrument.write(line) }
    try instrument.event("step") { $0.int("step") == 5 }
    try server.kill(SIGKILL)
    try instrument.event("server") { $0.string("state") == "lost" }
    let slower = try DummyServer(name: server.name, rate: 44100)
    defer { slower.stop() }
    #expect(try instrument.event("ready").int("rate") == 44100)
    let goesOn = try #require(try instrument.event("continued").int("frame"))
    for index in 0..<40 {
      let step = try instrument.event("step") { $0.int("frame")! >= goesOn }
      #expect(step.int("frame") == gridPlace(anchor: Double(goesOn), index, of: 44100 * 60 / 240 / 4))
    }
    try instrument.quit()
  }

  private func connect(_ server: DummyServer, _ cable: String) throws {
    let words = cable.split(separator: " ").map(String.init)
    let tool = try ChildProcess("jack_connect", ["yui-jack:\(words[0])", words[1]], environment: server.environment)
    guard try tool.wait() == .exited(0) else { throw TestFailure("jack_connect: \(tool.errorText)") }
  }
}
