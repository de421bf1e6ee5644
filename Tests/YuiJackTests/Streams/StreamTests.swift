// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Standard input, output and error.
@Suite(.jack) struct StreamTests {
  private let beat = "loop@beat 120 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play"

  @Test func `what cannot be read is told of once, and the music goes on`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    try instrument.write("events +steps", beat)
    try instrument.event("started")
    try instrument.write("loop@ 120")
    let first = try instrument.event("error")
    #expect(first.int("line") == 3 && first.string("source") == "stdin" && first.string("text") == "loop@ 120")
    try instrument.process.write(bytes: [0x68, 0xFF, 0xFE, 0x0A])
    let second = try instrument.event("error")
    #expect(second.int("line") == 4)
    try instrument.process.write(String(repeating: "x", count: 1 << 20 + 1))
    let third = try instrument.event("error")
    #expect(third.int("line") == 5)
    try instrument.write("hit kick")
    for _ in 0..<16 { try instrument.event("step") }
    let status = try instrument.status()
    #expect(status.list("instruments")?.first?.bool("playing") == true)
    try instrument.quit()
    #expect(instrument.all("error").count == 3)
    let sentences = instrument.process.errorText.split(separator: "\n").filter { $0.hasPrefix("stdin:") }
    #expect(sentences.count == 3)
    for (sentence, line) in zip(sentences, 3...5) {
      #expect(sentence.hasPrefix("stdin:\(line):") && sentence.contains("Error: "))
    }
    // Nobody needs a mebibyte of text on a terminal.
    #expect(instrument.process.errorText.utf8.count < 4096)
  }

  @Test func `standard input follows when a file's last wait is over, and a dash puts it elsewhere`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let song = try directory.write("loop@song 120 +play\nwait 2 beats\n", to: "song.yui")
    let ordinary = try Instrument(on: server, [song])
    try ordinary.write("stop", "quit")
    let started = try ordinary.event("started").int("frame") ?? 0
    let stopped = try ordinary.event("stopped").int("frame") ?? 0
    #expect(stopped - started >= 48_000)
    try ordinary.end(expecting: .exited(0))

    let turned = try Instrument(on: server, ["-", song])
    try turned.write("hit nothing")
    let error = try turned.event("error")
    #expect(error.string("source") == "stdin")
    turned.process.closeInput()
    try turned.event("started")
    turned.process.signal(SIGTERM)
    try turned.end(expecting: .exited(0))
  }

  @Test(arguments: ["closed", "unread"])
  func `a reader that goes or does not read does not stop the music`(reader: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("out")
    guard mkfifo(path, 0o600) == 0 else { throw TestFailure("No fifo can be made") }
    let end = open(path, O_RDONLY | O_NONBLOCK)
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let process = try ChildProcess(
      "sh", ["-c", "exec \"$0\" >\"$1\"", Instrument.program, path], environment: server.environment)
    let probe = try JackProbe(on: server, ["--name", "probe", "--audio-in", "left"])
    try waitUntil("it plays") { try probe.connections(of: "system:playback_1") == ["yui-jack:out_left"] }
    try probe.ask("connect yui-jack:out_left probe:left")
    try process.write("events +steps +meters")
    try process.write(beat)
    if reader == "closed" { close(end) }
    // More events than a pipe and the mebibyte behind it hold.
    try probe.ask("freewheel on")
    for _ in 0..<30 { try probe.ask("cycles 5000") }
    try probe.ask("freewheel off")
    try probe.prepare(48000)
    try probe.go()
    let heard = onsets(in: try probe.finish().audio["left"]!)
    #expect(heard.count >= 7)
    if reader == "unread" {
      var text = Data()
      var chunk = [UInt8](repeating: 0, count: 65536)
      let deadline = Deadline(after: .seconds(10))
      // The first bytes that are taken make room for the event that tells what was left out.
      while !String(decoding: text, as: UTF8.self).contains("\"dropped\""), !deadline.hasPassed {
        let count = read(end, &chunk, chunk.count)
        if count > 0 { text.append(contentsOf: chunk[..<count]) } else { poll(nil, 0, 1) }
      }
      var lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      if text.last != UInt8(ascii: "\n") { lines.removeLast() }
      for line in lines { _ = try Event(String(line)) }
      #expect(lines.contains { $0.hasPrefix("{\"event\":\"dropped\",\"what\":\"events\",\"count\":") })
      close(end)
    }
    process.signal(SIGTERM)
    #expect(try process.wait() == .exited(0))
  }

  @Test func `the end of the input ends nothing`() throws {
    let bench = try Bench()
    try bench.instrument.write(beat)
    try bench.instrument.event("started")
    bench.instrument.process.closeInput()
    let take = try bench.record(seconds: 1, freewheels: false, [])
    #expect(onsets(in: take.audio["left"]!).count >= 7)
    bench.instrument.process.signal(SIGTERM)
    try bench.instrument.end(expecting: .exited(0))
  }

  @Test func `files are played before standard input, and share their ids with it`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("\(beat)\nwait 2 beats\n~beat rows=tick\n", to: "song.txt")
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server, [file])
    try instrument.event("started")
    try instrument.write("~beat bpm=100", "status")
    let clock = try instrument.event("status").inner("clock")
    #expect(clock?.string("source") == "beat")
    try waitUntil("the tempo is there") { try instrument.status().inner("clock")?.int("bpm") == 100 }
    #expect(instrument.all("error").isEmpty)
    try instrument.quit()
  }

  @Test func `the status has every field`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server, ["--clock-offset", "5"])
    try instrument.write(beat, "keys sound=pad", "note C4 +on")
    try instrument.event("started")
    try waitUntil("the place is told") { try instrument.status().int("frame")! > 0 }
    let status = try instrument.status()
    #expect(
      status.keys.isSuperset(of: [
        "event", "client", "server", "rate", "period", "frame", "load", "ports", "latency", "clock", "instruments",
        "voices", "witnesses", "rings",
      ]))
    #expect(status.string("server") == server.name)
    #expect(status.int("rate") == 48000 && status.int("period") == 256)
    let clock = try #require(status.inner("clock"))
    #expect(clock.string("source") == "beat" && clock.int("bpm") == 120)
    #expect(clock.bool("running") == true && clock.bool("always") == false)
    #expect(status.inner("latency")?.keys.isSuperset(of: ["audio", "clock", "shift"]) == true)
    let instruments = try #require(status.list("instruments"))
    #expect(instruments.map { $0.string("preset") } == ["loop", "keys"])
    #expect(instruments[0].keys.isSuperset(of: ["id", "preset", "playing", "place"]))
    try instrument.quit()
  }

  @Test func `steps, notes and meters are told to who asked, and no longer when not`() throws {
    let bench = try Bench(keyboards: ["keys"])
    let instrument = bench.instrument
    try instrument.write(beat)
    _ = try instrument.status()
    try instrument.write("events +steps +notes +meters")
    _ = try instrument.status()
    try bench.player?.send("keys", [0x90, 60, 64])
    try bench.player?.send("keys", [0x80, 60, 64])
    let note = try instrument.event("note")
    #expect(note.string("source") == "midi_in" && note.string("note") == "C4")
    #expect(abs((note.number("velocity") ?? 0) - 64.0 / 127) < 0.001)
    #expect(try instrument.event("note").number("velocity") == 0)
    let step = try instrument.event("step")
    #expect(step.string("id") == "beat")
    #expect(step.int("heard")! - step.int("frame")! == 512)
    let meters = try instrument.event("meters")
    for key in ["left", "right", "peak_left", "peak_right"] { #expect(meters.number(key) != nil) }
    try instrument.write("events")
    _ = try instrument.status()
    let before = instrument.events.count
    try bench.player?.send("keys", [0x90, 60, 64])
    for _ in 0..<20 {
      _ = try instrument.status()
      try bench.probe.ask("cycles 5")
    }
    #expect(instrument.events[before...].allSatisfy { !["step", "note", "meters"].contains($0.name) })
    try instrument.quit()
  }

  @Test func `clear takes the instruments away and cuts what sounds`() throws {
    let bench = try Bench()
    try bench.instrument.write("engine room=0", beat, "keys sound=pad", "note C4 +on")
    try bench.instrument.event("started")
    try bench.instrument.write("clear")
    try bench.instrument.event("stopped")
    try waitUntil("nothing sounds") { try bench.instrument.status().int("voices") == 0 }
    #expect(try bench.instrument.status().list("instruments")?.isEmpty == true)
    let take = try bench.record(seconds: 1, freewheels: false, [])
    #expect(take.audio["left"]!.allSatisfy { $0 == 0 })
    try bench.instrument.quit()
  }

  @Test func `an arrangement of waits falls on its frames`() throws {
    let bench = try Bench()
    let take = try bench.record(
      seconds: 30,
      [
        "wait 10 s", "loop@beat 120 steps=16 p=... +play", "hit rim", "wait 3 steps", "hit rim", "wait 2 beats",
        "hit rim", "wait 1 bars", "hit rim", "wait 0.25 s", "hit rim", "wait 0.5 s", "clear", "wait 1 s", "hit rim",
      ])
    let heard = onsets(in: take.audio["left"]!)
    let start = try #require(take.places(of: 0xFA).first)
    #expect(heard.map { $0 - start - 1 } == [0, 18000, 66000, 162000, 174000, 246000])
    try bench.instrument.quit()
  }
}
