// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Many clients at once, not all of them friendly.
@Suite(.jack) struct ManyClientsTests {
  /// A client that writes rubbish for as long as it is asked to, and reads what it is told about it.
  private struct Scribbler {
    let client: SocketClient
    private var dice = Dice(7)
    private var rest: ArraySlice<UInt8> = []

    init(_ client: SocketClient) { self.client = client }

    mutating func scribble() {
      if rest.isEmpty {
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: rest = [UInt8](repeating: 0x78, count: 1 << 20 + 17)[...]
        case 1: rest = (0..<4000).map { _ in UInt8.random(in: 0...255, using: &dice) }[...]
        default: rest = Array(String(repeating: "loop@ 120\n~nobody bpm=1\nnote H9\n", count: 50).utf8)[...]
        }
      }
      rest = rest.dropFirst(client.writeSome(rest))
      client.take()
    }
  }

  @Test func `of fifty, one that does not read and one that scribbles do not disturb the others`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let slow = try bench.connect()
    let slowName = try slow.name()
    var scribbler = Scribbler(try bench.connect())
    let good = try (0..<48).map { _ in try bench.connect() }
    for client in good { try client.write("events +steps") }
    for client in good { _ = try client.status() }
    // A kilobyte for each of these seven bytes.
    try slow.write(bytes: Array(String(repeating: "status\n", count: 3000).utf8))
    try instrument.write("loop@beat 240 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play")
    let deadline = Deadline(after: .seconds(30))
    func ready(_ client: SocketClient) -> Bool {
      client.lines.count { $0.hasPrefix(#"{"event":"step""#) } >= 80 && client.lines.contains { $0.contains("dropped") }
    }
    while !good.allSatisfy(ready) {
      if deadline.hasPassed { throw TestFailure("The clients hear nothing: \(good[0].lines.suffix(3))") }
      scribbler.scribble()
      for client in good { client.take() }
      // The last words wait for ten seconds.
      if good[0].lines.contains(where: { $0.contains("dropped") }) { slow.take() }
      poll(nil, 0, 2)
    }
    try slow.end()
    try instrument.quit()
    for client in good { try client.end() }

    // What they heard after their own status is the same to the letter.
    func heard(_ client: SocketClient) throws -> [String] {
      let own = try #require(client.lines.lastIndex { $0.hasPrefix(#"{"event":"status""#) })
      return client.lines[(own + 1)...].filter { !$0.hasPrefix(#"{"event":"done""#) }
    }
    let first = try heard(good[0])
    for client in good { #expect(try heard(client) == first) }
    let events = try first.map { try Event($0) }
    #expect(Set(events.map(\.name)).isSubset(of: ["latency", "started", "step", "dropped", "xrun", "stopped"]))
    let anchor = try #require(events.first { $0.name == "started" }?.int("frame"))
    let steps = events.filter { $0.name == "step" }
    #expect(steps.count >= 80)
    for (count, step) in steps.enumerated() {
      #expect(step.int("step") == count % 16)
      #expect(step.int("frame") == gridPlace(anchor: Double(anchor), count, of: 3000))
    }

    let dropped = events.filter { $0.name == "dropped" }
    let reason = "It does not read its events, and 1 MiB of them wait."
    #expect(dropped.count == 1)
    #expect(dropped.first?.string("what") == "client" && dropped.first?.string("name") == slowName)
    #expect(dropped.first?.string("reason") == reason)
    #expect(slow.lines.last == dropped.first?.description)
    #expect(instrument.process.errorText.contains("The client '\(slowName)' was dropped. \(reason)\n"))
    // The rubbish was told of to who wrote it.
    #expect(try scribbler.client.all("error").count > 50)
  }

  @Test func `not a frame of the sound moves while they crowd`() throws {
    let bench = try Bench()
    let instrument = bench.instrument
    let path = try #require(instrument.all("ready").first?.string("socket"))
    var scribbler = Scribbler(try SocketClient(path))
    let flood = try SocketClient(path)
    let listeners = try (0..<48).map { _ in try SocketClient(path) }
    for client in listeners {
      try client.write("events +steps +meters")
      _ = try client.status()
    }
    let patches = Array(String(repeating: "~beat swing=0\n~beat rows=rim\n", count: 500).utf8)
    var rest = patches[...]
    let take = try bench.record(
      seconds: 60, ["loop@beat 127 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play"],
      meanwhile: {
        let deadline = Deadline(after: .seconds(50))
        while listeners[0].lines.count(where: { $0.hasPrefix(#"{"event":"step""#) }) < 300 {
          if deadline.hasPassed { throw TestFailure("The steps are not told: \(listeners[0].lines.suffix(3))") }
          scribbler.scribble()
          rest = rest.dropFirst(flood.writeSome(rest))
          if rest.isEmpty { rest = patches[...] }
          flood.take()
          for client in listeners { client.take() }
        }
      })
    let sound = onsets(in: take.audio["left"]!)
    let start = try #require(sound.first)
    let length = 48000.0 * 60 / 127 / 4
    #expect(sound.count >= 400)
    #expect(take.lossCount == 0)
    let wrong = sound.enumerated().filter { $0.element != gridPlace(anchor: 0, $0.offset, of: length) + start }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    let rings = try #require(try instrument.status().inner("rings"))
    #expect(rings.int("commands_lost") == 0 && rings.int("clocks_lost") == 0)
    try instrument.quit()
  }

  @Test func `more may come than there are files for, and nobody waits for them`() throws {
    let bench = try SocketBench()
    let process = try ChildProcess(
      "sh", ["-c", "ulimit -n 40; exec \"$0\"", Instrument.program], environment: bench.environment)
    let instrument = Instrument(process)
    try instrument.event("ready")
    var clients = try (0..<60).map { _ in try bench.connect() }
    let sentence = "No file is left for one more client: those who come wait until others go."
    try instrument.event("warning") { $0.string("message") == sentence }
    try instrument.write("loop 120 p=x... +play")
    try instrument.event("started")
    _ = try clients[0].status()
    // The loop does not run hot meanwhile: in a second it takes a small part of one.
    let before = try instrument.processorSeconds
    let first = try #require(try clients[0].status().int("frame"))
    try waitUntil("a second has passed") { try clients[0].status().int("frame")! >= first + 48000 }
    #expect(try instrument.processorSeconds - before < 0.7)
    // Those who wait come in when others go.
    clients.removeFirst(50)
    for client in clients { _ = try client.status() }
    try instrument.quit()
    #expect(process.errorText.contains("Warning: \(sentence)\n"))
  }
}
