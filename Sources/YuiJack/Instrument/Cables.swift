// SPDX-License-Identifier: GPL-3.0-or-later

/// Which cables our ports should have: those made by themselves, those the player made, and none that the player pulled.
///
/// Our own ports are kept by short name, so that cables outlive a client that came back under another name.
///
/// - Thread: control.
struct Cables {
  /// One of our ports and a port of another client.
  struct Link: Hashable {
    /// Our port, by short name.
    var port: String
    /// The other port, by full name.
    var peer: String
  }

  /// Cables that are there, or were when the server went.
  private(set) var present: Set<Link> = []
  /// Cables that the player pulled.
  private var pulled: Set<Link> = []

  /// A cable is there.
  mutating func connected(_ link: Link) {
    present.insert(link)
    pulled.remove(link)
  }

  /// A cable is gone: pulled where its peer is still there, else waiting for the peer.
  mutating func disconnected(_ link: Link, peerExists: Bool) {
    guard peerExists else { return }
    present.remove(link)
    pulled.insert(link)
  }

  /// A cable is gone because our port is.
  mutating func forgotten(_ link: Link) { present.remove(link) }

  /// Whether the player pulled this cable.
  func isPulled(_ link: Link) -> Bool { pulled.contains(link) }

  /// Cables that waited for `peer`.
  func links(to peer: String) -> [Link] { present.filter { $0.peer == peer } }
}
