// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

// libjack's callbacks, each with the router as its argument.

private func router(_ argument: UnsafeMutableRawPointer?) -> NotificationRouter? {
  argument.map { Unmanaged<NotificationRouter>.fromOpaque($0).takeUnretainedValue() }
}

@c func shutdownCallback(_ code: jack_status_t, _ reason: UnsafePointer<CChar>?, _ argument: UnsafeMutableRawPointer?) {
  router(argument)?.sendShutdown(status: JackStatus(code), reason: reason.map { String(cString: $0) } ?? "")
}

@c func xrunCallback(_ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.sendXrun()
  return 0
}

@c func bufferSizeCallback(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.send(.bufferSize(frames: frames))
  return 0
}

@c func sampleRateCallback(_ rate: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.send(.sampleRate(rate))
  return 0
}

@c func freewheelCallback(_ starting: Int32, _ argument: UnsafeMutableRawPointer?) {
  router(argument)?.send(.freewheel(starting != 0))
}

@c func graphOrderCallback(_ argument: UnsafeMutableRawPointer?) -> Int32 {
  router(argument)?.send(.graphOrder)
  return 0
}

@c func latencyCallback(_ mode: jack_latency_callback_mode_t, _ argument: UnsafeMutableRawPointer?) {
  router(argument)?.updateLatency(LatencyMode(mode))
}

@c func clientRegistrationCallback(
  _ name: UnsafePointer<CChar>?, _ registered: Int32, _ argument: UnsafeMutableRawPointer?
) {
  let name = name.map { String(cString: $0) } ?? ""
  router(argument)?.send(registered != 0 ? .clientRegistered(name: name) : .clientUnregistered(name: name))
}

@c func portRegistrationCallback(_ id: jack_port_id_t, _ registered: Int32, _ argument: UnsafeMutableRawPointer?) {
  guard let router = router(argument) else { return }
  let port = router.port(id)
  router.send(registered != 0 ? .portRegistered(port) : .portUnregistered(port))
}

@c func portRenameCallback(
  _ id: jack_port_id_t, _ old: UnsafePointer<CChar>?, _ new: UnsafePointer<CChar>?, _ argument: UnsafeMutableRawPointer?
) {
  router(argument)?.send(
    .portRenamed(id: id, from: old.map { String(cString: $0) } ?? "", to: new.map { String(cString: $0) } ?? ""))
}

@c func portConnectCallback(
  _ a: jack_port_id_t, _ b: jack_port_id_t, _ connected: Int32, _ argument: UnsafeMutableRawPointer?
) {
  guard let router = router(argument) else { return }
  // JACK does not promise which of the two is the source.
  let (source, destination) = router.isInput(a) ? (router.port(b), router.port(a)) : (router.port(a), router.port(b))
  router.send(
    connected != 0
      ? .connected(source: source, destination: destination) : .disconnected(source: source, destination: destination))
}
