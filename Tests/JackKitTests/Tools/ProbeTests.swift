// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@Suite(.jack) struct ProbeTests {
  @Test func `the probe records what it plays, sample by sample and byte by byte`() throws {
    let directory = try TemporaryDirectory()
    let samples = (0..<96000).map { Float($0 % 9973) / 9973 - 0.5 }
    try samples.withUnsafeBytes { try directory.write(Array($0), to: "play.f32") }
    let script = try directory.write(
      "0 90 3C 40\n\n# a comment\n100 80 3C 00\n100 F8\n47999 FC\n47999 F0 01 F7\n48000 FA\n", to: "script")
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let probe = try startProbe(
      server,
      [
        "--audio-in", "in_1,in_2", "--audio-out", "out_1,out_2", "--midi-in", "keys", "--midi-out", "send", "--play",
        directory.file("play.f32"), "--script", "send=\(script)", "--output", directory.file("take"), "--connect",
        "send=keys",
      ])
    try probe.ask("connect jack-probe:out_1 jack-probe:in_1")
    try probe.ask("connect jack-probe:out_2 jack-probe:in_2")
    try probe.ask("freewheel on")
    try probe.ask("record 48000")
    let done = try probe.readLine(limit: .seconds(20)) { $0.hasPrefix("done ") }
    try probe.ask("freewheel off")
    #expect(done.hasSuffix(" frames=48000 lost=0 missing=0 midi=5 refused=0 overflow=0"))

    let recorded = try directory.samples("take.f32")
    let isEqual = recorded == samples
    #expect(isEqual)
    let header = try directory.text("take.txt").split(separator: "\n")
    let first = try #require(header.first.flatMap { Int($0.dropFirst("first ".count)) })
    #expect(
      header.dropFirst() == ["frames 48000", "rate 48000", "audio in_1,in_2", "midi keys", "lost 0", "missing 0"])
    let events = try directory.text("take.keys.midi").split(separator: "\n").map(String.init)
    #expect(
      events == [
        "\(first) 90 3C 40", "\(first + 100) 80 3C 00", "\(first + 100) F8", "\(first + 47999) FC",
        "\(first + 47999) F0 01 F7",
      ])
    try probe.quit()
  }

  @Test func `the probe answers each command, and a wrong one with an error`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName(), rate: 44100, period: 128)
    defer { server.stop() }
    let probe = try startProbe(server, ["--name", "p", "--audio-in", "a b", "--midi-out", "m"])
    #expect(
      try probe.ask("ports ^p:") == [
        "port audio input,terminal p:a b", "port midi output,terminal p:m", "ok ports ^p:",
      ])
    try probe.ask("connect system:capture_1 \"p:a b\"")
    #expect(try probe.ask("connections system:capture_1") == ["connection p:a b", "ok connections system:capture_1"])
    try probe.ask("disconnect system:capture_1 \"p:a b\"")
    #expect(try probe.ask("connections system:capture_1") == ["ok connections system:capture_1"])
    try probe.ask("buffer-size 512")
    try probe.ask("cycles 3")
    #expect(try probe.ask("time").last?.split(separator: " ")[2] == "512")
    #expect(try probe.ask("send m 90 3C 40").last?.hasPrefix("ok send ") == true)
    for wrong in ["dance", "record 0", "go", "send x 90", "send m 9Z", "connect a b", "ports (", "latency -1"] {
      try probe.write(wrong)
      #expect(try probe.readLine().hasPrefix("error "), "\(wrong)")
    }
    try probe.quit()
  }

  @Test func `the probe ends with a code for bad usage, no server and a lost server`() throws {
    let program = try Executable.path("jack-probe")
    #expect(try ChildProcess(program, ["--dance", "1"]).wait() == .exited(64))
    #expect(try ChildProcess(program, ["--server", DummyServer.uniqueName()]).wait() == .exited(69))
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let probe = try startProbe(server)
    try server.kill(9)
    try probe.readLine { $0.hasPrefix("server-lost ") }
    #expect(try probe.wait() == .exited(1))
  }
}
