// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The names under which this machine may be asked for its stage. Any other name in a request is that of a page elsewhere which
/// had its name point here.
///
/// - Thread: any.
struct StageHosts: Sendable {
  let port: Int
  let isForNetwork: Bool

  /// Whether a `Host` header names this stage.
  func allows(host: String) -> Bool { names.contains { "\($0):\(port)" == host.lowercased() } }

  /// Whether an `Origin` header is that of this stage's own pages, asked for under `host`.
  func allows(origin: String, host: String) -> Bool { origin.lowercased() == "http://\(host.lowercased())" }

  /// The addresses of this machine in its networks, numeric, without loopback.
  static var networkAddresses: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var addresses: [String] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      guard let address = interface.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0, interface.ifa_flags & UInt32(IFF_UP) != 0
      else { continue }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        var number = address.pointee.sin_addr
        _ = inet_ntop(AF_INET, &number, &text, socklen_t(text.count))
      }
      addresses.append(Self.string(text))
    }
    return addresses
  }

  private var names: [String] {
    let own = ["127.0.0.1", "localhost"]
    return isForNetwork ? own + Self.networkAddresses + Self.machineNames : own
  }

  private static var machineNames: [String] {
    var text = [CChar](repeating: 0, count: 256)
    guard gethostname(&text, text.count - 1) == 0 else { return [] }
    let name = string(text).lowercased()
    return [name, "\(name).local"]
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
