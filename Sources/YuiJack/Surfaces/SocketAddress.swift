// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A path as the address of a Unix socket.
///
/// - Thread: any.
struct SocketAddress {
  /// The most bytes of a path.
  static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  private var address = sockaddr_un()

  /// The address of a path; nil where the path is too long for one.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count <= Self.longestPath else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// A new stream socket that no child inherits, or nil where the process has no file left.
  static func makeSocket() -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Gives a socket this address. Returns whether it could; `errno` says why not.
  func bind(_ descriptor: Int32) -> Bool { with { Glibc.bind(descriptor, $0, $1) } == 0 }

  /// Connects a socket to who listens here. Returns whether somebody does; `errno` says why not.
  func connect(_ descriptor: Int32) -> Bool {
    var result: Int32
    repeat { result = with { Glibc.connect(descriptor, $0, $1) } } while result != 0 && errno == EINTR
    return result == 0
  }

  /// Whether somebody listens here.
  var isAlive: Bool {
    guard let descriptor = Self.makeSocket() else { return true }
    defer { close(descriptor) }
    // A queue that is full has somebody who serves it, and is not waited for.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return connect(descriptor) || errno == EAGAIN
  }

  private func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
