// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

extension Client {
  /// Frames a second.
  public var sampleRate: UInt32 { jack_get_sample_rate(core.pointer) }

  /// Frames in a cycle now; the next cycle may have another size.
  public var bufferSize: UInt32 { jack_get_buffer_size(core.pointer) }

  /// Asks the server for cycles of another size.
  ///
  /// - Parameter frames: a power of two from 1 to 8192 with most drivers.
  /// - Throws: `callFailed`, `serverGone`.
  public func setBufferSize(_ frames: UInt32) throws(JackError) {
    try core.request("jack_set_buffer_size") { jack_set_buffer_size($0, frames) }
  }

  /// Lets the server run cycles as fast as it can (`true`), or by the hardware's clock again.
  ///
  /// With jackd2 no client may join or leave meanwhile: the server hangs.
  ///
  /// - Throws: `callFailed`, `serverGone`.
  public func setFreewheel(_ on: Bool) throws(JackError) {
    try core.request("jack_set_freewheel") { jack_set_freewheel($0, on ? 1 : 0) }
  }

  /// Share of a cycle that the whole graph takes, in percent, averaged.
  public var cpuLoad: Float { jack_cpu_load(core.pointer) }

  /// The thread that calls the process function, for calls of the pthread library; 0 where there is none yet.
  public var processThread: UInt { UInt(jack_client_thread_id(core.pointer)) }

  /// Whether the server runs with realtime priority.
  public var isRealtime: Bool { jack_is_realtime(core.pointer) != 0 }

  /// The server's estimated frame clock now; 32 bits, wraps.
  public var frameTime: UInt32 { jack_frame_time(core.pointer) }

  /// The server's time now, in microseconds.
  public var microseconds: UInt64 { jack_get_time() }

  /// Where the transport stands.
  public var transport: Transport { Transport(of: core.pointer) }

  /// Lets the transport roll, for all clients, as soon as all of them are ready.
  public func startTransport() { jack_transport_start(core.pointer) }

  /// Halts the transport, for all clients.
  public func stopTransport() { jack_transport_stop(core.pointer) }

  /// Moves the transport, for all clients; takes effect within two cycles.
  ///
  /// - Parameter frame: frames from the start of the piece.
  /// - Throws: `callFailed`, `serverGone`.
  public func locateTransport(_ frame: UInt32) throws(JackError) {
    try core.request("jack_transport_locate") { jack_transport_locate($0, frame) }
  }
}
