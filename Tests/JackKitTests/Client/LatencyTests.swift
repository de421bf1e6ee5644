// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit
import TestSupport
import Testing

@Suite(.jack) struct LatencyTests {
  @Test func `the dummy server's playback latency is seen at an output`() throws {
    try withDummyServer(period: 256) { _ in
      let client = try openClient()
      let out = try client.registerAudioOutput("out", flags: .terminal)
      let runner = CycleRunner()
      let active = try client.activate(argument: runner.argument, process: CycleRunner.process)
      try active.connect("test:out", to: "system:playback_1")
      try settle(active, runner)
      #expect(active.client.latency(of: out, .playback) == LatencyRange(512))
    }
    try withDummyServer(period: 256, synchronous: true) { _ in
      let client = try openClient()
      let out = try client.registerAudioOutput("out", flags: .terminal)
      let runner = CycleRunner()
      let active = try client.activate(argument: runner.argument, process: CycleRunner.process)
      try active.connect("test:out", to: "system:playback_1")
      try settle(active, runner)
      #expect(active.client.latency(of: out, .playback) == LatencyRange(256))
    }
  }

  @Test func `two thousand declared frames are seen at what is connected, both ways`() throws {
    try withDummyServer { server in
      let sink = try startSink(server, ["--midi-in", "keys"])
      let source = try startSource(server)
      let client = try openClient()
      let out = try client.registerAudioOutput("out")
      let clock = try client.registerMIDIOutput("clock")
      let input = try client.registerAudioInput("in")
      let runner = CycleRunner()
      let active = try client.activate(argument: runner.argument, process: CycleRunner.process)
      try active.connect("test:out", to: "sink:in")
      try active.connect("test:clock", to: "sink:keys")
      try active.connect("source:out", to: "test:in")
      try settle(active, runner)
      #expect(active.client.latency(of: out, .playback) == LatencyRange(2000))
      #expect(active.client.latency(of: clock, .playback) == LatencyRange(2000))
      #expect(active.client.latency(of: input, .capture) == LatencyRange(300))

      try sink.ask("latency 700")
      #expect(active.client.latency(of: out, .playback) == LatencyRange(700))
      try active.connect("test:out", to: "system:playback_1")
      try settle(active, runner)
      #expect(active.client.latency(of: out, .playback) == LatencyRange(minimum: 512, maximum: 700))
      try sink.quit()
      try source.quit()
    }
  }

  @Test func `the handler runs for both modes and what it sets is passed on`() throws {
    try withDummyServer { server in
      let client = try openClient()
      let input = try client.registerAudioInput("in")
      let out = try client.registerAudioOutput("out")
      let modes = Inbox<LatencyMode>()
      let runner = CycleRunner()
      let active = try client.activate(
        argument: runner.argument,
        latency: { mode, update in
          switch mode {
          case .playback: update.setRange(update.range(of: out, .playback).delayed(by: 48), of: input, .playback)
          case .capture: update.setRange(update.range(of: input, .capture).delayed(by: 48), of: out, .capture)
          }
          modes.put(mode)
        }, process: CycleRunner.process)
      let sink = try startSink(server)
      let source = try startSource(server)
      try active.connect("test:out", to: "sink:in")
      try active.connect("source:out", to: "test:in")
      modes.removeAll()
      try settle(active, runner)
      try modes.first("the playback mode") { $0 == .playback }
      try modes.first("the capture mode") { $0 == .capture }
      #expect(active.client.latency(of: input, .playback) == LatencyRange(2048))
      #expect(active.client.latency(of: out, .capture) == LatencyRange(348))
      #expect(try source.ask("latency-of source:out") == ["ok 2048 2048 300 300"])
      #expect(try sink.ask("latency-of sink:in") == ["ok 2000 2000 348 348"])
      try sink.quit()
      try source.quit()
    }
  }

  /// Two cycles on, the server has taken the new connections into its order of clients.
  private func settle(_ active: borrowing ActiveClient, _ runner: CycleRunner) throws {
    for _ in 0..<2 { _ = try runner.next { $0.frames } }
    try active.client.recomputeLatencies()
  }

  private func startSink(_ server: DummyServer, _ more: [String] = []) throws -> ChildProcess {
    try startProbe(server, ["--name", "sink", "--audio-in", "in", "--playback-latency", "2000"] + more)
  }

  private func startSource(_ server: DummyServer) throws -> ChildProcess {
    try startProbe(server, ["--name", "source", "--audio-out", "out", "--capture-latency", "300"])
  }

  @Test func `ranges are joined and delayed without overflow`() {
    let range = LatencyRange(minimum: 10, maximum: 20)
    #expect(range.union(LatencyRange(5)) == LatencyRange(minimum: 5, maximum: 20))
    #expect(range.delayed(by: 7) == LatencyRange(minimum: 17, maximum: 27))
    #expect(LatencyRange(.max).delayed(by: 1) == LatencyRange(.max))
  }
}
