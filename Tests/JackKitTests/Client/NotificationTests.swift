// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit
import TestSupport
import Testing

@Suite(.jack) struct NotificationTests {
  @Test func `ports that come, go and change their connections are told`() throws {
    try withDummyServer { _ in
      let inbox = Inbox<JackKit.Notification>()
      let watcher = try openClient("watcher").activate(notify: { inbox.put($0) })
      let other = try openClient("other").activate()
      let port = try other.client.registerAudioOutput("out")

      let told = try inbox.first("the new port") {
        if case .portRegistered(let port) = $0 { port.name == "other:out" } else { false }
      }
      guard case .portRegistered(let notified) = told else { return }
      #expect(watcher.client.port(id: notified.id).map { watcher.client.name(of: $0) } == "other:out")

      try other.connect("other:out", to: "system:playback_1")
      try inbox.first("the connection") {
        if case .connected(let source, let destination) = $0 {
          source.name == "other:out" && destination.name == "system:playback_1"
        } else {
          false
        }
      }
      try other.disconnect("other:out", from: "system:playback_1")
      try inbox.first("the disconnection") {
        if case .disconnected(let source, let destination) = $0 {
          source == notified && destination.name == "system:playback_1"
        } else {
          false
        }
      }
      try other.client.unregister(port)
      try inbox.first("the port going") { $0 == .portUnregistered(notified) }
    }
  }

  @Test func `clients that come and go are told`() throws {
    try withDummyServer { server in
      let inbox = Inbox<JackKit.Notification>()
      let watcher = try openClient("watcher").activate(notify: { inbox.put($0) })
      let probe = try startProbe(server, ["--name", "guest"])
      try inbox.first("the client") { $0 == .clientRegistered(name: "guest") }
      try inbox.first("the new order") { $0 == .graphOrder }
      try probe.quit()
      try inbox.first("the client going") { $0 == .clientUnregistered(name: "guest") }
      #expect(watcher.client.isServerGone == false)
    }
  }

  @Test func `another cycle size is told`() throws {
    try withDummyServer { _ in
      let inbox = Inbox<JackKit.Notification>()
      let watcher = try openClient("watcher").activate(notify: { inbox.put($0) })
      try watcher.client.setBufferSize(1024)
      try inbox.first("the cycle size") { $0 == .bufferSize(frames: 1024) }
      #expect(watcher.client.bufferSize == 1024)
    }
  }

  @Test func `freewheeling is told when it begins and ends`() throws {
    try withDummyServer { _ in
      let inbox = Inbox<JackKit.Notification>()
      let watcher = try openClient("watcher").activate(notify: { inbox.put($0) })
      try watcher.client.setFreewheel(true)
      try inbox.first("freewheel") { $0 == .freewheel(true) }
      try watcher.client.setFreewheel(false)
      try inbox.first("the end of freewheel") { $0 == .freewheel(false) }
    }
  }

  @Test func `a missed deadline is told`() throws {
    try withDummyServer(period: 64) { _ in
      let inbox = Inbox<JackKit.Notification>()
      let runner = CycleRunner()
      let active = try openClient("late").activate(
        argument: runner.argument, notify: { inbox.put($0) }, process: CycleRunner.process)
      let start = active.client.microseconds
      try runner.next { cycle in while cycle.microseconds < start + 200_000 {} }
      try inbox.first("the xrun") { if case .xrun = $0 { true } else { false } }
    }
  }

  @Test func `a name that a port is given is told`() throws {
    try withDummyServer { server in
      let inbox = Inbox<JackKit.Notification>()
      let watcher = try openClient("watcher").activate(notify: { inbox.put($0) })
      let port = try watcher.client.registerAudioInput("old")
      try watcher.client.rename(port, to: "new")
      try inbox.first("the name") {
        if case .portRenamed(_, let from, let to) = $0 { from == "watcher:old" && to == "watcher:new" } else { false }
      }
      #expect(watcher.client.describe(port).shortName == "new")
    }
  }
}
