// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import JackKit
import Synchronization

extension Probe {
  /// Does what a line says and returns the last line of the answer.
  mutating func perform(_ words: [String]) throws -> String {
    guard let verb = words.first else { throw ProbeError("Empty line") }
    let client: String? = words.count > 1 ? words[1] : nil
    switch (verb, words.count) {
    case ("prepare", 2): try prepare(number(words[1]))
    case ("go", 1): try go()
    case ("record", 2):
      try prepare(number(words[1]))
      try go()
    case ("stop", 1): recorder.pointee.isEnding.store(true, ordering: .relaxed)
    case ("output", 2): options.output = words[1]
    case ("play", 2): options.play = words[1]
    case ("script", 3):
      options.scripts.removeAll { $0.port == words[1] }
      options.scripts.append((words[1], words[2]))
    case ("send", 3...): return "ok send \(try send(words))"
    case ("latency", 2):
      latency.playback.store(try Options.frames(verb, words[1]), ordering: .relaxed)
      try active.client.recomputeLatencies()
    case ("capture-latency", 2):
      latency.capture.store(try Options.frames(verb, words[1]), ordering: .relaxed)
      try active.client.recomputeLatencies()
    case ("latency-of", 2):
      let port = try port(words[1])
      let playback = active.client.latency(of: port, .playback)
      let capture = active.client.latency(of: port, .capture)
      return "ok \(playback.minimum) \(playback.maximum) \(capture.minimum) \(capture.maximum)"
    case ("freewheel", 2) where words[1] == "on" || words[1] == "off":
      try active.client.setFreewheel(words[1] == "on")
    case ("buffer-size", 2): try active.client.setBufferSize(Options.frames(verb, words[1]))
    case ("transport", 2) where words[1] == "start": active.client.startTransport()
    case ("transport", 2) where words[1] == "stop": active.client.stopTransport()
    case ("transport", 3) where words[1] == "locate":
      try active.client.locateTransport(Options.frames(verb, words[2]))
    case ("connect", 3): try active.connect(words[1], to: words[2])
    case ("disconnect", 3): try active.disconnect(words[1], from: words[2])
    case ("disconnect-all", 2): try active.disconnectAll(port(words[1]))
    case ("ports", 1...2): try listPorts(matching: client)
    case ("connections", 2):
      for name in active.client.connections(of: try port(words[1])) { say("connection \(name)") }
    case ("cycles", 2): try waitForCycles(number(words[1]))
    case ("time", 1):
      let frame = recorder.pointee.frame.load(ordering: .relaxed)
      return "ok \(frame) \(active.client.bufferSize) \(events.xruns.load(ordering: .relaxed))"
    default: throw ProbeError("Cannot understand '\(words.joined(separator: " "))'; see --help")
    }
    return "ok \(words.joined(separator: " "))"
  }

  private func number(_ word: String) throws -> Int {
    guard let number = Int(word), number > 0 else { throw ProbeError("'\(word)' is no number above 0") }
    return number
  }

  private func port(_ name: String) throws -> Port {
    guard let port = active.client.port(named: name) else { throw JackError.unknownPort(port: name) }
    return port
  }

  private func listPorts(matching pattern: String?) throws {
    let names = try pattern.map { try active.client.ports(matching: $0) } ?? active.client.ports()
    for name in names {
      // One that went in this moment is no longer listed.
      guard let port = active.client.port(named: name) else { continue }
      let description = active.client.describe(port)
      let type = description.type == .audio ? "audio" : description.type == .midi ? "midi" : "other"
      let flags: [(PortFlags, String)] = [
        (.input, "input"), (.output, "output"), (.physical, "physical"), (.terminal, "terminal"),
      ]
      let set = flags.filter { description.flags.contains($0.0) }.map(\.1).joined(separator: ",")
      say("port \(type) \(set) \(name)")
    }
  }

  /// Hands one message to the process function and returns the frame it left at.
  private func send(_ words: [String]) throws -> UInt64 {
    guard let port = options.midiOutputs.firstIndex(of: words[1]) else {
      throw ProbeError("There is no MIDI output '\(words[1])'")
    }
    let bytes = try MIDIScript.bytes(words.dropFirst(2).map { $0[...] }[...], "the line")
    guard bytes.count <= recorder.pointee.single.count else { throw ProbeError("At most 64 bytes can be sent") }
    _ = recorder.pointee.single.update(fromContentsOf: bytes)
    recorder.pointee.singleRefused = false
    recorder.pointee.singleCount = bytes.count
    recorder.pointee.singlePort = port
    recorder.pointee.singlePending.store(1, ordering: .releasing)
    try wait("the message was sent") { recorder.pointee.singlePending.load(ordering: .acquiring) == 0 }
    guard !recorder.pointee.singleRefused else { throw ProbeError("The message did not fit") }
    return recorder.pointee.singleFrame.load(ordering: .relaxed)
  }

  private func waitForCycles(_ count: Int) throws {
    let start = recorder.pointee.cycles.load(ordering: .acquiring)
    try wait("\(count) cycles came") { recorder.pointee.cycles.load(ordering: .acquiring) >= start + count }
  }

  private func wait(_ what: String, until condition: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(10)
    while !condition() {
      if ContinuousClock.now >= end { throw ProbeError("Waited 10 s in vain until \(what)") }
      poll(nil, 0, 1)
    }
  }
}
