// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

/// Two of them on one server.
@Suite(.jack) struct TwoInstrumentsTests {
  @Test func `those that leave at the same moment both leave, and the next can come`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    for _ in 0..<5 {
      let instruments = try (1...3).map { try Instrument(on: server, ["--name", "yui-\($0)", "--no-socket"]) }
      for instrument in instruments { try instrument.write("quit") }
      for instrument in instruments { try instrument.end(expecting: .exited(0)) }
    }
  }
}
