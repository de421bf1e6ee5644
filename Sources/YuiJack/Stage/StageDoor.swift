// SPDX-License-Identifier: GPL-3.0-or-later

import CWebSockets

/// Who may come in: looks at the head of a request, before anything is answered.
///
/// - Thread: the one that serves.
struct StageDoor: Sendable {
  /// What a request may have.
  enum Answer {
    /// A file, by its place among all.
    case file(Int)
    /// The WebSocket on which lines come and events go.
    case lines
    /// Nothing.
    case refused(StageRefusal)
  }

  let token: StageToken
  let hosts: StageHosts

  /// Looks at a request for a file or, `upgrading`, for the WebSocket.
  func answer(_ request: OpaquePointer, upgrading: Bool) -> Answer {
    guard let path = header(request, WSI_TOKEN_GET_URI) else { return .refused(.method) }
    guard has(request, WSI_TOKEN_HTTP_URI_ARGS) == false, !has(request, WSI_TOKEN_HTTP_CONTENT_LENGTH),
      !has(request, WSI_TOKEN_HTTP_TRANSFER_ENCODING), !isDisguised(request)
    else { return .refused(.body) }
    guard let host = header(request, WSI_TOKEN_HOST), hosts.allows(host: host) else { return .refused(.host) }
    if has(request, WSI_TOKEN_ORIGIN) || upgrading {
      guard let origin = header(request, WSI_TOKEN_ORIGIN), hosts.allows(origin: origin, host: host) else {
        return .refused(.origin)
      }
    }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, token.matches(parts[1]) else { return .refused(.token) }
    let name = String(parts[2]) ?? ""
    if upgrading { return name == "lines" ? .lines : .refused(.path) }
    return StageFile.index(of: name).map { .file($0) } ?? .refused(.path)
  }

  /// Whether a request that wants another protocol wants the one that is spoken here.
  func wantsWebSocket(_ request: OpaquePointer) -> Bool {
    header(request, WSI_TOKEN_UPGRADE)?.lowercased() == "websocket"
  }

  /// The `Host` header, as it was sent.
  func host(_ request: OpaquePointer) -> String { header(request, WSI_TOKEN_HOST) ?? "" }

  private func has(_ request: OpaquePointer, _ token: lws_token_indexes) -> Bool {
    lws_hdr_total_length(request, token) > 0
  }

  /// Whether a space hides from some that the request has a body.
  private func isDisguised(_ request: OpaquePointer) -> Bool {
    ["content-length :", "content-length\t:", "transfer-encoding :", "transfer-encoding\t:"].contains {
      (name: String) in
      lws_hdr_custom_length(request, name, Int32(name.utf8.count)) >= 0
    }
  }

  /// A header; nil where it is missing, too long, or no text.
  private func header(_ request: OpaquePointer, _ token: lws_token_indexes) -> String? {
    guard has(request, token) else { return nil }
    var text = [CChar](repeating: 0, count: 512)
    let count = lws_hdr_copy(request, &text, Int32(text.count), token)
    guard count > 0 else { return nil }
    return String(validating: text[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
