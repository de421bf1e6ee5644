// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells the clients of one process apart, also those that are closed: libjack reuses their addresses.
typealias ClientNumber = UInt64

/// A port of the server, one's own or another client's: a handle to ask about through a `Client`.
///
/// A handle keeps nothing alive. It is good while the client it came from is open; a client refuses the handles of
/// another one.
public struct Port: BitwiseCopyable, Hashable, @unchecked Sendable {
  let pointer: OpaquePointer
  let client: ClientNumber
}

/// What can stand for a port where a client is asked about one: a `Port` or one of the four typed handles.
public protocol PortHandle: BitwiseCopyable, Sendable {
  /// The port itself.
  var port: Port { get }
}

extension Port: PortHandle {
  /// The port itself.
  public var port: Port { self }
}

/// One's own audio input. Its samples are reached in a `ProcessCycle`.
public struct AudioInput: PortHandle, Hashable {
  /// The port itself.
  public let port: Port
}

/// One's own audio output. Its samples are reached in a `ProcessCycle`.
public struct AudioOutput: PortHandle, Hashable {
  /// The port itself.
  public let port: Port
}

/// One's own MIDI input. Its events are reached in a `ProcessCycle`.
public struct MIDIInput: PortHandle, Hashable {
  /// The port itself.
  public let port: Port
}

/// One's own MIDI output. It is written in a `ProcessCycle`.
public struct MIDIOutput: PortHandle, Hashable {
  /// The port itself.
  public let port: Port
}
