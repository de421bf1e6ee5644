// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiJack

/// The parts of the door.
@Suite struct StageDoorTests {
  @Test func `a token is its own and nobody else's`() {
    let (token, other) = (StageToken(), StageToken())
    #expect(token.text.count == 26)
    #expect(token.matches(token.text.utf8))
    #expect(!token.matches(other.text.utf8))
    #expect(!token.matches(token.text.dropLast().utf8))
    #expect(!token.matches("".utf8))
  }

  @Test(arguments: [
    ("127.0.0.1:7478", true), ("localhost:7478", true), ("LOCALHOST:7478", true), ("127.0.0.1:7479", false),
    ("localhost", false), ("evil.example:7478", false), ("127.0.0.1:7478.evil.example", false), ("", false),
  ])
  func `only this machine's own names are hosts`(_ host: String, _ allowed: Bool) {
    #expect(StageHosts(port: 7478, isForNetwork: false).allows(host: host) == allowed)
  }

  @Test func `in a network the machine's addresses are hosts`() {
    let hosts = StageHosts(port: 80, isForNetwork: true)
    for address in StageHosts.networkAddresses { #expect(hosts.allows(host: "\(address):80")) }
    #expect(!hosts.allows(host: "203.0.113.9:80"))
    #expect(hosts.allows(origin: "http://localhost:80", host: "localhost:80"))
    #expect(!hosts.allows(origin: "http://127.0.0.1:80", host: "localhost:80"))
    #expect(!hosts.allows(origin: "https://localhost:80", host: "localhost:80"))
  }

  @Test func `a burst passes, a flood does not, and time lets more pass`() {
    var rate = MessageRate()
    let burst = Int(StageLimits.burst)
    let first = (0...burst).map { _ in rate.count(at: 5) }
    #expect(first == [Bool](repeating: true, count: burst) + [false])
    let second = (0...StageLimits.messagesPerSecond).map { _ in rate.count(at: 6) }
    #expect(second == [Bool](repeating: true, count: StageLimits.messagesPerSecond) + [false])
    var steady = MessageRate()
    let even = (0..<5000).map { steady.count(at: Double($0) / Double(StageLimits.messagesPerSecond)) }
    #expect(even.allSatisfy { $0 })
  }

  @Test func `a code has a margin, corners and rows of one width`() throws {
    let text = try #require(QRCode("http://192.168.1.20:7478/abcdefghijkmnpqrstuvwxyz23/")).text
    let rows = text.components(separatedBy: "\n").map {
      $0.replacingOccurrences(of: "\u{1B}[30;107m", with: "").replacingOccurrences(of: "\u{1B}[0m", with: "")
    }
    #expect(Set(rows.map(\.count)).count == 1)
    #expect(rows[0].allSatisfy { $0 == " " })
    #expect(rows[1].hasPrefix("  █▀▀▀▀▀█ ") && rows[1].hasSuffix(" █▀▀▀▀▀█  "))
  }

  @Test func `a backlog hands over whole lines`() {
    var backlog = Backlog()
    for line in ["one\n", "three\n", "fourteen\n"] { _ = backlog.add(line.utf8) }
    let taken = [11, 3, 3].map { String(decoding: backlog.takeLines(atMost: $0), as: UTF8.self) }
    #expect(taken == ["one\nthree\n", "fourteen\n", ""])
    let isEmpty = backlog.isEmpty
    #expect(isEmpty)
  }
}
