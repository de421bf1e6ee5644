// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The playhead in a real browser, against the sound of the ports and the server's clock.
@Suite(.jack, .enabled(if: StageBrowser.isInstalled, StageBrowser.missing))
struct StageLightTests {
  /// Output latencies in ms, and how many seconds each is watched; YUI_JACK_LIGHT_SECONDS asks for more.
  static let watches = [(latency: 100, seconds: longest), (latency: 0, seconds: 8), (latency: 300, seconds: 8)]
  private static let longest =
    ProcessInfo.processInfo.environment["YUI_JACK_LIGHT_SECONDS"].flatMap { Int($0) }.map { min(max($0, 8), 600) } ?? 12
  /// Until JACK's own filter of times has settled after lost cycles, in ms, there is no truth to hold lights against.
  static let settling = 3000.0
  /// A cycle that is stamped so much later or earlier than the one before, in ms, is no truth either.
  static let lateness = 10.0
  /// A picture of 60 a second, in ms.
  static let picture = 1000.0 / 60

  @Test func `the playhead is where the sound is heard, and its frames cost little`() throws {
    let bench = try StageBench(period: 4096, ["--no-connect"])
    let probe = try JackProbe(on: bench.server, ["--name", "probe", "--audio-in", "left"])
    try probe.ask("connect yui-jack:out_left probe:left")
    try bench.instrument.write("engine room=0")
    let browser = try StageBrowser("follow.py", bench, Self.watches.map { "\($0.seconds)" })
    var told = 0
    for watch in Self.watches {
      let frames = watch.latency * 48
      try probe.ask("latency \(frames)")
      if frames != told { try bench.instrument.event("latency") { $0.int("audio") == frames } }
      told = frames
      try browser.next("watch", "ready")
      try probe.prepare((watch.seconds + 100) * 48_000)
      try probe.go()
      try browser.go("\(frames)")
      let seen = try browser.next(limit: .seconds(watch.seconds + 90))
      try probe.stop()
      #expect(seen.strings("errors") == [])
      #expect(
        seen.number("doubt") ?? .infinity < 2000, "The browser's clock is not known: \(seen.number("doubt") ?? 0) µs")
      try judgeLights(seen, heard(probe.finish(), later: frames), watch)
      try judgeFrames(seen)
    }
    try browser.end()
    try bench.instrument.quit()
  }

  /// What was heard, in ms on the machine's clock.
  private struct Heard {
    var steps: [(step: Int, at: Double)] = []
    /// When the server stood still or stamped a cycle late, so that what had been told of the time to come was no longer so.
    var gaps: [Double] = []
  }

  /// When each step was heard.
  private func heard(_ take: Recording, later latency: Int) throws -> Heard {
    let sound = try #require(take.audio["left"])
    func time(_ index: Int) -> Double? { take.microseconds(ofIndex: index).map { $0 / 1000 + Double(latency) / 48 } }
    var onsets: [Int] = []
    var last = 0
    for (index, sample) in sound.enumerated() where abs(sample) > 0.02 {
      if index - last > 1500 { onsets.append(index) }
      last = index
    }
    let late = take.jumps(ofMicroseconds: Self.lateness * 1000)
    var heard = Heard(gaps: (take.losses.map(\.index) + late).compactMap(time))
    var step: Int?
    for (before, onset) in zip(onsets, onsets.dropFirst()) {
      guard let at = time(onset) else { continue }
      // Only step 0 has no sound.
      if abs(onset - before - 12_000) < 8 {
        step = 1
      } else if abs(onset - before - 6000) < 8 {
        step = step.map { $0 + 1 }
      } else {
        step = nil
        heard.gaps.append(at)
      }
      if let step { heard.steps.append((step, at)) }
    }
    return heard
  }

  /// Each light is held against the nearest sound of the same step.
  private func judgeLights(_ seen: Event, _ heard: Heard, _ watch: (latency: Int, seconds: Int)) throws {
    var errors: [Double] = []
    var excused: [Double] = []
    for light in seen.lists("lights") ?? [] where light[0] > 0 {
      let at = light[1] / 1000
      guard !heard.gaps.contains(where: { (-600...Self.settling).contains(at - $0) }) else { continue }
      let near = heard.steps.lazy.filter { $0.step == Int(light[0]) }.map { at - $0.at }.min { abs($0) < abs($1) }
      guard let error = near, abs(error) < 1000 else { continue }
      errors.append(error)
      // Where the browser drew nothing for a while, the page could not either.
      excused.append(abs(error) - (error > 0 ? max(0, light[2] - Self.picture) : 0))
    }
    let sizes = errors.map(abs).sorted()
    // Eight steps a second; a quarter of them has to be worth judging.
    try #require(sizes.count > watch.seconds * 2, "The server stood still \(heard.gaps.count) times.")
    let (median, worst) = (sizes[sizes.count / 2], excused.max() ?? 0)
    print(
      "playhead at \(watch.latency) ms: \(errors.count) steps, median \(median) ms,",
      "99 % \(sizes[sizes.count * 99 / 100]) ms, worst \(sizes[sizes.count - 1]) ms, and \(worst) ms without what the",
      "browser did not draw; signed median \(errors.sorted()[errors.count / 2]) ms; the server stood still",
      "\(heard.gaps.count) times")
    #expect(median < 10)
    #expect(worst < 40)
  }

  /// All of a frame's work has to fit between two pictures of a screen, with room.
  private func judgeFrames(_ seen: Event) throws {
    let costs = try #require(seen.doubles("costs")).sorted()
    let gaps = try #require(seen.doubles("gaps")).sorted()
    try #require(costs.count > 100 && gaps.count > 100)
    print(
      "a frame of 16 rows by 32 steps: median \(costs[costs.count / 2]) ms, 99 % \(costs[costs.count * 99 / 100]) ms,",
      "worst \(costs[costs.count - 1]) ms of the main thread; pictures every \(gaps[gaps.count / 2]) ms,",
      "99 % within \(gaps[gaps.count * 99 / 100]) ms")
    #expect(costs[costs.count / 2] < Self.picture / 4)
    #expect(costs[costs.count * 99 / 100] < Self.picture)
    #expect(gaps[gaps.count / 2] < Self.picture * 1.1)
  }
}
