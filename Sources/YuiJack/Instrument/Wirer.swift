// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit

/// Connects our ports: what the options ask for, what the player had before the server went, and hardware as it appears.
///
/// Ports are found by type and flags, or by the player's pattern.
///
/// - Thread: control.
struct Wirer {
  private let options: InstrumentOptions
  private(set) var cables = Cables()
  /// Cables that were asked for and not yet told of.
  private var asked: Set<Cables.Link> = []
  /// Hardware sources that have been dealt to an input.
  private var dealt: [String: Int] = [:]

  init(_ options: InstrumentOptions) { self.options = options }

  /// Connects everything that should be connected now.
  ///
  /// - Returns: patterns that matched no port, with what they were for.
  mutating func wireAll(_ server: ServerConnection) -> [(pattern: String, kind: String)] {
    asked = []
    for link in cables.present { connect(link, server) }
    var unmatched: [(pattern: String, kind: String)] = []
    func note(_ wiring: Wiring, _ kind: String, _ found: [String]) {
      if case .matching(let pattern) = wiring, found.isEmpty { unmatched.append((pattern, kind)) }
    }
    note(options.audioWiring, "audio", wireAudio(server))
    note(options.midiWiring, "midi", wireMIDI(server))
    note(options.clockWiring, "clock", wireClock(server))
    return unmatched
  }

  /// A port appeared: cables that waited for it come back, and hardware is connected.
  mutating func portAppeared(_ name: String, _ server: ServerConnection) {
    for link in cables.links(to: name) { connect(link, server) }
    _ = wireMIDI(server)
    _ = wireClock(server)
    let unwired =
      server.jack.client.connections(of: server.ports.left).isEmpty
      && server.jack.client.connections(of: server.ports.right).isEmpty
    if unwired { _ = wireAudio(server) }
    if let tuner = server.port(named: PortName.tuner), server.jack.client.connections(of: tuner).isEmpty {
      _ = wireTuner(server)
    }
  }

  /// Whether every cable that was asked for has been told of by the server.
  var isDone: Bool { asked.isEmpty }

  /// A cable of ours appeared.
  mutating func connected(_ link: Cables.Link) {
    cables.connected(link)
    asked.remove(link)
  }

  /// A cable of ours went.
  ///
  /// - Parameter byUs: whether our own port went; the player has not pulled it then.
  mutating func disconnected(_ link: Cables.Link, _ server: ServerConnection, byUs: Bool = false) {
    if byUs { return cables.forgotten(link) }
    cables.disconnected(link, peerExists: server.jack.client.port(named: link.peer) != nil)
  }

  // MARK: By kind

  private mutating func wireAudio(_ server: ServerConnection) -> [String] {
    let found = ports(options.audioWiring, .audio, .input, server)
    let pair = found.prefix(2)
    guard let left = pair.first, let right = pair.last else { return [] }
    connect(Cables.Link(port: PortName.left, peer: left), server)
    connect(Cables.Link(port: PortName.right, peer: right), server)
    return Array(pair)
  }

  private mutating func wireMIDI(_ server: ServerConnection) -> [String] {
    let found = ports(options.midiWiring, .midi, .output, server)
    for source in found {
      let input = dealt[source] ?? dealt.count % options.midiInputs
      dealt[source] = input
      connect(Cables.Link(port: PortName.midiInput(input), peer: source), server)
    }
    return found
  }

  private mutating func wireClock(_ server: ServerConnection) -> [String] {
    let found = ports(options.clockWiring, .midi, .input, server)
    for destination in found { connect(Cables.Link(port: PortName.clock, peer: destination), server) }
    return found
  }

  /// Connects the tuner's port, which has just come, to the first capture port.
  ///
  /// - Returns: whether there is one, or none is wanted.
  mutating func wireTuner(_ server: ServerConnection) -> Bool {
    if case .none = options.tunerWiring { return true }
    guard let source = ports(options.tunerWiring, .audio, .output, server).first else { return false }
    connect(Cables.Link(port: PortName.tuner, peer: source), server)
    return true
  }

  private func ports(
    _ wiring: Wiring, _ type: PortType, _ direction: PortFlags, _ server: ServerConnection
  ) -> [String] {
    let own = "\(server.name):"
    switch wiring {
    case .none: return []
    case .hardware: return server.jack.client.ports(type, flags: [.physical, direction])
    case .matching(let pattern):
      let found = (try? server.jack.client.ports(matching: pattern, type, flags: direction)) ?? []
      return found.filter { !$0.hasPrefix(own) }
    }
  }

  /// Connects, unless the player pulled this cable. A peer that went meanwhile is connected when it comes back.
  private mutating func connect(_ link: Cables.Link, _ server: ServerConnection) {
    guard !cables.isPulled(link), server.jack.client.port(named: link.peer) != nil else { return }
    let own = "\(server.name):\(link.port)"
    let isInput = link.port.hasPrefix("midi_in") || link.port == PortName.tuner
    let (source, destination) = isInput ? (link.peer, own) : (own, link.peer)
    do {
      let present = server.port(named: link.port).map { server.jack.client.connections(of: $0) } ?? []
      try server.jack.connect(source, to: destination)
      if !present.contains(link.peer) { asked.insert(link) }
    } catch {
      // The peer went in this moment; it is connected when it comes back.
      asked.remove(link)
    }
  }
}
