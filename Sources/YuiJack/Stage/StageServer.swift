// SPDX-License-Identifier: GPL-3.0-or-later

import CWebSockets
import Glibc
import Synchronization

/// The port of the stage, and the thread that serves it.
///
/// - Thread: control.
final class StageServer {
  fileprivate let context: OpaquePointer
  fileprivate let isEnding = Atomic<Bool>(false)
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let policy: UnsafeMutablePointer<lws_retry_bo_t>
  private let connections: StageConnections
  private var thread = pthread_t()

  /// Opens the port and begins to serve; nil where the port cannot be had.
  init?(_ options: StageOptions, door: StageDoor, news: Mailbox<StageNews>) {
    cwebsockets_be_quiet()
    let connections = StageConnections(door: door, news: news)
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = UnsafePointer(strdup("yui"))
    protocols[0].callback = serveConnection
    protocols[0].per_session_data_size = MemoryLayout<Int>.size
    protocols[0].rx_buffer_size = 4096
    // A phone that left its network says nothing: it is asked, and let go when it does not answer.
    let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
    policy.initialize(to: lws_retry_bo_t())
    policy.pointee.secs_since_valid_ping = 3
    policy.pointee.secs_since_valid_hangup = 8
    (self.connections, self.protocols, self.policy) = (connections, protocols, policy)

    var information = lws_context_creation_info()
    information.port = Int32(options.port)
    information.protocols = UnsafePointer(protocols)
    information.retry_and_idle_policy = UnsafePointer(policy)
    information.user = Unmanaged.passUnretained(connections).toOpaque()
    information.fd_limit_per_thread = 192
    information.timeout_secs = 5
    information.keepalive_timeout = 5
    information.options = StageServer.onlyIPv4
    let here = strdup("127.0.0.1")
    defer { Glibc.free(here) }
    if !options.isForNetwork { information.iface = UnsafePointer(here) }
    guard let context = lws_create_context(&information) else {
      Self.free(protocols, policy)
      return nil
    }
    self.context = context
    pthread_create(&thread, nil, serveStage, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    isEnding.store(true, ordering: .releasing)
    wake()
    pthread_join(thread, nil)
    lws_context_destroy(context)
    Self.free(protocols, policy)
  }

  /// Has what waits for pages sent.
  func wake() { lws_cancel_service(context) }

  /// `LWS_SERVER_OPTION_DISABLE_IPV6`.
  private static let onlyIPv4: UInt64 = 1 << 5

  private static func free(
    _ protocols: UnsafeMutablePointer<lws_protocols>, _ policy: UnsafeMutablePointer<lws_retry_bo_t>
  ) {
    Glibc.free(UnsafeMutablePointer(mutating: protocols[0].name))
    protocols.deallocate()
    policy.deallocate()
  }
}

/// Serves until the server ends.
@c private func serveStage(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let server = Unmanaged<StageServer>.fromOpaque(argument!).takeUnretainedValue()
  while !server.isEnding.load(ordering: .acquiring), lws_service(server.context, 0) >= 0 {}
  return nil
}

/// Called by libwebsockets for whatever happens on a connection, on the thread that serves.
@c private func serveConnection(
  _ connection: OpaquePointer?, _ reason: lws_callback_reasons, _ session: UnsafeMutableRawPointer?,
  _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let connection, let context = lws_get_context(connection), let user = lws_context_user(context) else {
    return 0
  }
  return Unmanaged<StageConnections>.fromOpaque(user).takeUnretainedValue()
    .serve(connection, reason, session, UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
}
