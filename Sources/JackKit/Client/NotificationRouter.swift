// SPDX-License-Identifier: GPL-3.0-or-later
import CJack
import Glibc

/// Turns libjack's callbacks into `Notification`s for one client.
final class NotificationRouter: Sendable {
  unowned let core: ClientCore
  let latency: LatencyHandler?
  let notify: NotificationHandler?

  init(core: ClientCore, latency: LatencyHandler?, notify: NotificationHandler?) {
    self.core = core
    self.latency = latency
    self.notify = notify
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
