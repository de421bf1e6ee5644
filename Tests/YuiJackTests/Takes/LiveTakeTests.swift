// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import YuiJack

/// Takes of a run on a server.
@Suite(.jack) struct LiveTakeTests {
  private static let loop = "loop@beat 120 steps=8 rows=kick|snare|hat|bass p=x...x...|..x...x.|xxxxxxxx|x..x.x.."
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  enum Piece: CaseIterable {
    /// Four seconds of the loop that the language is tried with.
    case reference
    /// One that is patched while it plays.
    case patched
    /// Sixty-four bars.
    case long
  }

  /// - Parameter rest: seconds before the take; what waits for one frame takes effect together, whatever the cycle.
  private func lines(_ piece: Piece, to path: String, after rest: Double = 0.1) -> [String] {
    let begin = ["wait \(rest) s", "record beat to=\(path)", "start beat"]
    return switch piece {
    case .reference:
      ["loop@beat 120 steps=8 rows=kick|snare|hat p=x...x...|..x...x.|xxxxxxxx"] + begin + ["wait 4 s", "record stop"]
    case .patched:
      [Self.loop] + begin + ["wait 1 bars", "~beat bpm=133.7 swing=20", "hit crash", "wait 2 s", "record stop"]
    case .long: [Self.loop, "~beat bpm=240"] + begin + ["wait 64 bars", "record stop"]
    }
  }

  private func offline(_ lines: [String]) throws {
    let run = try Instrument.run(["render", "-", "-o", folder.file("all.wav"), "--seconds", "66"], input: lines)
    try #require(run.ending == .exited(0), "\(run.errors)")
  }

  @Test(arguments: Piece.allCases)
  func `a take is the same to the sample live, in freewheel, offline and at the ports, and so are its notes`(
    _ piece: Piece
  ) throws {
    try offline(lines(piece, to: folder.file("offline.wav")))
    let bench = try Bench()
    // In freewheel the engine may be ten seconds ahead of the lines.
    let wheel = lines(piece, to: folder.file("wheel.wav"), after: 12)
    let ports = try bench.record(seconds: piece == .long ? 80 : 18, wheel) {
      try bench.instrument.event("", limit: .seconds(60)) { $0.string("audio") != nil }
    }
    // A minute in real time would show nothing more.
    if piece != .long {
      let live = try Bench()
      try live.instrument.write(lines(piece, to: folder.file("live.wav")).joined(separator: "\n"))
      try live.instrument.event("", limit: .seconds(30)) { $0.string("audio") != nil }
    }
    let expected = try WaveFile(folder.file("offline.wav"))
    switch piece {
    case .reference: #expect(expected.frames == 4 * 48_000)
    case .patched: #expect(expected.frames > 3 * 48_000)
    case .long: #expect(expected.frames == 64 * 48_000)
    }
    #expect(expected.samples.contains { abs($0) > 0.1 })
    let notes = try Data(contentsOf: URL(fileURLWithPath: folder.file("offline.mid")))
    for name in piece == .long ? ["wheel"] : ["wheel", "live"] {
      let take = try WaveFile(folder.file("\(name).wav"))
      #expect(take.frames == expected.frames)
      #expect(take.samples == expected.samples, "\(name) differs")
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("\(name).mid"))) == notes)
    }
    let left = stride(from: 0, to: expected.samples.count, by: 2).map { expected.samples[$0] }
    let heard = try #require(ports.audio["left"])
    let start = try #require(heard.firstIndex { $0 != 0 }) - #require(left.firstIndex { $0 != 0 })
    #expect(heard[start..<start + left.count].elementsEqual(left), "The port differs")
  }

  @Test func `minutes in freewheel are whole, in the memory that they began with`() throws {
    let bench = try Bench(period: 1024)
    let instrument = bench.instrument
    func residentKilobytes() throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(instrument.process.processID)/status", encoding: .utf8)
      return try #require(status.firstMatch(of: /VmRSS:\s+(\d+)/).flatMap { Int($0.1) })
    }
    // An hour takes too long for every day: YUI_JACK_TAKE_MINUTES=60 asks for it.
    let minutes = ProcessInfo.processInfo.environment["YUI_JACK_TAKE_MINUTES"].flatMap { Int($0) } ?? 4
    try bench.freewheel {
      try instrument.write(Self.loop, "record to=\(folder.file("long.flac"))", "start", "wait 20 s", "status")
      try instrument.event("status", limit: .seconds(60))
      let before = try residentKilobytes()
      try instrument.write("wait \(60 * minutes) s", "record stop")
      let began = ContinuousClock.now
      try instrument.event("recorded", limit: .seconds(30 * minutes))
      let (grown, passed) = (try residentKilobytes() - before, ContinuousClock.now - began)
      #expect(grown < 4096)
      print("A take of \(minutes) minutes took \(passed) and \(grown) KiB more than at its beginning.")
    }
    let recorded = try #require(instrument.all("recorded").last)
    #expect(recorded.number("seconds") == Double(60 * minutes + 20))
    #expect(!instrument.events.contains { $0.name == "warning" })
  }

  @Test func `what was just played can be saved`() throws {
    let bench = try Bench(["--takes", folder.path, "--keep", "3"])
    try bench.instrument.write(Self.loop, "start", "wait 4 s", "record last 2", "wait 1 s", "record last")
    let two = try bench.instrument.event("recorded", limit: .seconds(20))
    #expect(two.number("seconds") == 2)
    #expect(try WaveFile(Tools.path(two.string("audio"))).frames == 96_000)
    let strikes = try Tools.strikes(Tools.midi(Tools.path(two.string("midi"))), channel: 9)
    #expect(strikes[42]?.count == 8)
    let all = try bench.instrument.event("recorded", limit: .seconds(20))
    #expect(all.number("seconds") == 3)
    try bench.instrument.quit()
  }

  @Test func `what was just played can be saved right behind a take, and twice`() throws {
    let bench = try Bench(["--takes", folder.path, "--keep", "3"])
    let instrument = bench.instrument
    try instrument.write(
      Self.loop, "start", "wait 1 s", "record beat", "wait 1 s", "record stop", "record last", "wait 3 s",
      "record last 1",
      "record last 2")
    let seconds = try (0..<3).map { _ in
      try instrument.event("recorded", limit: .seconds(20)).number("seconds") ?? 0
    }
    // All from the first frame to the end of the take, which came a moment after two seconds.
    #expect(seconds[0] >= 2 && seconds[0] < 3)
    #expect(seconds.dropFirst() == [1, 2])
    #expect(instrument.events.contains { $0.string("id") == "beat" && $0.number("seconds") == 1 })
    #expect(!instrument.events.contains { $0.name == "warning" || $0.name == "error" })
    try instrument.quit()
  }

  @Test func `a take goes on where the last seconds cannot be saved beside it`() throws {
    let bench = try Bench(["--takes", folder.path, "--keep", "3"])
    let instrument = bench.instrument
    try instrument.write(
      Self.loop, "start", "record to=\(folder.file("whole.wav"))", "wait 1 s", "record last", "wait 1 s", "record stop")
    let recorded = try instrument.event("recorded", limit: .seconds(20))
    #expect(recorded.number("seconds") == 2)
    let errors = instrument.all("error").compactMap { $0.string("message") }
    #expect(errors == ["A take is being recorded already: end it with 'record stop' first."])
    try instrument.quit()
  }

  @Test func `a full disk ends the take in one event, what fitted plays, and the music goes on`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    // A file that may not grow is like a disk that is full.
    let process = try ChildProcess(
      "sh", ["-c", "trap '' XFSZ; ulimit -f 512; exec \"$0\" --no-socket", Instrument.program],
      environment: server.environment)
    let instrument = Instrument(process)
    try instrument.event("ready")
    try instrument.write(Self.loop, "record beat to=\(folder.file("full.wav"))", "start")
    let event = try instrument.event("", limit: .seconds(30)) { $0.string("audio") != nil }
    #expect(event.string("id") == "beat")
    let warnings = instrument.all("warning")
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.string("message")?.hasPrefix("Cannot write '\(folder.file("full.wav"))': File too large.") == true
    )
    let sound = try WaveFile(folder.file("full.wav"))
    #expect(sound.frames > 20_000)
    #expect(sound.firstSound != nil)
    let status = try instrument.status()
    #expect(status.inner("clock")?.bool("running") == true)
    try instrument.quit()
  }

  @Test func `a killed program leaves what it had written`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    let files = ["wav", "flac", "ogg", "opus"]
    for (index, ending) in files.enumerated() {
      let path = folder.file("\(ending)-killed.\(ending)")
      try instrument.write("record to=\(path)")
      if index == 0 { try instrument.write(Self.loop, "start") }
      try instrument.write("wait 1 s")
      if ending != "opus" { try instrument.write("record stop", "wait 0.5 s") }
    }
    try waitUntil("the last file has grown", limit: .seconds(20)) {
      let size = try? FileManager.default.attributesOfItem(atPath: folder.file("opus-killed.opus"))[.size] as? Int
      return (size ?? 0) > 12_000
    }
    instrument.process.signal(SIGKILL)
    try instrument.process.wait()
    #expect(try WaveFile(folder.file("wav-killed.wav")).firstSound != nil)
    guard Tools.hasFFmpeg else { return }
    for ending in files {
      let samples = try Tools.samples(folder.file("\(ending)-killed.\(ending)"), in: folder)
      #expect(samples.count > 40_000 && samples.contains { abs($0) > 0.1 }, "\(ending)")
    }
  }

  @Test func `a server that goes, and comes back at another rate, ends the take whole`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    let instrument = try Instrument(on: server, ["--takes", folder.path, "--keep", "20"])
    try instrument.write(Self.loop, "record to=\(folder.file("lost.wav"))", "start", "wait 1 s", "status")
    try instrument.event("status", limit: .seconds(20))
    try server.kill(SIGKILL)
    let recorded = try instrument.event("recorded", limit: .seconds(20))
    #expect(instrument.all("warning").map { $0.string("message") } == ["The take ended because the JACK server went."])
    let seconds = try #require(recorded.number("seconds"))
    let sound = try WaveFile(folder.file("lost.wav"))
    #expect(abs(Double(sound.frames) / 48_000 - seconds) <= 0.05)
    #expect(seconds >= 1)
    server.stop()
    let other = try DummyServer(name: server.name, rate: 44_100)
    defer { other.stop() }
    try instrument.event("ready", limit: .seconds(20))
    try instrument.write("record to=\(folder.file("again.wav"))", "wait 1 s", "record stop")
    try instrument.event("recorded", limit: .seconds(20))
    let again = try WaveFile(folder.file("again.wav"))
    #expect(again.rate == 44_100)
    #expect(again.frames == 44_100)
    // What has another rate is not kept.
    try instrument.write("record last 20")
    let last = try instrument.event("recorded", limit: .seconds(20))
    #expect(instrument.all("warning").last?.string("message")?.hasSuffix("were not in memory any more.") == true)
    let kept = try #require(last.number("seconds"))
    #expect(kept >= 1 && kept < 19)
    let saved = try WaveFile(Tools.path(last.string("audio")))
    #expect(saved.rate == 44_100 && saved.frames >= 44_100)
    try instrument.quit()
  }

  @Test func `leaving ends the take and tells of it`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    try instrument.write(Self.loop, "record to=\(folder.file("left.wav"))", "start", "wait 1 s", "quit")
    try instrument.end(expecting: .exited(0))
    #expect(instrument.all("recorded").count == 1)
    #expect(try WaveFile(folder.file("left.wav")).frames == 48_000)
  }

  @Test func `leaving during a take of drums tells what there is, with its sound`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server, ["--takes", folder.path])
    try instrument.write("drums@pads 2x2 bpm=240 +record")
    let start = try instrument.event("take") { $0.string("state") == "recording" }
    try instrument.write("wait 0.2 s", "hit kick", "wait 0.6 s", "quit")
    try instrument.end(expecting: .exited(0))
    let take = try #require(instrument.events.first { $0.string("preset") == "drums" })
    #expect(take.strings("rows") == ["kick"] && take.string("midi") != nil)
    let sound = try WaveFile(Tools.path(take.string("audio")))
    let end = try #require(instrument.all("take").last { $0.string("state") == "over" }?.int("frame"))
    let begin = try #require(start.int("frame"))
    #expect(sound.frames > 24_000 && sound.frames <= end - begin)
  }

  @Test func `twenty-four clocks fall into each beat while a take is made`() throws {
    let bench = try Bench()
    let take = try bench.record(
      seconds: 6, [Self.loop, "record to=\(folder.file("clock.flac"))", "start", "wait 2 bars", "record stop"])
    let clocks = take.places(of: 0xF8)
    let start = try #require(take.places(of: 0xFA).first)
    for beat in 0..<8 {
      let range = start + beat * 24_000..<start + (beat + 1) * 24_000
      #expect(clocks.filter(range.contains).count == 24)
    }
    #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $1 - $0 >= 500 })
  }
}
