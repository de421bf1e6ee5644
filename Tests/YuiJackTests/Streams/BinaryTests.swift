// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// What the program costs: time to start, memory, libraries.
@Suite(.jack) struct BinaryTests {
  @Test func `it is on the graph within twice the time of klick`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let probe = try JackProbe(on: server)
    func start(_ program: String, _ arguments: [String], _ port: String, ending signal: Int32) throws -> Duration {
      let begin = ContinuousClock.now
      let process = try ChildProcess(program, arguments, environment: server.environment)
      let deadline = Deadline(after: .seconds(5))
      while try probe.ports("^\(port)$").isEmpty {
        if deadline.hasPassed { throw TestFailure("'\(port)' does not appear: \(process.errorText)") }
      }
      let time = ContinuousClock.now - begin
      process.signal(signal)
      try process.wait()
      try waitUntil("'\(port)' is gone") { try probe.ports("^\(port)$").isEmpty }
      return time
    }
    var ours: [Duration] = []
    var klicks: [Duration] = []
    for _ in 0..<11 {
      klicks.append(try start("klick", ["-n", "klick", "120"], "klick:out", ending: SIGKILL))
      ours.append(try start(Instrument.program, [], "yui-jack:clock_out", ending: SIGTERM))
    }
    let (mine, theirs) = (ours.sorted()[5], klicks.sorted()[5])
    #expect(mine <= theirs * 2, "yui-jack \(mine), klick \(theirs)")
    print("start: yui-jack \(mine / .milliseconds(1)) ms, klick \(theirs / .milliseconds(1)) ms")
  }

  @Test func `it takes less than forty mebibytes while it plays`() throws {
    let bench = try Bench()
    try bench.instrument.write(
      "loop@beat 127 steps=16 rows=kick|snare|hat|open p=x...x...x...x...|....x.......x...|xxxxxxxxxxxxxxxx|..x...x... +play",
      "keys sound=pad", "note C4 +on", "note E4 +on", "events +steps +meters")
    for _ in 0..<32 { try bench.instrument.event("step") }
    let text = try String(contentsOfFile: "/proc/\(bench.instrument.process.processID)/status", encoding: .utf8)
    var kibibytes: [String: Int] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("Rss") {
      let words = line.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\t" })
      kibibytes[String(words[0])] = Int(words[1])
    }
    let sum = try #require(kibibytes["RssAnon"]) + #require(kibibytes["RssFile"])
    #expect(sum < 40 * 1024)
    #expect(sum > 1024)
    print("memory: \(sum) KiB")
    try bench.instrument.quit()
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["YUI_JACK"] != nil,
      "YUI_JACK names no program that is linked as it is shipped"))
  func `it needs the libraries that it names and the system's own`() throws {
    let names = try neededLibraries(of: Instrument.program)
    let system = [
      "libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "ld-linux", "libpthread.so", "libdl.so", "librt.so",
    ]
    let own = names.filter { name in !system.contains { name.hasPrefix($0) } }.map { $0.prefix { $0 != "." } }
    let named = [
      "libjack", "libsndfile", "libsamplerate", "libedit", "libfftw3f", "libpng16", "libwebsockets", "libqrencode",
    ]
    // libwebsockets brings libcap along where it was built with it.
    #expect(Set(own.map { String($0) }).subtracting(["libcap"]) == Set(named), "\(names)")
  }

  /// The NEEDED entries of a 64-bit little-endian ELF file, by the System V ABI.
  private func neededLibraries(of path: String) throws -> [String] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ at: Int, _ width: Int) -> Int { (0..<width).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    try #require(Array(bytes.prefix(6)) == [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    let headers = (0..<number(56, 2)).map { number(32, 8) + $0 * number(54, 2) }
    /// The place in the file of an address in memory.
    func place(_ address: Int) -> Int? {
      for header in headers where number(header, 4) == 1 {
        let start = number(header + 16, 8)
        if address >= start, address < start + number(header + 32, 8) { return number(header + 8, 8) + address - start }
      }
      return nil
    }
    let dynamic = try #require(headers.first { number($0, 4) == 2 })
    let entries = stride(from: number(dynamic + 8, 8), to: number(dynamic + 8, 8) + number(dynamic + 32, 8), by: 16)
      .map { (tag: number($0, 8), value: number($0 + 8, 8)) }
    let strings = try #require(entries.first { $0.tag == 5 }.flatMap { place($0.value) })
    return entries.filter { $0.tag == 1 }.map { entry in
      String(decoding: bytes[(strings + entry.value)...].prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
