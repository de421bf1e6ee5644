// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A server, and a yui-jack with a stage.
final class StageBench {
  let server: DummyServer
  let instrument: Instrument
  let port: Int
  /// The address of the page.
  let address: String
  /// `/TOKEN/`.
  let path: String

  init(period: Int = 256, _ arguments: [String] = []) throws {
    port = try StageClient.freePort()
    server = try DummyServer(name: DummyServer.uniqueName(), period: period)
    do {
      instrument = try Instrument(on: server, ["--no-socket", "--stage=\(port)"] + arguments)
      let event = try instrument.all("stage").first ?? instrument.event("stage")
      address = event.strings("addresses")?.last ?? ""
    } catch {
      server.stop()
      throw error
    }
    path = String(address.dropFirst("http://127.0.0.1:\(port)".count))
  }

  deinit { server.stop() }

  /// The name under which the stage is asked for.
  var host: String { "127.0.0.1:\(port)" }

  /// A connection of which nothing has been asked.
  func client() throws -> StageClient { try StageClient(port: port) }

  /// A page that is open.
  func page() throws -> StageClient {
    let client = try client()
    let status = try client.open(path + "lines", host: host, origin: "http://\(host)")
    guard status == 101 else { throw TestFailure("The page was answered by \(status)") }
    try client.event("client")
    return client
  }

  /// Asks for a file as a browser does.
  func get(_ path: String) throws -> (status: Int, head: String, body: [UInt8]) {
    try client().ask("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
  }

  /// Voices that sound.
  func voices() throws -> Int { try instrument.status().int("voices") ?? -1 }
}
