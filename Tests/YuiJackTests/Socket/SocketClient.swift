// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A program that speaks with a yui-jack by its control socket.
final class SocketClient {
  private var descriptor: Int32
  private var bytes: [UInt8] = []
  /// How many bytes of `bytes` are lines already.
  private var taken = 0
  private var log = EventLog()
  /// Whether the other side has hung up.
  private(set) var hasEnded = false

  /// Connects.
  ///
  /// - Throws: `TestFailure` where nobody listens.
  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    signal(SIGPIPE, SIG_IGN)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw TestFailure("Nobody listens at '\(path)': \(reason)")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { hangUp() }

  /// Every line that came, in order.
  var lines: [String] { log.lines }

  /// The name in its greeting.
  func name() throws -> String {
    if lines.isEmpty { try event("client") }
    return try Event(lines[0]).string("name") ?? ""
  }

  // MARK: Lines

  /// Writes lines.
  func write(_ lines: String...) throws { try write(bytes: Array(lines.map { $0 + "\n" }.joined().utf8)) }

  /// Writes all of some bytes.
  func write(bytes: [UInt8]) throws {
    var rest = bytes[...]
    let deadline = Deadline(after: .seconds(10))
    while !rest.isEmpty {
      rest = rest.dropFirst(writeSome(rest))
      if deadline.hasPassed || hasEnded { throw TestFailure("The instrument does not read") }
      if !rest.isEmpty { wait(for: POLLOUT, 10) }
    }
  }

  /// Writes what is taken at once, and says how many bytes that was.
  func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) })
  }

  /// Ends its lines.
  func endLines() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Hangs up.
  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  // MARK: Events

  /// Takes what is there now.
  func take() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while !hasEnded {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EAGAIN { break }
      if count <= 0 { hasEnded = true }
      bytes.append(contentsOf: chunk[..<max(0, count)])
    }
    while let end = bytes[taken...].firstIndex(of: UInt8(ascii: "\n")) {
      log.add(String(decoding: bytes[taken..<end], as: UTF8.self))
      taken = end + 1
    }
  }

  /// Waits for the next event that matches.
  @discardableResult
  func event(
    _ name: String, limit: Duration = .seconds(10), where matches: (Event) -> Bool = { _ in true }
  ) throws -> Event {
    let deadline = Deadline(after: limit)
    while true {
      take()
      if let event = try log.next(name, where: matches) { return event }
      guard !hasEnded, !deadline.hasPassed else {
        throw TestFailure("No '\(name)' came by the socket. Before: \(lines.suffix(12))")
      }
      wait(for: POLLIN, deadline.milliseconds)
    }
  }

  /// Waits until the instrument hangs up, and takes what it still said.
  func end(limit: Duration = .seconds(10)) throws {
    let deadline = Deadline(after: limit)
    while !hasEnded {
      take()
      if deadline.hasPassed { throw TestFailure("The instrument does not hang up") }
      if !hasEnded { wait(for: POLLIN, deadline.milliseconds) }
    }
  }

  /// Asks for the status.
  func status() throws -> Event {
    try write("status")
    return try event("status")
  }

  /// The events of one kind so far.
  func all(_ name: String) throws -> [Event] {
    take()
    return try lines.map { try Event($0) }.filter { $0.name == name }
  }

  private func wait(for events: Int32, _ milliseconds: Int32) {
    var found = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    poll(&found, 1, milliseconds)
  }
}
