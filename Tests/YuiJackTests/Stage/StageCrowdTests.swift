// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Many pages at once.
@Suite(.jack) struct StageCrowdTests {
  static let period = 512
  static let events = "events +steps +notes +meters +readings +state"

  @Test
  func `twenty pages and a stuck one: that one is dropped, the others hear all, and the callback takes no longer`()
    throws
  {
    let bench = try StageBench(period: Self.period)
    let music = try StageMusic(bench)
    let callback = try Callback(of: bench)
    let alone = try callback.microsecondsPerCycle {
      let end = try frame(bench) + 3 * 48_000
      try waitUntil("three seconds were rendered", limit: .seconds(60)) { try frame(bench) >= end }
    }
    let pages = try (0..<20).map { _ in try bench.page() }
    let stuck = try bench.page()
    for page in pages + [stuck] { try page.send(Self.events) }
    let rows = (0..<16).map { "row\($0)" }.joined(separator: "|")
    let pattern = [String](repeating: "x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.", count: 16).joined(separator: "|")
    try bench.instrument.write("loop@big steps=32 rows=\(rows) p=\(pattern)")
    let crowded = try callback.microsecondsPerCycle {
      for turn in 0..<200 where bench.instrument.all("dropped").isEmpty {
        for _ in 0..<100 { try bench.instrument.write("send big") }
        // Each answer is behind all that was told before it.
        for page in pages {
          try page.send("ping \(turn)")
          try page.event("pong", limit: .seconds(20)) { $0.string("n") == "\(turn)" }
        }
        _ = try bench.instrument.status()
      }
    }
    let dropped = bench.instrument.all("dropped")
    #expect(dropped.map { $0.string("name") } == ["stage:21"], "\(dropped)")
    try judgeSteps(pages)
    print("the callback took \(alone) µs a cycle alone, \(crowded) µs with 20 pages and a stuck one")
    #expect(crowded < 1.5 * alone)
    #expect(try music.firstDifference() == nil)
    let rings = try #require(try bench.instrument.status().inner("rings"))
    #expect(rings.int("commands_lost") == 0 && rings.int("events_lost") == 0)
    withExtendedLifetime(stuck) {}
    try bench.instrument.quit()
  }

  private func frame(_ bench: StageBench) throws -> Int { try #require(try bench.instrument.status().int("frame")) }

  /// Each page was told of every step, and all of the same.
  private func judgeSteps(_ pages: [StageClient]) throws {
    var told: [[Int: Int]] = []
    for page in pages {
      #expect(!page.hasEnded)
      let steps = try page.lines.filter { $0.contains(#""event":"step""#) }.map { try Event($0) }
      told.append(Dictionary(uniqueKeysWithValues: steps.map { ($0.int("frame") ?? -1, $0.int("step") ?? -1) }))
    }
    let first = try #require(told.compactMap { $0.keys.min() }.max())
    let last = try #require(told.compactMap { $0.keys.max() }.min())
    // An eighth note at 120 beats a minute.
    #expect(last - first > 12_000 * 4)
    for steps in told {
      let frames = steps.keys.filter { (first...last).contains($0) }.sorted()
      #expect(frames == Array(stride(from: first, through: last, by: 12_000)))
      #expect(frames.allSatisfy { steps[$0] == told[0][$0] })
    }
  }
}

/// The thread that JACK calls back, by what the kernel counts of it.
private struct Callback {
  private let bench: StageBench
  private let folder: String

  /// Of the threads of the program it is the one that falls asleep once a cycle.
  init(of bench: StageBench) throws {
    self.bench = bench
    let root = "/proc/\(bench.instrument.process.processID)/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: root).map { "\(root)/\($0)" }
    let start = try bench.instrument.status().int("frame") ?? 0
    let before = try threads.map(Self.sleeps)
    try waitUntil("some cycles have passed", limit: .seconds(60)) {
      try bench.instrument.status().int("frame") ?? 0 >= start + 200 * StageCrowdTests.period
    }
    let after = try threads.map(Self.sleeps)
    let cycles = ((try bench.instrument.status().int("frame") ?? 0) - start) / StageCrowdTests.period
    let found = zip(threads, zip(before, after)).filter { abs($1.1 - $1.0 - cycles) <= cycles / 10 }
    guard found.count == 1 else {
      throw TestFailure("\(found.count) threads sleep \(cycles) times: \(before) \(after)")
    }
    folder = found[0].0
  }

  /// The processor time of a cycle while a body runs, in the mean.
  func microsecondsPerCycle(_ body: () throws -> Void) throws -> Double {
    let (start, before) = (try bench.instrument.status().int("frame") ?? 0, try nanoseconds())
    try body()
    let (end, after) = (try bench.instrument.status().int("frame") ?? 0, try nanoseconds())
    guard end > start else { throw TestFailure("Nothing was rendered") }
    return (after - before) / 1000 / Double((end - start) / StageCrowdTests.period)
  }

  private func nanoseconds() throws -> Double {
    let words = try String(contentsOfFile: "\(folder)/schedstat", encoding: .utf8).split(separator: " ")
    guard let time = words.first.flatMap({ Double($0) }) else { throw TestFailure("The kernel tells no times") }
    return time
  }

  private static func sleeps(_ folder: String) throws -> Int {
    let lines = try String(contentsOfFile: "\(folder)/status", encoding: .utf8).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
    guard let count = line?.split(separator: "\t").last.flatMap({ Int($0) }) else {
      throw TestFailure("The kernel tells of no sleep")
    }
    return count
  }
}
