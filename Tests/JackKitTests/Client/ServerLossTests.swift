// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import JackKit
import TestSupport
import Testing

@Suite(.jack) struct ServerLossTests {
  @Test(arguments: [SIGKILL, SIGTERM]) func `a server that ends is told with a reason, and the next one is joined`(
    signal: Int32
  ) throws {
    try withDummyServer { server in
      let inbox = Inbox<JackKit.Notification>()
      let runner = CycleRunner()
      do {
        let client = try openClient()
        _ = try client.registerAudioOutput("out")
        let active = try client.activate(
          argument: runner.argument, notify: { inbox.put($0) }, process: CycleRunner.process)
        #expect(try runner.next { $0.frames } == 256)
        try server.kill(signal)
        let start = ContinuousClock.now
        let told = try inbox.first("the shutdown") { if case .shutdown = $0 { true } else { false } }
        guard case .shutdown(let status, let reason) = told else { return }
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(!reason.isEmpty)
        #expect(status.contains(.failure))
        #expect(active.client.isServerGone == true)
        #expect(error { try active.client.setBufferSize(64) } == .serverGone(function: "jack_set_buffer_size"))
        #expect(
          error { try active.connect("test:out", to: "system:playback_1") } == .serverGone(function: "jack_connect"))
      }
      try server.start()
      let active = try openClient().activate(argument: runner.argument, process: CycleRunner.process)
      #expect(try runner.next { $0.frames } == 256)
      #expect(active.client.isServerGone == false)
    }
  }

  @Test func `ten killed servers are survived in one process`() throws {
    try withDummyServer { server in
      for _ in 0..<10 {
        let inbox = Inbox<JackKit.Notification>()
        let runner = CycleRunner()
        do {
          let client = try openClient()
          let port = try client.registerAudioOutput("out")
          try client.setPrettyName("Out", of: port)
          let active = try client.activate(
            argument: runner.argument, notify: { inbox.put($0) }, process: CycleRunner.process)
          try active.connect("test:out", to: "system:playback_1")
          #expect(try runner.next { $0.frames } == 256)
          try server.kill(SIGKILL)
          try inbox.first("the shutdown") { if case .shutdown = $0 { true } else { false } }
          #expect(active.client.isServerGone == true)
        }
        try server.start()
      }
    }
  }

  @Test func `a request at the moment of death throws`() throws {
    try withDummyServer { server in
      let active = try openClient().activate()
      try server.kill(SIGKILL)
      let failure = error { for _ in 0..<1000 { try active.client.recomputeLatencies() } }
      switch failure {
      case .serverGone(let function), .callFailed(let function, _, _, _):
        #expect(function == "jack_recompute_total_latencies")
      default:
        Issue.record("There came \(String(describing: failure))")
      }
    }
  }
}
