// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

extension Client {
  /// The latency of a port, in frames. Changes with the graph; the `graphOrder` notification and the latency handler tell.
  public func latency(of port: some PortHandle, _ mode: LatencyMode) -> LatencyRange {
    LatencyRange(of: core.pointer(of: port), mode)
  }

  /// Asks the server to run the latency handlers of all clients; call it when the client's own delay has changed.
  ///
  /// Call it also two cycles after a connection was made or taken apart: jackd2 computes latencies at once, but still in
  /// the order that clients had before, so what lies behind a second client may be wrong until then.
  ///
  /// - Throws: `callFailed`, `serverGone`.
  public func recomputeLatencies() throws(JackError) {
    try core.request("jack_recompute_total_latencies") { jack_recompute_total_latencies($0) }
  }
}
