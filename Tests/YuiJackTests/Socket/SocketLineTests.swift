// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Lines that come by the socket, and who is told what.
@Suite(.jack) struct SocketLineTests {
  private let beat = "loop@beat 120 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play"

  @Test func `answers go to who asked and to standard output, ordinary events to everyone`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let (asker, other) = (try bench.connect(), try bench.connect())
    _ = try other.name()
    try asker.write("bogus", "metronome 1000", "status", beat)
    let error = try asker.event("error")
    #expect(error.string("source") == (try asker.name()))
    #expect(error.int("line") == 1 && error.string("text") == "bogus")
    #expect(try asker.event("warning").int("line") == 2)
    try asker.event("status")
    for listener in [asker, other] { #expect(try listener.event("started").string("id") == "beat") }
    try instrument.event("started")
    #expect(instrument.all("error").count == 1 && instrument.all("warning").count == 1)
    #expect(instrument.all("status").count == 1)
    for kind in ["error", "warning", "status"] { #expect(try other.all(kind).isEmpty) }
    // Standard input asks for itself.
    _ = try instrument.status()
    try instrument.write("hit nothing", "stop")
    try other.event("stopped")
    for client in [asker, other] {
      #expect(try client.all("error").allSatisfy { $0.string("source") != "stdin" })
    }
    #expect(try asker.all("status").count == 1)
    try instrument.quit()
    #expect(instrument.process.errorText.contains("\(try asker.name()):1:1: Error: "))
  }

  @Test func `each client is told the kinds of events it asked for, and standard output those of its own`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let (steps, meters, none) = (try bench.connect(), try bench.connect(), try bench.connect())
    try steps.write("events +steps")
    try meters.write("events +meters")
    _ = try (steps.status(), meters.status(), none.status())
    try instrument.write(beat)
    for _ in 0..<8 { try steps.event("step") }
    try meters.event("meters")
    #expect(try steps.all("meters").isEmpty && meters.all("step").isEmpty)
    _ = try none.status()
    _ = try instrument.status()
    for kind in ["step", "meters"] { #expect(try none.all(kind).isEmpty && instrument.all(kind).isEmpty) }
    // Who leaves wants nothing more, and takes nothing from others.
    try instrument.write("events +steps")
    try instrument.event("step")
    steps.hangUp()
    for _ in 0..<8 { try instrument.event("step") }
    try instrument.quit()
  }

  @Test func `lines that come together begin on one frame, wherever a cycle begins between them`() throws {
    let bench = try SocketBench(period: 64)
    let instrument = try bench.start()
    try instrument.write("loop 120 p=x...", "status")
    try instrument.event("status")
    // The wait counts from the last of the notes. They are many, so that a cycle often begins while they are read.
    let notes = String(repeating: "note C4 for=0.01\n", count: 20)
    for _ in 0..<60 {
      let client = try bench.connect()
      try client.write(bytes: Array("start\n\(notes)wait 0.05 s\nstop\n".utf8))
      let started = try client.event("started").int("frame")
      let stopped = try client.event("stopped").int("frame")
      #expect(try #require(stopped) - #require(started) == 2400)
      client.hangUp()
    }
    try instrument.quit()
  }

  @Test func `an id is everyone's`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    try instrument.write("loop@beat 120 steps=16 p=x... +play")
    try instrument.event("started")
    #expect(try bench.run(["send", "~beat bpm=100"]).ending == .exited(0))
    let client = try bench.connect()
    try waitUntil("the tempo is there") { try client.status().inner("clock")?.int("bpm") == 100 }
    try client.write("loop@beat 90 p=x")
    try instrument.event("stopped")
    #expect(try client.status().list("instruments")?.count == 1)
    try instrument.quit()
    #expect(instrument.all("error").isEmpty)
  }

  @Test func `a wait holds back its own source alone, and its first one counts from its own start`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    try instrument.write("loop@beat 240 p=x +play", "wait 1000 beats", "say never")
    let started = try #require(try instrument.event("started").int("frame"))
    let (patient, quick) = (try bench.connect(), try bench.connect())
    let before = try #require(try quick.status().int("frame"))
    try patient.write("wait 1 s", "loop@late 100 p=x +play")
    try quick.write("loop@soon 100 p=x +play")
    let soon = try #require(try quick.event("started").int("frame"))
    let late = try #require(try patient.event("started") { $0.string("id") == "late" }.int("frame"))
    // Each starts on a beat of the first loop: 12000 frames.
    #expect((soon - started) % 12000 == 0 && (late - started) % 12000 == 0)
    #expect(late - before >= 48000 && late > soon)
    instrument.process.signal(SIGTERM)
    try instrument.end(expecting: .exited(0))
  }

  @Test func `the end of its lines is the end of nothing: they are carried out, and events go on`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let client = try bench.connect()
    // The last line has no line feed.
    try client.write(bytes: Array("events +steps\n\(beat)\nwait 4 beats\n~beat steps=8 bpm=60\nbogus".utf8))
    client.endLines()
    let started = try #require(try client.event("started").int("frame"))
    let done = try client.event("done")
    #expect(done.string("name") == (try client.name()))
    #expect(done.int("lines") == 5 && done.int("errors") == 1)
    // 60 a minute in eighths from the fourth beat on.
    let places = [Int](1...2).map { started + 96000 + $0 * 24000 }
    for place in places { try client.event("step") { $0.int("frame") == place } }
    client.hangUp()
    _ = try instrument.status()
    try instrument.quit()
    #expect(instrument.process.errorText.contains("5:1: Error: "))
  }

  @Test func `one that goes in the middle of everything leaves the others and the music alone`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let witness = try bench.connect()
    try witness.write("events +steps", beat)
    try witness.event("started")
    for round in 0..<70 {
      let client = try bench.connect()
      try client.write(bytes: Array("events +steps\nwait 1 steps\n\(round % 2 == 0 ? "hit ki" : "wait 1 ste")".utf8))
      if round % 3 == 0 { _ = try client.name() }
      client.hangUp()
    }
    let last = try bench.connect()
    try last.write("wait 1 steps", "hit rim", "status")
    try last.event("status")
    _ = try witness.status()
    let frames = try witness.all("step").compactMap { $0.int("frame") }
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 == 6000 })
    try instrument.quit()
    let texts = instrument.all("error").compactMap { $0.string("text") }
    #expect(Set(texts) == ["hit ki", "wait 1 ste"], "\(texts)")
  }

  @Test func `whoever quits lets everyone know, and lines before it are carried out`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let (client, other) = (try bench.connect(), try bench.connect())
    try client.write(beat, "wait 2 beats", "quit")
    let started = try #require(try other.event("started").int("frame"))
    #expect(try other.event("stopped").int("frame")! - started >= 48000)
    try other.end()
    try client.end()
    #expect(try client.all("done").first?.int("lines") == 3)
    try instrument.end(expecting: .exited(0))
  }
}
