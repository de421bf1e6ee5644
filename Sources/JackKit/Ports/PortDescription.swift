// SPDX-License-Identifier: GPL-3.0-or-later

/// The number a server gives a port; used again once the port is gone.
public typealias PortID = UInt32

/// What JACK says about a port, at one moment.
public struct PortDescription: Hashable, Sendable {
  /// Full name, `client:port`.
  public let name: String
  /// Name without the client.
  public let shortName: String
  /// What it carries; `nil` for a type that is neither audio nor MIDI.
  public let type: PortType?
  /// Direction and kind.
  public let flags: PortFlags
  /// Up to two further names.
  public let aliases: [String]
  /// Whether the asking client owns the port.
  public let isMine: Bool
}
