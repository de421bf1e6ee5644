// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit
import TestSupport
import Testing

@Suite(.jack) struct MisuseTests {
  @Test func `the port of another client traps`() async {
    await #expect(processExitsWith: .failure) {
      try withDummyServer { _ in
        let port = try openClient("one").registerAudioOutput("out")
        let other = try openClient("two")
        _ = other.name(of: port)
      }
    }
  }

  @Test func `a request inside a notification handler traps`() async {
    await #expect(processExitsWith: .failure) {
      try withDummyServer { _ in
        let holder = Holder()
        let active = try openClient("one").activate(notify: { _ in
          try? holder.client?.client.recomputeLatencies()
        })
        holder.client = consume active
        let other = try openClient("two").activate()
        _ = try other.client.registerAudioOutput("out")
        try waitUntil("the handler traps", limit: .seconds(5)) { false }
      }
    }
  }
}

private final class Holder: @unchecked Sendable {
  var client: ActiveClient?
}
