// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// Somebody at the port of a stage: a browser, or one who only pretends to be.
final class StageClient {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var log = EventLog()
  private(set) var hasEnded = false

  /// A port of this machine that nobody listens on.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard code else { throw TestFailure("There is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Connects, to this machine's loopback or to another of its addresses.
  init(port: Int, at host: String = "127.0.0.1") throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    signal(SIGPIPE, SIG_IGN)
    let address = Self.address(port, at: host)
    let code = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw TestFailure("Nobody listens at port \(port)") }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Every event that came, as it was written.
  var lines: [String] { log.lines }

  private static func address(_ port: Int, at host: String = "127.0.0.1") -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return address
  }

  // MARK: HTTP

  /// Sends a request as it stands and returns the answer, up to the end of its body or of the connection.
  func ask(_ request: String) throws -> (status: Int, head: String, body: [UInt8]) {
    try write(Array(request.utf8))
    let deadline = Deadline(after: .seconds(10))
    while true {
      read()
      if let end = headEnd {
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let count = Self.contentLength(head)
        if hasEnded || count.map({ bytes.count >= end + 4 + $0 }) ?? false {
          let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
          return (status, head.lowercased(), Array(bytes[(end + 4)...].prefix(count ?? .max)))
        }
      } else if hasEnded {
        return (0, "", bytes)
      }
      guard !deadline.hasPassed else { throw TestFailure("No answer came: \(String(decoding: bytes, as: UTF8.self))") }
      wait(POLLIN, 50)
    }
  }

  /// Sends a request as it stands and returns all that comes until the other side hangs up.
  func askAll(_ request: String) throws -> [UInt8] {
    try write(Array(request.utf8))
    let deadline = Deadline(after: .seconds(20))
    while !hasEnded {
      read()
      guard !deadline.hasPassed else { throw TestFailure("The stage does not hang up") }
      wait(POLLIN, 50)
    }
    return bytes
  }

  private var headEnd: Int? {
    bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
  }

  private static func contentLength(_ head: String) -> Int? {
    head.lowercased().components(separatedBy: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
  }

  // MARK: WebSocket

  /// Asks for the WebSocket of a stage and returns the status of the answer, 101 where it is open.
  func open(_ path: String, host: String, origin: String?) throws -> Int {
    let request =
      "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      + (origin.map { "Origin: \($0)\r\n" } ?? "") + "\r\n"
    try write(Array(request.utf8))
    let deadline = Deadline(after: .seconds(10))
    while headEnd == nil, !hasEnded {
      read()
      guard !deadline.hasPassed else { throw TestFailure("No answer came") }
      wait(POLLIN, 50)
    }
    guard let end = headEnd else { return 0 }
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    bytes.removeFirst(end + 4)
    return head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// Sends a message, of text or else of bytes.
  func send(_ message: [UInt8], isText: Bool = true) throws {
    var frame: [UInt8] = [0x80 | (isText ? 1 : 2)]
    if message.count < 126 {
      frame.append(0x80 | UInt8(message.count))
    } else if message.count < 65_536 {
      frame += [0x80 | 126, UInt8(message.count >> 8), UInt8(message.count & 255)]
    } else {
      frame += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (56 - 8 * $0)) }
    }
    // The mask is of zeros.
    try write(frame + [0, 0, 0, 0] + message)
  }

  /// Sends lines, each a message.
  func send(_ lines: String...) throws { for line in lines { try send(Array(line.utf8)) } }

  /// Waits for the next event that matches.
  @discardableResult
  func event(
    _ name: String, limit: Duration = .seconds(10), where matches: (Event) -> Bool = { _ in true }
  ) throws -> Event {
    let deadline = Deadline(after: limit)
    while true {
      takeFrames()
      if let event = try log.next(name, where: matches) { return event }
      guard !hasEnded, !deadline.hasPassed else {
        throw TestFailure("No '\(name)' came to the page. Before: \(lines.suffix(8))")
      }
      wait(POLLIN, deadline.milliseconds)
    }
  }

  /// Waits until the other side hangs up.
  func end(limit: Duration = .seconds(10)) throws {
    let deadline = Deadline(after: limit)
    while !hasEnded {
      takeFrames()
      guard !deadline.hasPassed else { throw TestFailure("The stage does not hang up") }
      wait(POLLIN, 50)
    }
  }

  private func takeFrames() {
    read()
    while bytes.count >= 2 {
      var start = 2
      var count = Int(bytes[1] & 127)
      if count == 126 {
        start = 4
        count = bytes.count < 4 ? .max : Int(bytes[2]) << 8 | Int(bytes[3])
      } else if count == 127 {
        start = 10
        count = bytes.count < 10 ? .max : bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }
      }
      guard count != .max, bytes.count >= start + count else { return }
      if bytes[0] & 15 == 8 { hasEnded = true }
      if bytes[0] & 15 == 1 {
        for line in String(decoding: bytes[start..<start + count], as: UTF8.self).split(separator: "\n") {
          log.add(String(line))
        }
      }
      bytes.removeFirst(start + count)
    }
  }

  // MARK: Bytes

  private func write(_ message: [UInt8]) throws {
    var rest = message[...]
    let deadline = Deadline(after: .seconds(10))
    while !rest.isEmpty, !hasEnded {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EPIPE || errno == ECONNRESET { hasEnded = true }
      rest = rest.dropFirst(max(0, count))
      if deadline.hasPassed { throw TestFailure("The stage does not read") }
      if !rest.isEmpty { wait(POLLOUT, 10) }
    }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !hasEnded {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EAGAIN { return }
      if count <= 0 { hasEnded = true }
      bytes += chunk[..<max(0, count)]
    }
  }

  private func wait(_ events: Int32, _ milliseconds: Int32) {
    var found = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    poll(&found, 1, milliseconds)
  }
}
