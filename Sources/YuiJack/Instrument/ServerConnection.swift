// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit
import YuiLines
import YuiSound

/// One life with a server: our client, its ports, and their names and latencies.
///
/// It leaves the server when it is released.
///
/// - Thread: control.
final class ServerConnection {
  let ports: InstrumentPorts
  let name: String
  let wasRenamed: Bool
  /// What a tuner hears by, while one is up.
  private var tunerPort: AudioInput?
  /// The client while it is on the graph.
  let jack: ActiveClient

  /// Opens a client, registers and names its ports, and joins the graph with `performer` as its process.
  ///
  /// - Parameter prepare: called with the ports and the sample rate before the first cycle.
  init(
    options: InstrumentOptions, performer: UnsafeMutablePointer<Performer>, news: Mailbox<JackNews>,
    prepare: (InstrumentPorts, Double) -> Void
  ) throws(JackError) {
    let client = try Client(name: options.clientName, server: options.serverName)
    name = client.name
    wasRenamed = client.wasRenamed
    let left = try client.registerAudioOutput(PortName.left, flags: .terminal)
    let right = try client.registerAudioOutput(PortName.right, flags: .terminal)
    let first = try client.registerMIDIInput(PortName.midiInput(0), flags: .terminal)
    var inputs = InlineArray<8, MIDIInput>(repeating: first)
    for index in 1..<max(1, options.midiInputs) {
      inputs[index] = try client.registerMIDIInput(PortName.midiInput(index), flags: .terminal)
    }
    let clock = try client.registerMIDIOutput(PortName.clock, flags: .terminal)
    let split = options.splits ? try SplitOutputs(client) : nil
    let ports = InstrumentPorts(
      left: left, right: right, clock: clock, midiInputs: inputs, midiInputCount: options.midiInputs, split: split)
    self.ports = ports
    // Names are a courtesy: a server without metadata is no reason not to play.
    try? Self.nameForPeople(client, ports)
    prepare(ports, Double(client.sampleRate))
    let takes = performer.pointee.takes
    jack = try client.activate(
      argument: performer,
      latency: { mode, update in Self.setLatency(mode, update, ports, news) },
      notify: { notification in
        // Before the first cycle without a deadline, and at the end of the last.
        if case .freewheel(let isOn) = notification { takes.setWaits(isOn) }
        news.put(.happened(notification))
      },
      process: performCycle)
  }

  /// One of our ports by its short name.
  func port(named name: String) -> Port? { jack.client.port(named: "\(self.name):\(name)") }

  /// Frames a second.
  var sampleRate: Double { Double(jack.client.sampleRate) }

  /// Makes the port that a tuner hears by.
  func addTunerPort() throws(JackError) -> AudioInput {
    let port = try jack.client.registerAudioInput(PortName.tuner, flags: .terminal)
    tunerPort = port
    try? jack.client.setPrettyName("Tuner", of: port)
    try? jack.client.setOrder(3 + ports.midiInputCount, of: port)
    return port
  }

  /// Removes that port, which the callback has let go of.
  func removeTunerPort() {
    guard let port = tunerPort else { return }
    tunerPort = nil
    // A server that goes takes the port along.
    try? jack.client.unregister(port)
  }

  /// Frames in a cycle now.
  var period: Int { Int(jack.client.bufferSize) }

  /// The share of a cycle that the whole graph takes, in percent with one decimal.
  var load: Double { (Double(jack.client.cpuLoad) * 10).rounded() / 10 }

  /// The short names of our ports.
  var portNames: JSON {
    guard case .object(let members) = portsWithConnections else { return .null }
    return .strings(members.map(\.key))
  }

  /// Our ports by short name, each with the full names of what it is connected to.
  var portsWithConnections: JSON {
    var members: [(key: String, value: JSON)] = []
    func add(_ name: String, _ port: some PortHandle) {
      members.append((name, .strings(jack.client.connections(of: port))))
    }
    add(PortName.left, ports.left)
    add(PortName.right, ports.right)
    for index in 0..<ports.midiInputCount { add(PortName.midiInput(index), ports.midiInputs[index]) }
    add(PortName.clock, ports.clock)
    if let split = ports.split {
      for (name, port) in split.named { add(name, port) }
    }
    if let tunerPort { add(PortName.tuner, tunerPort) }
    return .object(members)
  }

  private static func nameForPeople(_ client: borrowing Client, _ ports: InstrumentPorts) throws(JackError) {
    try client.setPrettyName("Left", of: ports.left)
    try client.setGroup("Mix", of: ports.left)
    try client.setPrettyName("Right", of: ports.right)
    try client.setGroup("Mix", of: ports.right)
    try client.setOrder(0, of: ports.left)
    try client.setOrder(1, of: ports.right)
    for index in 0..<ports.midiInputCount {
      try client.setPrettyName(index == 0 ? "Keyboard" : "Keyboard \(index + 1)", of: ports.midiInputs[index])
      try client.setOrder(2 + index, of: ports.midiInputs[index])
    }
    try client.setPrettyName("MIDI clock", of: ports.clock)
    try client.setOrder(2 + ports.midiInputCount, of: ports.clock)
    try ports.split?.nameForPeople(client, order: 3 + ports.midiInputCount)
  }

  /// The sound is born here, so nothing is older than it; what a keyboard plays is heard when the outputs are.
  private static func setLatency(
    _ mode: LatencyMode, _ update: borrowing LatencyUpdate, _ ports: InstrumentPorts, _ news: Mailbox<JackNews>
  ) {
    switch mode {
    case .capture:
      update.setRange(LatencyRange(0), of: ports.left, .capture)
      update.setRange(LatencyRange(0), of: ports.right, .capture)
      update.setRange(LatencyRange(0), of: ports.clock, .capture)
      if let split = ports.split {
        for (_, port) in split.named { update.setRange(LatencyRange(0), of: port, .capture) }
      }
    case .playback:
      let audio = update.range(of: ports.left, .playback).union(update.range(of: ports.right, .playback))
      let clock = update.range(of: ports.clock, .playback)
      for index in 0..<ports.midiInputCount { update.setRange(audio, of: ports.midiInputs[index], .playback) }
      news.put(.latency(audio: Int64(audio.maximum), clock: Int64(clock.maximum)))
    }
  }
}
