// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A server, a yui-jack, a probe that records its audio (`left`, `right`) and its clock (`clock`), and one that plays it.
///
/// What plays is a client of its own, so that no circle on the graph delays what it is answered by.
final class Bench {
  let server: DummyServer
  let instrument: Instrument
  let probe: JackProbe
  /// Plays MIDI through its ports; without `keyboards` there is none.
  let player: JackProbe?
  let rate: Int

  /// - Parameter keyboards: ports of the player, each joined to the MIDI input of the same number.
  init(
    rate: Int = 48000, period: Int = 256, synchronous: Bool = false, _ arguments: [String] = [],
    keyboards: [String] = []
  ) throws {
    self.rate = rate
    server = try DummyServer(name: DummyServer.uniqueName(), rate: rate, period: period, synchronous: synchronous)
    var cables = [("yui-jack:out_left", "probe:left"), ("yui-jack:out_right", "probe:right")]
    cables.append(("yui-jack:clock_out", "probe:clock"))
    do {
      instrument = try Instrument(on: server, arguments)
      probe = try JackProbe(on: server, ["--name", "probe", "--audio-in", "left,right", "--midi-in", "clock"])
      player =
        keyboards.isEmpty
        ? nil : try JackProbe(on: server, ["--name", "player", "--midi-out", keyboards.joined(separator: ",")])
      for (index, keyboard) in keyboards.enumerated() {
        cables.append(("player:\(keyboard)", "yui-jack:midi_in" + (index == 0 ? "" : "_\(index + 1)")))
      }
      for (source, destination) in cables { try probe.ask("connect \(source) \(destination)") }
      for _ in cables { try instrument.event("connected") { $0.string("peer")?.hasPrefix("p") == true } }
      try probe.ask("cycles 3")
    } catch {
      server.stop()
      throw error
    }
  }

  deinit { server.stop() }

  /// Runs a body while the server freewheels. It then counts no latency of its own.
  func freewheel<Result>(_ body: () throws -> Result) throws -> Result {
    try probe.ask("freewheel on")
    let result = Swift.Result {
      try instrument.settle(audio: 0, clock: 0)
      return try body()
    }
    try probe.ask("freewheel off")
    return try result.get()
  }

  /// Records while lines come in; in freewheel, where no cycle is lost, unless told otherwise.
  ///
  /// - Parameter meanwhile: done while the recording runs, after the lines.
  func record(
    seconds: Double, freewheels: Bool = true, _ lines: [String], meanwhile: () throws -> Void = {}
  ) throws -> Recording {
    try probe.prepare(Int(seconds * Double(rate)))
    func take() throws -> Recording {
      try probe.go()
      // At once, so that none of them is late while the server runs many times faster than the clock on the wall.
      if !lines.isEmpty { try instrument.write(lines.joined(separator: "\n")) }
      try meanwhile()
      return try probe.finish(limit: .seconds(freewheels ? 60 : seconds + 20))
    }
    return try freewheels ? freewheel(take) : take()
  }

  /// Records what MIDI messages do, in freewheel. Offsets count from the first of the returned frames.
  func play(
    seconds: Double, _ script: [String: [(offset: Int, bytes: [UInt8])]]
  ) throws -> (take: Recording, start: Int) {
    guard let player else { throw TestFailure("This bench has no keyboard") }
    try player.prepare(script.values.compactMap { $0.last?.offset }.max()! + 8192, script: script)
    try probe.prepare(Int(seconds * Double(rate)))
    return try freewheel {
      try probe.go()
      try player.go()
      let played = try player.finish(limit: .seconds(60))
      let take = try probe.finish(limit: .seconds(60))
      return (take, take.index(ofFrame: played.first))
    }
  }
}
