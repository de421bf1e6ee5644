// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Which cables there are, and whose.
@Suite(.jack) struct WiringTests {
  @Test func `the outputs go to the first two physical ports, and nothing ties sound to MIDI`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), playbacks: 4)
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    try instrument.event("connected") { $0.string("port") == "out_right" }
    let ports = try #require(try instrument.status().inner("ports"))
    #expect(ports.strings("out_left") == ["system:playback_1"])
    #expect(ports.strings("out_right") == ["system:playback_2"])
    #expect(ports.strings("midi_in") == [])
    #expect(ports.strings("clock_out") == [])
    try instrument.quit()
  }

  @Test func `told so, it connects nothing`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let hardware = try JackProbe(on: server, ["--physical", "--midi-out", "keys", "--midi-in", "machine"])
    let instrument = try Instrument(on: server, ["--no-connect"])
    try hardware.ask("cycles 50")
    let ports = try #require(try instrument.status().inner("ports"))
    for port in ["out_left", "out_right", "midi_in", "clock_out"] { #expect(ports.strings(port) == []) }
    try instrument.quit()
  }

  @Test func `a pattern says where to, and one that matches nothing is told of in one sentence`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let probe = try JackProbe(on: server, ["--name", "desk", "--audio-in", "strip_1,strip_2"])
    let instrument = try Instrument(on: server, ["--connect-audio", "^desk:strip", "--connect-clock", "^nobody:"])
    try instrument.event("connected") { $0.string("port") == "out_right" }
    let ports = try #require(try instrument.status().inner("ports"))
    #expect(ports.strings("out_left") == ["desk:strip_1"])
    #expect(ports.strings("out_right") == ["desk:strip_2"])
    try instrument.quit()
    let told = instrument.process.errorText.split(separator: "\n").filter { $0.contains("^nobody:") }
    #expect(told == ["Warning: No port matches '^nobody:' of '--connect-clock' now: 'jack_lsp' lists the ports."])
    try probe.ask("quit")
  }

  @Test func `hardware that appears later is connected, and a cable that the player pulled stays pulled`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    let hardware = try JackProbe(
      on: server, ["--name", "box", "--physical", "--midi-out", "one,two", "--midi-in", "machine"])
    for peer in ["box:one", "box:two", "box:machine"] {
      try instrument.event("connected") { $0.string("peer") == peer }
    }
    try hardware.ask("disconnect box:one yui-jack:midi_in")
    try hardware.ask("disconnect yui-jack:clock_out box:machine")
    for peer in ["box:one", "box:machine"] { try instrument.event("disconnected") { $0.string("peer") == peer } }
    let more = try JackProbe(
      on: server, ["--name", "more", "--physical", "--midi-out", "three", "--midi-in", "machine"])
    for peer in ["more:three", "more:machine"] { try instrument.event("connected") { $0.string("peer") == peer } }
    let ports = try #require(try instrument.status().inner("ports"))
    #expect(Set(ports.strings("midi_in")!) == ["box:two", "more:three"])
    #expect(ports.strings("clock_out") == ["more:machine"])
    try more.ask("quit")
    try instrument.quit()
  }

  @Test func `several MIDI inputs get one source each`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let hardware = try JackProbe(on: server, ["--name", "box", "--physical", "--midi-out", "one,two,three"])
    let instrument = try Instrument(on: server, ["--midi-ins", "2"])
    for _ in 0..<3 { try instrument.event("connected") { $0.string("peer")?.hasPrefix("box:") == true } }
    let ports = try #require(try instrument.status().inner("ports"))
    #expect(ports.strings("midi_in") == ["box:one", "box:three"])
    #expect(ports.strings("midi_in_2") == ["box:two"])
    try hardware.ask("quit")
    try instrument.quit()
  }

  @Test func `a second instance gets a name of its own and says so`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let first = try Instrument(on: server)
    let second = try Instrument(on: server)
    let name = try #require(second.all("ready").first?.string("client"))
    #expect(name != "yui-jack" && name.hasPrefix("yui-jack"))
    try second.quit()
    #expect(
      second.process.errorText.hasPrefix("'yui-jack' is taken on this server: this client is '\(name)'.\n"))
    try first.quit()
  }

  @Test func `a name in another script works, one that is too long is refused with the limit`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server, ["--name", "ドラム"])
    let probe = try JackProbe(on: server)
    #expect(try probe.ports("^ドラム:") == ["out_left", "out_right", "midi_in", "clock_out"].map { "ドラム:\($0)" })
    try instrument.quit()
    let long = String(repeating: "n", count: 64)
    let run = try Instrument.run(["--name", long], server: server.name)
    #expect(run.ending == .exited(64))
    #expect(
      run.errors.hasPrefix("Error: The client name '\(long)' has 64 bytes, more than the 63 that JACK can hold.\n"))
  }

  @Test func `names for people, order and group are there while it runs and gone afterwards`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let killed = try Instrument(on: server)
    killed.process.signal(SIGKILL)
    try killed.process.wait()
    let probe = try JackProbe(on: server)
    try waitUntil("the server has noticed") { try probe.ports("^yui-jack:").isEmpty }
    let instrument = try Instrument(on: server)
    let present = try properties(server)
    var subjects: [String] = []
    for (name, order, group) in [
      ("Left", "0", "Mix"), ("Right", "1", "Mix"), ("Keyboard", "2", nil), ("MIDI clock", "3", nil),
    ] {
      let (subject, text) = try #require(present.first { $0.value.contains("pretty-name value: \(name)\n") })
      #expect(text.contains("metadata/order value: \(order) "))
      #expect(text.contains("port-group value:") == (group != nil))
      if let group { #expect(text.contains("port-group value: \(group)\n")) }
      subjects.append(subject)
    }
    try instrument.quit()
    let left = try properties(server)
    #expect(subjects.allSatisfy { left[$0] == nil })
  }

  /// What `jack_property` lists of each subject.
  private func properties(_ server: DummyServer) throws -> [String: String] {
    let tool = try ChildProcess("jack_property", ["-l"], environment: server.environment)
    try tool.wait()
    var result: [String: String] = [:]
    var subject = ""
    for line in tool.remainingLines() {
      if line.hasPrefix("key: ") { result[subject, default: ""] += line + "\n" } else { subject = line }
    }
    return result
  }
}
