// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// Sets the latencies of a client's own ports, each time that the graph changes.
///
/// For `.capture`, read the range of the inputs and set that of the outputs; for `.playback` the other way round. A port
/// that ends or begins the path here (a synthesizer's output, a recorder's input) gets what the client itself delays.
///
/// - Thread: as `NotificationHandler`.
public typealias LatencyHandler = @Sendable (LatencyMode, borrowing LatencyUpdate) -> Void

/// The only place where latencies are set; exists while a `LatencyHandler` runs.
public struct LatencyUpdate: ~Copyable, ~Escapable {
  private let client: ClientNumber

  @_lifetime(immortal)
  init(client: ClientNumber) { self.client = client }

  /// The latency of a port, in frames.
  public func range(of port: some PortHandle, _ mode: LatencyMode) -> LatencyRange {
    LatencyRange(of: pointer(of: port), mode)
  }

  /// Sets the latency of one of the client's own ports, in frames.
  public func setRange(_ range: LatencyRange, of port: some PortHandle, _ mode: LatencyMode) {
    var raw = jack_latency_range_t(min: range.minimum, max: range.maximum)
    jack_port_set_latency_range(pointer(of: port), mode.raw, &raw)
  }

  private func pointer(of port: some PortHandle) -> OpaquePointer {
    precondition(port.port.client == client, "The port belongs to another client")
    return port.port.pointer
  }
}

extension LatencyRange {
  /// Asks JACK. A port that nothing is known about has 0 at both ends.
  init(of port: OpaquePointer, _ mode: LatencyMode) {
    var range = jack_latency_range_t()
    jack_port_get_latency_range(port, mode.raw, &range)
    self.init(minimum: range.min, maximum: range.max)
  }
}
