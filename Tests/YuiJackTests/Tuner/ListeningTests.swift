// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The tuner on a server: its port, what it hears there, what it tells.
@Suite(.jack) struct ListeningTests {
  /// A sound card with one input, on which strings are plucked.
  private func microphone(_ sounds: [Float], on server: DummyServer, in directory: TemporaryDirectory) throws
    -> JackProbe
  {
    let path = directory.file("strings.f32")
    try sounds.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: path))
    let probe = try JackProbe(
      on: server, ["--name", "box", "--physical", "--audio-in", "x", "--audio-out", "mic", "--play", path])
    try probe.prepare(sounds.count)
    return probe
  }

  @Test func `plucked strings are read, and the tuning is told when all have been held`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), captures: 0)
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    var sounds = [Float](repeating: 0, count: 9600)
    for frequency in [55.0, 110 * exp2(2 / 1200)] {
      sounds += StringSound(frequency: frequency, stiffness: 5e-5, length: 2).samples
    }
    let microphone = try microphone(sounds, on: server, in: directory)
    let instrument = try Instrument(on: server)
    try instrument.write("events +readings", "tuner@t bass strings=A1|A2")
    #expect(try instrument.event("connected") { $0.string("port") == "tuner_in" }.string("peer") == "box:mic")
    try microphone.go()
    let first = try instrument.event("reading")
    #expect(first.string("id") == "t" && first.string("note") == "A1" && first.int("string") == 1)
    for key in ["cents", "hertz", "clarity", "level"] { #expect(first.number(key) != nil, "\(key)") }
    let second = try instrument.event("reading") { $0.int("string") == 2 && $0.bool("held") == true }
    #expect(second.bool("in_tune") == true && abs((second.number("cents") ?? 0) - 2) < 0.5)
    let tuned = try instrument.event("") { $0.bool("tuned") == true }
    #expect(tuned.string("tuning") == "custom" && tuned.strings("strings") == ["A1", "A2"])
    #expect(tuned.numbers("cents") == [0, 2])
    try instrument.event("reading") { !$0.keys.contains("hertz") }
    // The sound of a tuner that is gone is not listened to.
    try instrument.write("clear")
    try instrument.event("disconnected") { $0.string("port") == "tuner_in" }
    try instrument.quit()
    #expect(instrument.events.count { $0.bool("tuned") == true } == 1)
  }

  @Test func `a change of the cycle's size does not disturb it`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), rate: 96_000, captures: 0)
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let low = StringSound(frequency: 30.87, rate: 96_000, stiffness: 3e-4, weakness: 12, length: 8)
    var random = Dice(5)
    let clean = low.samples
    let sounds = clean.mixed(with: random.noise(clean.count, level: clean.prefix(24_000).level * 0.02))
    let microphone = try microphone(sounds, on: server, in: directory)
    let instrument = try Instrument(on: server)
    try instrument.write("events +readings", "tuner bass tuning=five")
    try instrument.event("connected") { $0.string("port") == "tuner_in" }
    try microphone.go()
    for size in [512, 1024, 128, 2048, 256] {
      try instrument.event("reading") { $0.string("note") == "B0" }
      try microphone.ask("buffer-size \(size)")
    }
    for _ in 0..<8 { try instrument.event("reading") { $0.string("note") == "B0" } }
    let readings = instrument.all("reading").filter { $0.keys.contains("hertz") }
    #expect(readings.allSatisfy { $0.string("note") == "B0" })
    let cents = readings.compactMap { $0.number("cents") }.map(abs).sorted()
    #expect(cents[cents.count / 2] < 2)
    try instrument.quit()
  }

  @Test func `without a capture port it says so, and strings still sound`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), captures: 0)
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    try instrument.write("tuner")
    let message = try instrument.event("warning").string("message")
    #expect(
      message
        == "There is no capture port for the tuner to hear: connect one to 'yui-jack:tuner_in'; 'tone 1' plays a string."
    )
    try instrument.write("tone 1")
    try waitUntil("the string sounds") { try instrument.status().int("voices") == 1 }
    try instrument.quit()
  }

  @Test func `a tuner opens and closes a hundred times while music plays`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let instrument = try Instrument(on: server)
    try instrument.write("loop@beat 120 p=xxxxxxxx +play")
    try instrument.event("started")
    try instrument.write(">2")
    for _ in 0..<100 {
      try instrument.write("tuner")
      try instrument.event("connected") { $0.string("port") == "tuner_in" }
      try instrument.write("clear")
      try instrument.event("disconnected") { $0.string("port") == "tuner_in" }
    }
    try waitUntil("the port is gone") {
      try instrument.status().inner("ports")?.keys.contains("tuner_in") == false
    }
    let status = try instrument.status()
    #expect(status.list("instruments")?.first?.bool("playing") == true)
    #expect(status.list("instruments")?.count == 1)
    #expect(instrument.all("stopped").isEmpty && instrument.all("error").isEmpty)
    try instrument.quit()
  }

  @Test func `the needle stands above the prompt, in one line`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), captures: 0)
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let microphone = try microphone(
      StringSound(frequency: 110, stiffness: 5e-5, length: 3).samples, on: server, in: directory)
    let terminal = try Terminal()
    let instrument = try Instrument.atPrompt(terminal, server, home: directory)
    try terminal.type("tuner\r")
    try instrument.event("connected") { $0.string("port") == "tuner_in" }
    try microphone.go()
    let line = "E2 \u{1B}[7mA2\u{1B}[0m D3 G3 B3 E4 \u{1B}[32m[----------#----------] 0    cents\u{1B}[0m 110.0 Hz"
    try waitUntil("the needle moves in its place") { terminal.text.contains("\u{1B}[A\u{1B}[K" + line) }
    try terminal.type("quit\r")
    try instrument.end(expecting: .exited(0))
  }
}
