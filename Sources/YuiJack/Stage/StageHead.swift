// SPDX-License-Identifier: GPL-3.0-or-later

import CWebSockets

/// The head of an answer.
///
/// - Thread: the one that serves.
struct StageHead {
  private static let room = 2048
  private let status: UInt32
  private var lines: [(name: String, value: String)] = []

  /// A head of a status.
  init(status: UInt32) { self.status = status }

  /// Adds a line; `name` ends in a colon.
  mutating func add(_ name: String, _ value: String) { lines.append((name, value)) }

  /// Sends it; false where the connection is gone.
  func send(_ connection: OpaquePointer) -> Bool {
    let front = cwebsockets_room()
    var bytes = [UInt8](repeating: 0, count: front + StageHead.room)
    return bytes.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      let start = base + front
      let end = start + StageHead.room
      var next: UnsafeMutablePointer<UInt8>? = start
      guard lws_add_http_header_status(connection, status, &next, end) == 0 else { return false }
      for (name, value) in lines {
        let code = lws_add_http_header_by_name(connection, name, value, Int32(value.utf8.count), &next, end)
        guard code == 0 else { return false }
      }
      return lws_finalize_write_http_header(connection, start, &next, end) == 0
    }
  }

  /// What keeps pages from elsewhere, and this page from reaching elsewhere.
  ///
  /// - Parameter host: the name that the page was asked for under, already looked at.
  static func safety(host: String) -> [(name: String, value: String)] {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:",
      "connect-src 'self' ws://\(host)", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ]
    return [
      ("content-security-policy:", policy.joined(separator: "; ")), ("x-content-type-options:", "nosniff"),
      ("referrer-policy:", "no-referrer"), ("cross-origin-opener-policy:", "same-origin"),
      ("cross-origin-resource-policy:", "same-origin"), ("cache-control:", "no-store"),
    ]
  }
}
