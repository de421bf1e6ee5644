// SPDX-License-Identifier: GPL-3.0-or-later

/// What happened on the server.
public enum Notification: Hashable, Sendable {
  /// The server is gone, or has thrown the client out. No cycle and no other notification follows.
  case shutdown(status: JackStatus, reason: String)
  /// The server missed its deadline, by this many microseconds where the driver tells, else 0.
  case xrun(delayMicroseconds: Float)
  /// Cycles have another size. A cycle of the new size may have come before.
  case bufferSize(frames: UInt32)
  /// The rate of the server, in frames a second.
  case sampleRate(UInt32)
  /// The server began (`true`) or ended to run without waiting for the hardware.
  case freewheel(Bool)
  /// Clients are processed in a new order; latencies may differ.
  case graphOrder
  /// Another client came.
  case clientRegistered(name: String)
  /// Another client went.
  case clientUnregistered(name: String)
  /// A port came.
  case portRegistered(NotifiedPort)
  /// A port went.
  case portUnregistered(NotifiedPort)
  /// A port has another full name.
  case portRenamed(id: PortID, from: String, to: String)
  /// A source was connected to a destination.
  case connected(source: NotifiedPort, destination: NotifiedPort)
  /// A source was disconnected from a destination.
  case disconnected(source: NotifiedPort, destination: NotifiedPort)
}

/// A port in a notification; it may be gone by the time it is read.
public struct NotifiedPort: Hashable, Sendable {
  /// The server's number for it.
  public let id: PortID
  /// Its full name at the time of the notification.
  public let name: String
}

/// Receives notifications.
///
/// - Thread: one of JACK's own, never while a cycle is processed. The server may wait until it returns, so it should
///   pass the notification on and return. It must not make requests of the server, nor end the client.
public typealias NotificationHandler = @Sendable (Notification) -> Void
