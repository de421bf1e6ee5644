// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

extension NotificationRouter {
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
}

// libjack's callbacks, each with the router as its argument.

private func router(_ argument: UnsafeMutableRawPointer?) -> NotificationRouter? {
  argument.map { Unmanaged<NotificationRouter>.fromOpaque($0).takeUnretainedValue() }
}

@c private func shutdownCallback(
  _ code: jack_status_t, _ reason: UnsafePointer<CChar>?, _ argument: UnsafeMutableRawPointer?
) {
  router(argument)?.sendShutdown(status: JackStatus(code), reason: reason.map { String(cString: $0) } ?? "")
}

@c private func xrunCallback(_ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.sendXrun()
  return 0
}

@c private func bufferSizeCallback(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.send(.bufferSize(frames: frames))
  return 0
}

@c private func sampleRateCallback(_ rate: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.send(.sampleRate(rate))
  return 0
}

@c private func freewheelCallback(_ starting: Int32, _ argument: UnsafeMutableRawPointer?) {
  router(argument)?.send(.freewheel(starting != 0))
}

@c private func graphOrderCallback(_ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.send(.graphOrder)
  return 0
}

@c private func latencyCallback(_ mode: jack_latency_callback_mode_t, _ argument: UnsafeMutableRawPointer?) {
  router(argument)?.updateLatency(LatencyMode(mode))
}

@c private func clientRegistrationCallback(
  _ name: UnsafePointer<CChar>?, _ registered: Int32, _ argument: UnsafeMutableRawPointer?
) {
  let name = name.map { String(cString: $0) } ?? ""
  router(argument)?.send(registered != 0 ? .clientRegistered(name: name) : .clientUnregistered(name: name))
}

@c private func portRegistrationCallback(
  _ id: jack_port_id_t, _ registered: Int32, _ argument: UnsafeMutableRawPointer?
) {
  guard let router = router(argument) else { return }
  let port = router.port(id)
  router.send(registered != 0 ? .portRegistered(port) : .portUnregistered(port))
}

@c private func portRenameCallback(
  _ id: jack_port_id_t, _ old: UnsafePointer<CChar>?, _ new: UnsafePointer<CChar>?, _ argument: UnsafeMutableRawPointer?
) {
  router(argument)?.send(
    .portRenamed(id: id, from: old.map { String(cString: $0) } ?? "", to: new.map { String(cString: $0) } ?? ""))
}

@c private func portConnectCallback(
  _ a: jack_port_id_t, _ b: jack_port_id_t, _ connected: Int32, _ argument: UnsafeMutableRawPointer?
) {
  guard let router = router(argument) else { return }
  // JACK does not promise which of the two is the source.
  let (source, destination) = router.isInput(a) ? (router.port(b), router.port(a)) : (router.port(a), router.port(b))
  router.send(
    connected != 0
      ? .connected(source: source, destination: destination) : .disconnected(source: source, destination: destination))
}
