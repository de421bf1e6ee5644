// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Who gets nothing from the stage.
@Suite(.jack) struct StageRefusalTests {
  /// A request that gets nothing.
  struct Refused: CustomTestStringConvertible, Sendable {
    var reason: String
    var status: Int
    /// `PATH` stands for the way to the page, `HOST` for its name.
    var request: String
    var testDescription: String { request.replacingOccurrences(of: "\r\n", with: " / ") }

    init(_ reason: String, _ status: Int, _ request: String) {
      (self.reason, self.status, self.request) = (reason, status, request)
    }
  }

  static let host = "Host: HOST\r\n"
  static let upgrade =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
  /// A second request, for the one who hides it in the first.
  static let hidden = "GET PATHmain.js HTTP/1.1\r\n\(host)\r\n"

  static let refused = [
    Refused("token", 404, "GET / HTTP/1.1\r\n\(host)\r\n"),
    Refused("token", 404, "GET /main.js HTTP/1.1\r\n\(host)\r\n"),
    Refused("token", 404, "GET /aaaaaaaaaaaaaaaaaaaaaaaaaa/ HTTP/1.1\r\n\(host)\r\n"),
    Refused("token", 404, "GET PATHx/main.js HTTP/1.1\r\n\(host)\r\n"),
    Refused("token", 404, "GET /lines HTTP/1.1\r\n\(host)Origin: http://HOST\r\n\(upgrade)\r\n"),
    Refused("path", 404, "GET PATHmain.jss HTTP/1.1\r\n\(host)\r\n"),
    Refused("path", 404, "GET PATHlines HTTP/1.1\r\n\(host)\r\n"),
    Refused("host", 421, "GET PATH HTTP/1.1\r\nHost: evil.example:7478\r\n\r\n"),
    Refused("host", 421, "GET PATH HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    Refused("host", 421, "GET PATH HTTP/1.1\r\nHost: HOST.evil.example\r\n\r\n"),
    Refused("host", 421, "GET PATH HTTP/1.1\r\nHost: HOST\0.evil.example\r\n\r\n"),
    Refused("host", 421, "GET PATH HTTP/1.1\r\n\(host)Host: evil.example\r\n\r\n"),
    Refused("host", 421, "GET PATH HTTP/1.1\r\nHost: evil.example\r\n\(host)\r\n"),
    Refused("origin", 403, "GET PATH HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n\r\n"),
    Refused("origin", 403, "GET PATH HTTP/1.1\r\n\(host)Origin: null\r\n\r\n"),
    Refused(
      "origin", 403, "GET PATH HTTP/1.1\r\n\(host)Origin: http://\(String(repeating: "a", count: 2000))\r\n\r\n"),
    Refused("origin", 403, "GET PATHlines HTTP/1.1\r\n\(host)\(upgrade)\r\n"),
    Refused("origin", 403, "GET PATHlines HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n\(upgrade)\r\n"),
    Refused("method", 405, "POST PATH HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n"),
    Refused("method", 405, "PUT PATH HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n"),
    Refused("method", 405, "HEAD PATH HTTP/1.1\r\n\(host)\r\n"),
    Refused("body", 400, "GET PATH?line=quit HTTP/1.1\r\n\(host)\r\n"),
    Refused("body", 400, "GET PATH HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n"),
    Refused("body", 400, "GET PATH HTTP/1.1\r\n\(host)Content-Length: 30\r\n\r\n\(hidden)"),
    Refused("body", 400, "GET PATH HTTP/1.1\r\n\(host)Content-Length: 0\r\nContent-Length: 30\r\n\r\n\(hidden)"),
    Refused("body", 400, "GET PATH HTTP/1.1\r\n\(host)Content-Length : 30\r\n\r\n\(hidden)"),
    Refused("body", 400, "GET PATH HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Refused("body", 400, "GET PATH HTTP/1.1\r\n\(host)Transfer-Encoding:\txchunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Refused("body", 400, "GET PATH HTTP/1.1\r\n\(host)Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Refused(
      "body", 400,
      "GET PATH HTTP/1.1\r\n\(host)Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Refused(
      "body", 400,
      "GET PATH HTTP/1.1\r\n\(host)Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
    ),
  ]

  @Test func `who has no right gets nothing, each kind is told once, and the music is the same`() throws {
    let bench = try StageBench()
    let music = try StageMusic(bench)
    for attempt in Self.refused {
      let answer = try bench.client().ask(filled(attempt.request, bench))
      #expect(answer.status == attempt.status, "\(attempt.testDescription): \(answer)")
      let body = String(decoding: answer.body, as: UTF8.self)
      #expect(!body.contains("yui-jack") && !body.contains(bench.path), "\(attempt.testDescription): \(body)")
    }
    _ = try bench.instrument.status()
    let kinds = bench.instrument.all("refused").map { $0.string("reason") ?? "" }
    #expect(kinds.sorted() == Set(Self.refused.map(\.reason)).sorted())
    #expect(try music.firstDifference() == nil)
    try bench.instrument.quit()
  }

  @Test func `tricks with paths, words and heads get nothing, and the music is the same`() throws {
    let bench = try StageBench()
    let music = try StageMusic(bench)
    let long = String(repeating: "a", count: 65_536)
    let many = (0..<3000).map { "X\($0): \(long.prefix(50))\r\n" }.joined()
    let tricks = [
      "GET PATH../../../etc/passwd HTTP/1.1\r\n\(Self.host)\r\n",
      "GET PATH%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n\(Self.host)\r\n",
      "GET PATH%252e%252e/etc/passwd HTTP/1.1\r\n\(Self.host)\r\n",
      "GET PATH..%2f..%2fetc%2fpasswd HTTP/1.1\r\n\(Self.host)\r\n",
      "GET PATH..%5c..%5cetc HTTP/1.1\r\n\(Self.host)\r\n", "GET //etc/passwd HTTP/1.1\r\n\(Self.host)\r\n",
      "GET http://HOSTPATH HTTP/1.1\r\n\r\n", "GET PATH HTTP/1.1\r\n\r\n",
      "GET PATHmain.js%00.html HTTP/1.1\r\n\(Self.host)\r\n", "GET PATHmain.js\0.html HTTP/1.1\r\n\(Self.host)\r\n",
      "GET PATH HTTP/1.1\r\n\(Self.host)X: \(long)\r\n\r\n", "GET PATH HTTP/1.1\r\n\(Self.host)\(many)\r\n",
      "GET PATH\(long) HTTP/1.1\r\n\(Self.host)\r\n", "OPTIONS * HTTP/1.1\r\n\(Self.host)\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\r\n\r\n", "GET\r\n\r\n",
    ]
    for trick in tricks {
      let answer = try bench.client().ask(filled(trick, bench))
      #expect(answer.status != 200, "\(trick.prefix(60)): \(answer)")
      #expect(!String(decoding: answer.body, as: UTF8.self).contains("root:"))
    }
    #expect(try bench.get(bench.path).status == 200)
    #expect(try music.firstDifference() == nil)
    try bench.instrument.quit()
  }

  @Test(arguments: [
    "GET PATH HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET PATH HTTP/1.1\nHost: HOST\n\n",
    "GET PATH HTTP/1.1\r\nHost: HOST\r\nX: y\r\n Content-Length: 30\r\n\r\n",
    "GET PATH HTTP/1.1\r\nHost: HOST\r\nX: y\nContent-Length: 30\r\n\r\n",
    "GET PATH HTTP/1.1\r\nHost: HOST\r\nConnection: keep-alive\r\nX-Content-Length: 30\r\n\r\n",
  ])
  func `a connection has one answer at most, so nothing can hide behind a request`(_ first: String) throws {
    let bench = try StageBench()
    let client = try bench.client()
    let bytes = try client.askAll(filled(first + Self.hidden, bench))
    let answers = String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").count - 1
    #expect(answers <= 1, "\(String(decoding: bytes.prefix(400), as: UTF8.self))")
    #expect(client.hasEnded)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("class Stage"))
    try bench.instrument.quit()
  }

  private func filled(_ request: String, _ bench: StageBench) -> String {
    request.replacingOccurrences(of: "PATH", with: bench.path).replacingOccurrences(of: "HOST", with: bench.host)
  }
}
