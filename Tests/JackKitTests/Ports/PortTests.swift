// SPDX-License-Identifier: GPL-3.0-or-later
@testable import JackKit
import TestSupport
import Testing

@Suite(.jack) struct PortTests {
  @Test func `each kind of port is registered with its type, direction and flags`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      let ports: [(Port, String, PortType, PortFlags)] = [
        (try client.registerAudioInput("tuner_in", flags: .terminal).port, "tuner_in", .audio, [.input, .terminal]),
        (try client.registerAudioOutput("out_left").port, "out_left", .audio, .output),
        (try client.registerMIDIInput("midi_in").port, "midi_in", .midi, .input),
        (try client.registerMIDIOutput("clock_out").port, "clock_out", .midi, .output),
      ]
      for (port, name, type, flags) in ports {
        #expect(
          client.describe(port)
            == PortDescription(
              name: "test:\(name)", shortName: name, type: type, flags: flags, aliases: [], isMine: true))
        #expect(client.port(named: "test:\(name)") == port)
      }
      let found = client.port(named: "system:capture_1")
      let foreign = try #require(found)
      #expect(!client.describe(foreign).isMine)
      #expect(client.describe(foreign).flags == [.output, .physical, .terminal])
    }
  }

  @Test func `a port name that is taken, empty or too long is refused`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      _ = try client.registerAudioOutput("out")
      #expect(error { _ = try client.registerMIDIInput("out") } == .portNameTaken(port: "test:out"))
      #expect(error { _ = try client.registerMIDIInput("") } == .invalidPortName(name: ""))
      #expect(Client.maximumPortNameLength == 256)
      let limit = Client.maximumPortNameLength - "test:".utf8.count
      let longest = String(repeating: "p", count: limit)
      #expect(client.name(of: try client.registerAudioInput(longest)) == "test:\(longest)")
      #expect(
        error { _ = try client.registerAudioInput(longest + "p") }
          == .nameTooLong(name: "test:\(longest)p", length: limit + 6, limit: limit + 5))
    }
  }

  @Test func `ports are found by type, flags and pattern`() throws {
    try withDummyServer(captures: 3, playbacks: 2) { _ in
      let client = try openClient()
      _ = try client.registerMIDIInput("midi_in")
      _ = try client.registerAudioOutput("out (left)")
      #expect(client.physicalSources(.audio) == ["system:capture_1", "system:capture_2", "system:capture_3"])
      #expect(client.physicalDestinations(.audio) == ["system:playback_1", "system:playback_2"])
      #expect(client.physicalSources(.midi) == [] && client.physicalDestinations(.midi) == [])
      #expect(client.ports(.midi) == ["test:midi_in"])
      #expect(client.ports(.audio, flags: .output).count == 4)
      #expect(client.ports().count == 7)
      #expect(try client.ports(matching: "capture_[23]$") == ["system:capture_2", "system:capture_3"])
      #expect(try client.ports(matching: "^test:", .audio) == ["test:out (left)"])
      #expect(try client.ports(matching: "nothing") == [])
      #expect(error { _ = try client.ports(matching: "(") } == .invalidPattern(pattern: "("))
      #expect(client.port(named: "system:nothing") == nil)
      #expect(client.port(id: 2_000_000) == nil)
    }
  }

  @Test func `connecting and disconnecting twice is no error`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      let out = try client.registerAudioOutput("out")
      let active = try client.activate()
      for _ in 0..<2 {
        try active.connect("test:out", to: "system:playback_1")
        #expect(active.client.connections(of: out) == ["system:playback_1"])
      }
      let found = active.client.port(named: "system:playback_1")
      let playback = try #require(found)
      #expect(active.client.connections(of: playback) == ["test:out"])
      for _ in 0..<2 {
        try active.disconnect("test:out", from: "system:playback_1")
        #expect(active.client.connections(of: out) == [])
      }
      try active.connect("test:out", to: "system:playback_1")
      try active.connect("test:out", to: "system:playback_2")
      try active.disconnectAll(out)
      #expect(active.client.connections(of: out) == [])
    }
  }

  @Test func `ports that do not fit are refused with the reason`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      _ = try client.registerAudioOutput("out")
      _ = try client.registerMIDIInput("keys")
      let active = try client.activate()
      #expect(error { try active.connect("test:no", to: "system:playback_1") } == .unknownPort(port: "test:no"))
      #expect(error { try active.connect("test:out", to: "system:no") } == .unknownPort(port: "system:no"))
      #expect(
        error { try active.connect("system:playback_1", to: "test:keys") }
          == .cannotConnect(source: "system:playback_1", destination: "test:keys", reason: .sourceIsInput))
      #expect(
        error { try active.connect("test:out", to: "system:capture_1") }
          == .cannotConnect(source: "test:out", destination: "system:capture_1", reason: .destinationIsOutput))
      #expect(
        error { try active.connect("test:out", to: "test:keys") }
          == .cannotConnect(source: "test:out", destination: "test:keys", reason: .typesDiffer))
    }
  }

  @Test func `the port of an idle client cannot be connected`() throws {
    try withDummyServer { _ in
      let idle = try openClient("idle")
      _ = try idle.registerAudioOutput("out")
      let active = try openClient().activate()
      #expect(
        error { try active.connect("idle:out", to: "system:playback_1") }
          == .connectionRefused(source: "idle:out", destination: "system:playback_1", code: -1))
    }
  }

  @Test func `an unregistered port is gone`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      let port = try client.registerMIDIOutput("clock_out")
      try client.unregister(port)
      #expect(client.port(named: "test:clock_out") == nil)
      #expect(client.ports(.midi) == [])
    }
  }
}
