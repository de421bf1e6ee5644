// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Patches at the rate of a machine that plays with a machine, in real time, while everything plays.
@Suite(.jack) struct PatchStormTests {
  private static let seconds = 60

  /// A patch of anything but the number of steps, of one of four players.
  private static func patch(_ dice: inout Dice) -> String {
    let loop = ["~a", "~b", "~c"].randomElement(using: &dice)!
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: return "\(loop) bpm=\(Double(Int.random(in: 800...2000, using: &dice)) / 10)"
    case 1: return "\(loop) swing=\(Int.random(in: 0...75, using: &dice))"
    case 2:
      let rows = ["kick|snare", "C4|hat|E4", "bass|cow|crash|G3"].randomElement(using: &dice)!
      return "\(loop) rows=\(rows)"
    case 3: return "\(loop) sound=\(["pluck", "bell", "pad", "lead"].randomElement(using: &dice)!)"
    case 4: return "~click bpm=\(Int.random(in: 60...240, using: &dice))"
    default:
      let marks = (0..<16).map { _ in Bool.random(using: &dice) ? "x" : "." }.joined()
      return "\(loop) p=\(marks)|\(String(marks.reversed()))"
    }
  }

  @Test func `a hundred patches a second for a minute lose no step and no command, and cause no xrun`() throws {
    let bench = try Bench(period: 1024, keyboards: ["keys"])
    let instrument = bench.instrument
    try instrument.write(
      "events +steps", "loop@a 100 steps=16 rows=kick|snare p=x...x...|..x...x. +play",
      "loop@b 120 steps=16 rows=hat p=xxxxxxxxxxxxxxxx +play", "loop@c 90 steps=16 rows=C3|G3 p=x.......x|....x +play",
      "metronome@click 110 sub=2 +play")
    for id in ["a", "b", "c", "click"] { try instrument.event("started") { $0.string("id") == id } }
    let before = (xruns: try instrument.witness("xruns"), slow: try instrument.witness("over_100"))
    let used = try instrument.processorSeconds
    var script: [(offset: Int, bytes: [UInt8])] = []
    for turn in 0..<(Self.seconds * 8) {
      let note = UInt8(48 + turn * 7 % 24)
      script.append((turn * 6000, [0x90, note, UInt8(1 + turn * 31 % 127)]))
      script.append((turn * 6000 + 4000, [0x80, note, 0]))
    }
    let player = try #require(bench.player)
    try player.prepare(Self.seconds * 48000, script: ["keys": script])
    try player.go()
    var dice = Dice(7)
    let start = ContinuousClock.now
    for turn in 0..<Self.seconds * 10 {
      try instrument.write((0..<10).map { _ in Self.patch(&dice) }.joined(separator: "\n"))
      // Ten patches a tenth of a second, whatever the machine does in between; events are read meanwhile.
      let next = start + .milliseconds(100 * (turn + 1))
      try instrument.read(until: next)
    }
    _ = try player.finish(limit: .seconds(30))
    let status = try instrument.status()
    // A busy machine loses cycles of idle clients too. Ours would be at fault where its callback took longer than a period, or
    // where it left the machine no time.
    let xruns = try instrument.witness("xruns") - before.xruns
    #expect(try instrument.witness("over_100") == before.slow, "\(xruns) xruns")
    let share = try (instrument.processorSeconds - used) / Double(Self.seconds)
    #expect(share < 0.1)
    print("a hundred patches a second: \(xruns) xruns, none by the callback, and \(share) of a core")
    let rings = try #require(status.inner("rings"))
    #expect(rings.int("commands_lost") == 0 && rings.int("events_lost") == 0 && rings.int("clocks_lost") == 0)
    #expect(instrument.all("error").isEmpty && instrument.all("dropped").isEmpty)
    for (id, places) in [("a", 16), ("b", 16), ("c", 16), ("click", 8)] {
      let steps = instrument.all("step").filter { $0.string("id") == id }
      #expect(steps.count > Self.seconds * 3, "\(id)")
      let sounded = steps.compactMap { $0.int("step") }
      #expect(sounded == sounded.indices.map { $0 % places }, "\(id)")
      let frames = steps.compactMap { $0.int("frame") }
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 }, "\(id)")
    }
    try instrument.quit()
  }
}

extension Instrument {
  /// What it has witnessed so far.
  fileprivate func witness(_ name: String) throws -> Int { try #require(status().inner("witnesses")?.int(name)) }

  /// Takes events as they come until a time.
  fileprivate func read(until end: ContinuousClock.Instant) throws {
    while ContinuousClock.now < end { try takeEvent(until: end) }
  }
}
