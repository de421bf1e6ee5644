// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A server, a yui-jack and a probe that records its audio (`left`, `right`) and its clock (`clock`) and plays it (`keys`).
final class Bench {
  let server: DummyServer
  let instrument: Instrument
  let probe: JackProbe
  let rate: Int

  init(
    rate: Int = 48000, period: Int = 256, synchronous: Bool = false, _ arguments: [String] = [],
    probe probeArguments: [String] = []
  ) throws {
    self.rate = rate
    server = try DummyServer(name: DummyServer.uniqueName(), rate: rate, period: period, synchronous: synchronous)
    do {
      instrument = try Instrument(on: server, arguments)
      probe = try JackProbe(
        on: server,
        ["--name", "probe", "--audio-in", "left,right", "--midi-in", "clock", "--midi-out", "keys"] + probeArguments)
      for (source, destination) in [
        ("yui-jack:out_left", "probe:left"), ("yui-jack:out_right", "probe:right"), ("yui-jack:clock_out", "probe:clock"),
        ("probe:keys", "yui-jack:midi_in"),
      ] { try probe.ask("connect \(source) \(destination)") }
      for _ in 0..<4 { try instrument.event("connected") { $0.string("peer")?.hasPrefix("probe:") == true } }
    } catch {
      server.stop()
      throw error
    }
  }

  deinit { server.stop() }

  /// Runs a body while the server freewheels.
  func freewheel<Result>(_ body: () throws -> Result) throws -> Result {
    try probe.ask("freewheel on")
    let result = Swift.Result { try body() }
    try probe.ask("freewheel off")
    return try result.get()
  }

  /// Records while lines come in; in freewheel, where no cycle is lost, unless told otherwise.
  func record(
    seconds: Double, freewheels: Bool = true, script: [(offset: Int, bytes: [UInt8])] = [], _ lines: String...
  ) throws -> Recording {
    try probe.prepare(Int(seconds * Double(rate)), script: script.isEmpty ? [:] : ["keys": script])
    func take() throws -> Recording {
      try probe.go()
      for line in lines { try instrument.write(line) }
      return try probe.finish(limit: .seconds(freewheels ? 60 : seconds + 20))
    }
    return try freewheels ? freewheel(take) : take()
  }
}
