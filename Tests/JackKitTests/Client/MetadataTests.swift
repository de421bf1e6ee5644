// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

@testable import JackKit

@Suite(.jack) struct MetadataTests {
  @Test func `properties are set, seen by another client and removed on exit`() throws {
    try withDummyServer { server in
      let observer = try openClient("observer").activate()
      do {
        let client = try openClient()
        let port = try client.registerAudioOutput("out_left")
        try client.setPrettyName("Left 左", of: port)
        try client.setOrder(1, of: port)
        try client.setGroup("main", of: port)
        #expect(client.property(.prettyName, of: port) == "Left 左")
        #expect(client.property(.order, of: port) == "1")
        #expect(client.property(.portGroup, of: port) == "main")
        #expect(client.property(.signalType, of: port) == nil)

        let listing = try properties(server)
        #expect(listing.contains { $0.contains("pretty-name") && $0.contains("Left 左") })
        #expect(listing.contains { $0.contains("port-group") && $0.contains("main") })
        #expect(listing.contains { $0.contains("metadata/order") && $0.contains("1") })
      }
      #expect(observer.client.port(named: "test:out_left") == nil)
      #expect(try properties(server).isEmpty)
    }
  }

  @Test func `what a killed server left is cleared from a new port`() throws {
    try withDummyServer { server in
      do {
        let client = try openClient()
        let port = try client.registerAudioOutput("out")
        try client.setPrettyName("Old", of: port)
        let leftBehind = try startProbe(server, ["--audio-out", "a"])
        try server.kill(SIGKILL)
        leftBehind.signal(SIGKILL)
      }
      try server.start()
      let client = try openClient()
      for name in ["a", "b", "c", "d"] {
        let port = try client.registerAudioOutput(name)
        #expect(client.property(.prettyName, of: port) == nil)
      }
    }
  }

  @Test func `an empty value is refused`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      let port = try client.registerAudioOutput("out")
      let failure = error { try client.setPrettyName("", of: port) }
      guard case .callFailed(let function, let name, _, _) = failure else {
        Issue.record("There came \(String(describing: failure))")
        return
      }
      #expect(function == "jack_set_property" && name == "test:out")
    }
  }

  @Test func `who waits for a process that is stuck in metadata is told`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      let port = try client.registerAudioOutput("out")
      try client.setPrettyName("Left", of: port)
      let other = open(MetadataLock.path, O_RDWR | O_CLOEXEC)
      defer { close(other) }
      try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
      let failure = error { try client.setPrettyName("Right", of: port) }
      guard case .callFailed("jack_set_property", "test:out", -1, let detail) = failure else {
        Issue.record("There came \(String(describing: failure))")
        return
      }
      #expect(detail == "another process is stuck while it changes JACK's metadata")
      #expect(client.property(.prettyName, of: port) == "Left")
      flock(other, LOCK_UN)
      try client.setPrettyName("Right", of: port)
    }
  }

  @Test func `properties can be removed before the end`() throws {
    try withDummyServer { _ in
      let client = try openClient()
      let port = try client.registerMIDIInput("keys")
      try client.setPrettyName("Keys", of: port)
      try client.removeProperties(of: port)
      #expect(client.property(.prettyName, of: port) == nil)
    }
  }

  private func properties(_ server: DummyServer) throws -> [String] {
    let list = try ChildProcess("jack_property", ["-l"], environment: server.environment)
    try list.wait()
    return list.remainingLines().filter { $0.contains("metadata") }
  }
}
