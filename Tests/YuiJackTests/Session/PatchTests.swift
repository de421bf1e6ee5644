// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

/// A loop that is patched on every beat, and the sound of the ports against the same lines rendered without a server.
@Suite(.jack) struct PatchTests {
  /// 200 patches of tempo, swing and pattern, one a beat.
  private static let patches: [String] = (0..<200).flatMap { index -> [String] in
    let patterns = ["xxxxxxxxxxxxxxxx", "x..x..x.x..x..x.", "x.x.x.x.x.x.x.x."]
    let patch = ["bpm=\(90 + Double(index * 37 % 100) + 0.7)", "swing=\(index * 13 % 70)", "p=\(patterns[index % 3])"]
    return ["~beat \(patch[index % 3])", "wait 1 beats"]
  }

  @Test func `two hundred patches while playing lose no step and no clock`() throws {
    let bench = try Bench()
    let take = try bench.record(
      seconds: 150,
      ["events +steps", "loop@beat 120 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play", "wait 1 beats"] + Self.patches
        + ["status"]
    ) { try bench.instrument.event("status", limit: .seconds(60)) }
    let status = try #require(bench.instrument.all("status").last)
    #expect(status.inner("rings")?.int("events_lost") == 0)
    #expect(status.inner("rings")?.int("commands_lost") == 0)
    let steps = bench.instrument.all("step")
    #expect(steps.count >= 804)
    let places = try steps.map { try #require($0.int("step")) }
    #expect(places == places.indices.map { $0 % 16 })
    // Clocks counted from beat to beat; unswung steps begin beats.
    let started = try #require(bench.instrument.all("started").first?.int("frame"))
    let start = try #require(take.places(of: 0xFA).first)
    let beats = try stride(from: 0, to: steps.count, by: 4).map {
      try #require(steps[$0].int("frame")) - started + start
    }
    let clocks = take.places(of: 0xF8)
    #expect(take.transport.count == 1)
    for (beat, next) in zip(beats, beats.dropFirst()) {
      #expect(clocks.filter { $0 >= beat && $0 < next }.count == 24)
    }
    try bench.instrument.quit()
  }

  private static let busy =
    [
      "keys sound=pluck", "chords@jam Am prog=i-VI-III strum=up sound=bell", "tuner",
      "loop@beat 127 steps=16 swing=30 rows=kick|snare|hat|open p=x...x...x..x..x.|....x.......x..x|xxxxxxxx|..x...x.",
      "~beat rows=kick|snare|hat|bass", "metronome@click 127 sub=2", "start beat", "wait 2 bars", "start click",
      "hit crash", "wait 1 beats", "note C4 for=1", "wait 3 steps", "note E4", "hit clap velocity=0.4", "wait 1 bars",
      "~click play=off", "strum 2", "wait 1 steps", "tone 3", "~jam key=Em", "wait 1 beats", "strum 1 jam", "strum G7",
    ] + patches + ["engine master=0.8", "wait 1 bars", "note G3 for=2", "engine master=1.4", "wait 1 bars", "status"]

  enum Cycles: CaseIterable { case of64, of256, of1024, changing }

  @Test(arguments: Cycles.allCases)
  func `sixty-four bars from the ports equal the same lines rendered to a file`(cycles: Cycles) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.busy.joined(separator: "\n") + "\n", to: "busy.txt")
    let rendered = try Instrument.run(
      ["render", file, "--bars", "64", "-o", directory.file("busy.wav")], limit: .seconds(60))
    try #require(rendered.ending == .exited(0), "\(rendered.errors)")
    let offline = try WaveFile(directory.file("busy.wav"))
    let (left, right) = (offline.channel(0), offline.channel(1))
    let length = try #require(left.lastIndex { $0 != 0 })
    #expect(length > 90 * 48000)

    let periods = [Cycles.of64: 64, .of256: 256, .of1024: 1024, .changing: 512]
    let bench = try Bench(period: periods[cycles]!, synchronous: cycles == .changing)
    let take = try bench.record(seconds: Double(offline.frames) / 48000 + 20, Self.busy) {
      guard cycles == .changing else { return }
      try bench.instrument.event("started")
      for size in [1024, 128, 8192, 16, 512] {
        // jackd cannot change its cycle while it freewheels.
        try bench.probe.ask("freewheel off")
        try bench.probe.ask("buffer-size \(size)")
        try bench.probe.ask("cycles 30")
        try bench.probe.ask("freewheel on")
        try bench.probe.ask("cycles 100")
      }
    }
    // What the engine sent by then has arrived, and no more than a frame count of sense is lost.
    let status = try bench.instrument.event("status")
    let sent = try #require(status.inner("clock")?.int("sent"))
    #expect(sent > 24 * 210)
    #expect(take.places(of: 0xF8).count >= sent)
    #expect(status.inner("witnesses")?.int("clock_refused") == 0)
    let lost = try #require(bench.instrument.status().inner("witnesses")?.int("lost_frames"))
    #expect(lost >= 0 && lost < 1 << 31)
    for (live, file) in [(take.audio["left"]!, left), (take.audio["right"]!, right)] {
      let begin = try #require(live.firstIndex { $0 != 0 })
      let from = try #require(file.firstIndex { $0 != 0 })
      #expect(live.allSatisfy { $0.isFinite })
      try #require(live.count - begin >= file.count - from)
      let difference = zip(live[begin...], file[from...]).enumerated().first { $1.0 != $1.1 }
      #expect(difference == nil, "frame \(difference?.offset ?? 0) of \(file.count)")
    }
    try bench.instrument.quit()
  }
}
