// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import JackKit
import TestSupport
import Testing

@Suite(.jack) struct MisuseTests {
  #if arch(x86_64)
    static let trap = ExitTest.Condition.signal(SIGILL)
  #else
    static let trap = ExitTest.Condition.signal(SIGTRAP)
  #endif

  @Test func `the port of another client traps`() async throws {
    let server = try DummyServer()
    defer { server.stop() }
    await #expect(processExitsWith: Self.trap) { [name = server.name as String] in
      let port = try Client(name: "one", server: name).registerAudioOutput("out")
      let other = try Client(name: "two", server: name)
      _ = other.name(of: port)
    }
    // In good order the server would wait six seconds for the client that died.
    try server.kill(SIGKILL)
  }

  @Test func `a request inside a notification handler traps`() async throws {
    let server = try DummyServer()
    defer { server.stop() }
    await #expect(processExitsWith: Self.trap) { [name = server.name as String] in
      let holder = Holder()
      let active = try Client(name: "one", server: name).activate(notify: { _ in
        try? holder.client?.client.recomputeLatencies()
      })
      holder.client = consume active
      let other = try Client(name: "two", server: name).activate()
      _ = try other.client.registerAudioOutput("out")
      try waitUntil("the handler traps", limit: .seconds(5)) { false }
    }
    try server.kill(SIGKILL)
  }
}

private final class Holder: @unchecked Sendable {
  var client: ActiveClient?
}
