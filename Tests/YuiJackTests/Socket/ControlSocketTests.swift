// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Where the socket is, who may open it, and how long it stays.
@Suite(.jack) struct ControlSocketTests {
  @Test func `it is for its user alone, and the ready event and the status tell where it is`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    #expect(instrument.all("ready").first?.string("socket") == bench.path())
    #expect(try instrument.status().string("socket") == bench.path())
    #expect(mode(of: bench.folder.file("yui-jack")) == 0o700)
    #expect(mode(of: bench.path()) == 0o600)
    #expect(try bench.connect().status().string("client") == "yui-jack")
    try instrument.quit()
    #expect(mode(of: bench.path()) == nil)
    #expect(instrument.process.errorText.split(separator: "\n").count == 1, "\(instrument.process.errorText)")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal takes it away`(signal: Int32) throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let client = try bench.connect()
    _ = try client.status()
    instrument.process.signal(signal)
    try instrument.end(expecting: .exited(0))
    try client.end()
    #expect(mode(of: bench.path()) == nil)
  }

  @Test func `that of an instrument that was killed is replaced, that of one that runs is not`() throws {
    let bench = try SocketBench()
    let killed = try bench.start(["--name", "solo"])
    killed.process.signal(SIGKILL)
    try killed.process.wait()
    #expect(mode(of: bench.path("solo")) == 0o600)
    let first = try bench.start(["--name", "solo"])
    let second = try bench.start(["--name", "solo"])
    #expect(first.all("ready").first?.string("socket") == bench.path("solo"))
    // JACK gives the second one its name, and the socket follows.
    #expect(second.all("ready").first?.string("client") == "solo-01")
    #expect(second.all("ready").first?.string("socket") == bench.path("solo-01"))
    #expect(try bench.connect("solo").status().string("client") == "solo")
    #expect(try bench.connect("solo-01").status().string("client") == "solo-01")
    try first.quit()
    try second.quit()
    #expect(mode(of: bench.path("solo")) == nil && mode(of: bench.path("solo-01")) == nil)
  }

  @Test func `the same name on another server is told to have another socket`() throws {
    let bench = try SocketBench()
    let other = try DummyServer(name: DummyServer.uniqueName())
    defer { other.stop() }
    let first = try bench.start()
    let second = try bench.start([], other.environment)
    #expect(second.all("ready").first?.string("client") == "yui-jack")
    #expect(second.all("ready").first?.string("socket") == bench.path("yui-jack-01"))
    #expect(try bench.connect("yui-jack-01").status().string("server") == other.name)
    try second.quit()
    #expect(second.process.errorText.contains("'yui-jack send --name yui-jack-01'"))
    #expect(try bench.connect().status().string("server") == bench.server.name)
    try first.quit()
  }

  @Test func `what cannot stand in a file name is replaced`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start(["--name", ".a/b ü"])
    #expect(instrument.all("ready").first?.string("socket") == bench.path("_a_b ü"))
    #expect(try bench.run(["send", "--name", ".a/b ü", "hit kick"]).ending == .exited(0))
    try instrument.quit()
  }

  enum Folder: String, CaseIterable { case open, readable, file, link, others }

  @Test(arguments: Folder.allCases)
  func `a folder that others could open is refused in one sentence, and the music plays`(folder: Folder) throws {
    let bench = try SocketBench()
    let path = bench.folder.file("yui-jack")
    let sentence: String
    switch folder {
    case .open, .readable:
      mkdir(path, 0o700)
      chmod(path, folder == .open ? 0o777 : 0o740)
      sentence = "The folder '\(path)' can be opened by others: close it with 'chmod 700 \(path)'."
    case .file:
      _ = try bench.folder.write("", to: "yui-jack")
      sentence = "'\(path)' is no folder: take it away."
    case .link:
      mkdir(bench.folder.file("elsewhere"), 0o700)
      symlink(bench.folder.file("elsewhere"), path)
      sentence = "'\(path)' is no folder: take it away."
    case .others:
      mkdir(path, 0o700)
      // Only the superuser can give a folder away.
      guard chown(path, 1, 1) == 0 else { return }
      sentence = "The folder '\(path)' belongs to somebody else: take it away."
    }
    let instrument = try bench.start()
    let warning = try #require(instrument.all("warning").first)
    #expect(warning.string("message") == "There is no control socket. \(sentence)")
    #expect(instrument.all("ready").first?.keys.contains("socket") == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).allSatisfy { !$0.contains("sock") })
    try instrument.write("loop 120 p=x... +play")
    try instrument.event("started")
    let sent = try bench.run(["send", "hit kick"])
    #expect(sent.ending == .exited(69))
    #expect(sent.errors == "Error: No instrument can be reached. \(sentence)\n")
    try instrument.quit()
    #expect(instrument.process.errorText.contains("Warning: There is no control socket. \(sentence)\n"))
  }

  @Test(arguments: ["", "relative", "/nowhere/at/all"])
  func `without a folder of the session the socket is in the temporary one`(folder: String) throws {
    let bench = try SocketBench()
    let instrument = try bench.start([], ["XDG_RUNTIME_DIR": folder, "TMPDIR": bench.folder.path + "/"])
    let own = bench.folder.file("yui-jack-\(geteuid())")
    #expect(instrument.all("ready").first?.string("socket") == "\(own)/yui-jack.sock")
    #expect(mode(of: own) == 0o700)
    #expect(try SocketClient("\(own)/yui-jack.sock").status().string("client") == "yui-jack")
    try instrument.quit()
  }

  @Test func `a path too long for a socket is told, and the music plays`() throws {
    let bench = try SocketBench()
    let long = bench.folder.file(String(repeating: "x", count: 60))
    mkdir(long, 0o700)
    let instrument = try bench.start([], ["XDG_RUNTIME_DIR": long])
    let path = "\(long)/yui-jack/yui-jack.sock"
    #expect(
      instrument.all("warning").first?.string("message")
        == "There is no control socket. The path '\(path)' has \(path.utf8.count) bytes: 107 is the most.")
    try instrument.write("loop 120 p=x... +play")
    try instrument.event("started")
    try instrument.quit()
  }

  @Test func `it can be left out`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start(["--no-socket"])
    #expect(instrument.all("ready").first?.keys.contains("socket") == false)
    #expect(try instrument.status().keys.contains("socket") == false)
    #expect(mode(of: bench.folder.file("yui-jack")) == nil)
    try instrument.quit()
  }

  @Test func `an instrument that waits for its server answers by it, and plays what was asked once it is there`() throws
  {
    let bench = try SocketBench()
    let name = DummyServer.uniqueName()
    let instrument = Instrument(
      try ChildProcess(
        Instrument.program, ["--wait"],
        environment: ["XDG_RUNTIME_DIR": bench.folder.path, "JACK_DEFAULT_SERVER": name]))
    try instrument.event("server") { $0.string("state") == "waiting" }
    let client = try bench.connect()
    let status = try client.status()
    #expect(status.bool("waiting") == true && status.string("server") == name)
    #expect(try instrument.status().bool("waiting") == true)
    #expect(try bench.run(["send", "status"]).ending == .exited(0))
    try client.write("loop@beat 120 p=x... +play", "status")
    let server = try DummyServer(name: name)
    defer { server.stop() }
    #expect(try client.event("ready").string("client") == "yui-jack")
    #expect(try client.event("started").string("id") == "beat")
    #expect(try client.all("status").count == 2)
    try instrument.quit()
  }

  @Test func `one that waits can be told to leave`() throws {
    let bench = try SocketBench()
    let instrument = Instrument(
      try ChildProcess(
        Instrument.program, ["--wait"],
        environment: ["XDG_RUNTIME_DIR": bench.folder.path, "JACK_DEFAULT_SERVER": DummyServer.uniqueName()]))
    try instrument.event("server") { $0.string("state") == "waiting" }
    #expect(try bench.run(["send", "quit"]).ending == .exited(0))
    try instrument.end(expecting: .exited(0))
  }

  @Test func `clients stay when the server goes and comes back`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let client = try bench.connect()
    try client.write("loop@beat 120 p=x... +play")
    try client.event("started")
    try bench.server.kill(SIGKILL)
    try client.event("server") { $0.string("state") == "lost" }
    #expect(try client.status().bool("waiting") == true)
    try bench.server.start()
    #expect(try client.event("ready").string("socket") == bench.path())
    try client.event("continued", limit: .seconds(20))
    _ = try bench.connect().status()
    try instrument.quit()
  }
}
