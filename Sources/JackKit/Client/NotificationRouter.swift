// SPDX-License-Identifier: GPL-3.0-or-later
import CJack
import Glibc

/// Turns libjack's callbacks into `Notification`s for one client.
final class NotificationRouter: Sendable {
  private unowned let core: ClientCore
  private let latency: LatencyHandler?
  private let notify: NotificationHandler?

  init(core: ClientCore, latency: LatencyHandler?, notify: NotificationHandler?) {
    self.core = core
    self.latency = latency
    self.notify = notify
  }

  /// Hands every callback to libjack; before activation only.
  ///
  /// - Returns: 0, else what the first refused callback returned.
  func register() -> Int32 {
    let client = core.pointer
    let router = Unmanaged.passUnretained(self).toOpaque()
    jack_on_info_shutdown(client, shutdownCallback, router)
    if latency != nil {
      let code = jack_set_latency_callback(client, latencyCallback, router)
      guard code == 0 else { return code }
    }
    guard notify != nil else { return 0 }
    let codes = [
      jack_set_xrun_callback(client, xrunCallback, router),
      jack_set_buffer_size_callback(client, bufferSizeCallback, router),
      jack_set_sample_rate_callback(client, sampleRateCallback, router),
      jack_set_freewheel_callback(client, freewheelCallback, router),
      jack_set_graph_order_callback(client, graphOrderCallback, router),
      jack_set_client_registration_callback(client, clientRegistrationCallback, router),
      jack_set_port_registration_callback(client, portRegistrationCallback, router),
      jack_set_port_rename_callback(client, portRenameCallback, router),
      jack_set_port_connect_callback(client, portConnectCallback, router),
    ]
    return codes.first { $0 != 0 } ?? 0
  }

  func send(_ notification: Notification) {
    inHandler { notify?(notification) }
  }

  func sendShutdown(status: JackStatus, reason: String) {
    core.isServerGone.store(true, ordering: .releasing)
    send(.shutdown(status: status, reason: reason))
  }

  func sendXrun() {
    send(.xrun(delayMicroseconds: jack_get_xrun_delayed_usecs(core.pointer)))
  }

  func updateLatency(_ mode: LatencyMode) {
    inHandler { latency?(mode, LatencyUpdate(client: core.number)) }
  }

  /// Names the port while the server still remembers it.
  func port(_ id: jack_port_id_t) -> NotifiedPort {
    let name = jack_port_by_id(core.pointer, id).flatMap { jack_port_name($0) }
    return NotifiedPort(id: id, name: name.map { String(cString: $0) } ?? "")
  }

  func isInput(_ id: jack_port_id_t) -> Bool {
    jack_port_by_id(core.pointer, id).map { PortFlags(of: $0).contains(.input) } ?? false
  }

  private func inHandler(_ body: () -> Void) {
    core.handlerThread.store(UInt(pthread_self()), ordering: .relaxed)
    body()
    core.handlerThread.store(0, ordering: .relaxed)
  }
}
