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

  /// A request that gets nothing.
  struct Refused: CustomTestStringConvertible, Sendable {
    var reason: String
    var statuses: Set<Int>
    /// `PATH` stands for the way to the page, `HOST` for its name.
    var request: String
    var testDescription: String { request.replacingOccurrences(of: "\r\n", with: " / ") }
  }

  static let host = "Host: HOST\r\n"
  static let upgrade =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"

  static let refused = [
    Refused(reason: "token", statuses: [404], request: "GET / HTTP/1.1\r\n\(host)\r\n"),
    Refused(reason: "token", statuses: [404], request: "GET /main.js HTTP/1.1\r\n\(host)\r\n"),
    Refused(reason: "token", statuses: [404], request: "GET /aaaaaaaaaaaaaaaaaaaaaaaaaa/ HTTP/1.1\r\n\(host)\r\n"),
    Refused(reason: "token", statuses: [404], request: "GET PATHx/main.js HTTP/1.1\r\n\(host)\r\n"),
    Refused(reason: "path", statuses: [404], request: "GET PATHmain.jss HTTP/1.1\r\n\(host)\r\n"),
    Refused(reason: "path", statuses: [404], request: "GET PATHlines HTTP/1.1\r\n\(host)\r\n"),
    Refused(reason: "host", statuses: [421], request: "GET PATH HTTP/1.1\r\nHost: evil.example:7478\r\n\r\n"),
    Refused(reason: "host", statuses: [421], request: "GET PATH HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    Refused(reason: "host", statuses: [421], request: "GET PATH HTTP/1.1\r\nHost: HOST.evil.example\r\n\r\n"),
    Refused(
      reason: "origin", statuses: [403], request: "GET PATH HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n\r\n"),
    Refused(reason: "origin", statuses: [403], request: "GET PATH HTTP/1.1\r\n\(host)Origin: null\r\n\r\n"),
    Refused(reason: "origin", statuses: [403], request: "GET PATHlines HTTP/1.1\r\n\(host)\(upgrade)\r\n"),
    Refused(
      reason: "origin", statuses: [403],
      request: "GET PATHlines HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n\(upgrade)\r\n"),
    Refused(
      reason: "token", statuses: [404],
      request: "GET /lines HTTP/1.1\r\n\(host)Origin: http://HOST\r\n\(upgrade)\r\n"),
    Refused(reason: "method", statuses: [405], request: "POST PATH HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n"),
    Refused(reason: "method", statuses: [405], request: "PUT PATH HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n"),
    Refused(
      reason: "body", statuses: [400],
      request: "GET PATH HTTP/1.1\r\n\(host)Content-Length: 30\r\n\r\nGET PATHmain.js HTTP/1.1"),
    Refused(
      reason: "body", statuses: [400],
      request: "GET PATH HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET PATH HTTP/1.1\r\n\(host)\r\n"
    ),
    Refused(
      reason: "body", statuses: [400],
      request:
        "GET PATH HTTP/1.1\r\n\(host)Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Refused(reason: "body", statuses: [400], request: "GET PATH?line=quit HTTP/1.1\r\n\(host)\r\n"),
    Refused(
      reason: "body", statuses: [400],
      request:
        "GET PATH HTTP/1.1\r\n\(host)Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
    ),
  ]

  @Test func `who has no right gets nothing, and each kind is told once`() throws {
    let bench = try StageBench()
    try bench.instrument.write("loop@beat 120 p=x...x... +play")
    try bench.instrument.event("started")
    for attempt in Self.refused {
      let request = attempt.request.replacingOccurrences(of: "PATH", with: bench.path)
        .replacingOccurrences(of: "HOST", with: bench.host)
      let answer = try bench.client().ask(request)
      #expect(attempt.statuses.contains(answer.status), "\(attempt.testDescription): \(answer)")
      let body = String(decoding: answer.body, as: UTF8.self)
      #expect(!body.contains("yui-jack") && !body.contains(bench.path), "\(attempt.testDescription): \(body)")
    }
    // Nothing of it touched the music.
    _ = try bench.instrument.status()
    let kinds = bench.instrument.all("refused").map { $0.string("reason") ?? "" }
    #expect(kinds.sorted() == Set(Self.refused.map(\.reason)).sorted())
    #expect(bench.instrument.all("stopped").isEmpty)
    try bench.instrument.quit()
  }

  @Test(arguments: [
    "GET PATH../../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET PATH%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET PATH..%5c..%5cetc HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET //etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET http://HOSTPATH HTTP/1.1\r\n\r\n", "GET PATH HTTP/1.1\r\n\r\n",
    "GET PATHmain.js%00.html HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\r\n\r\n", "GET\r\n\r\n",
  ])
  func `tricks with paths and words get nothing`(_ trick: String) throws {
    let bench = try StageBench()
    let request = trick.replacingOccurrences(of: "PATH", with: bench.path).replacingOccurrences(
      of: "HOST", with: bench.host)
    let answer = try bench.client().ask(request)
    #expect(answer.status != 200, "\(answer)")
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("root:"))
    #expect(try bench.get(bench.path).status == 200)
    try bench.instrument.quit()
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
