// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import YuiJack

/// What the stage serves, and to whom.
@Suite(.jack) struct StageServingTests {
  @Test func `a first load is all files of the page, below 100 kB`() throws {
    let bench = try StageBench()
    let page = try bench.get(bench.path)
    #expect(page.status == 200)
    #expect(page.head.contains("content-type: text/html"))
    #expect(page.head.contains("default-src 'none'; script-src 'self'; style-src 'self'"))
    #expect(page.head.contains("ws://\(bench.host)"))
    #expect(page.head.contains("x-content-type-options: nosniff"))
    #expect(page.head.contains("cache-control: no-store"))
    var bytes = 0
    for file in StageFile.all {
      let answer = try bench.get(bench.path + file.name)
      #expect(answer.status == 200 && answer.body == file.bytes, "\(file.name)")
      bytes += answer.body.count + answer.head.utf8.count
    }
    print("first load: \(bytes) bytes in \(StageFile.all.count) files")
    #expect(bytes < 100_000)
    try bench.instrument.quit()
  }

  @Test func `nothing in the page is from elsewhere`() {
    for file in StageFile.all {
      let text = String(decoding: file.bytes, as: UTF8.self).replacingOccurrences(
        of: "http://www.w3.org/2000/svg", with: "")
      #expect(!text.contains("http://") && !text.contains("https://"), "\(file.name)")
    }
  }

  @Test func `in a network it is served at each of the machine's addresses, with a code for a camera`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let port = try StageClient.freePort()
    let instrument = try Instrument(on: server, ["--no-socket", "--stage=\(port)", "--stage-lan"])
    let event = try instrument.all("stage").first ?? instrument.event("stage")
    let addresses = try #require(event.strings("addresses"))
    #expect(addresses.count == StageHosts.networkAddresses.count + 1)
    for address in addresses {
      let url = try #require(URL(string: address))
      let host = try #require(url.host)
      let answer = try StageClient(port: port, at: host).ask(
        "GET \(url.path)/ HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
      #expect(answer.status == 200, "\(address): \(answer.head)")
      let foreign = try StageClient(port: port, at: host).ask(
        "GET \(url.path)/ HTTP/1.1\r\nHost: 203.0.113.9:\(port)\r\n\r\n")
      #expect(foreign.status == 421)
    }
    try instrument.quit()
    let code = try #require(QRCode(addresses[0])).text
    #expect(instrument.process.errorText.contains("\(code)\nThe stage is open: \(addresses[0])\n"))
  }

  @Test func `a port that is taken ends it with a sentence`() throws {
    let bench = try StageBench()
    let second = try Instrument.run(["--no-socket", "--stage=\(bench.port)"], server: bench.server.name)
    #expect(second.ending == .exited(1))
    #expect(
      second.errors
        == "Error: The stage cannot have port \(bench.port): another program has it. Name another one with '--stage=PORT'.\n"
    )
    try bench.instrument.quit()
  }
}
