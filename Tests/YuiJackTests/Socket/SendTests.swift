// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// `yui-jack send` and `yui-jack events`.
@Suite(.jack) struct SendTests {
  @Test func `lines are carried out, and what is wrong is told`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let good = try bench.run(["send", "loop@beat 120 p=x... +play", "hit kick"])
    #expect(good.ending == .exited(0))
    #expect(good.output.isEmpty && good.errors.isEmpty)
    try instrument.event("started")
    let bad = try bench.run(["send", "hit kick", "loop@ 120", "metronome 1000", "status", "lop"])
    #expect(bad.ending == .exited(65))
    #expect(try bad.output.map { try Event($0).name } == ["error", "warning", "status", "error"])
    let sentences = bad.errors.split(separator: "\n")
    #expect(sentences.count == 3)
    #expect(sentences.first?.hasPrefix("send:2:1: Error: 'loop@' has no id") == true)
    #expect(sentences[1].hasPrefix("send:3:11: Warning: "))
    #expect(sentences[2].hasPrefix("send:5:1: Error: 'lop' ") && sentences[2].hasSuffix("Did you mean 'loop'?"))
    let warned = try bench.run(["send", "metronome 1000"])
    #expect(warned.ending == .exited(0) && warned.output.count == 1)
    try instrument.quit()
  }

  @Test func `what an instrument was asked to send, and what was saved, is an answer`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let sent = try bench.run([
      "send", "loop@beat 104 steps=4 rows=kick p=x.x.", "send beat", "save night", "forget night",
    ])
    #expect(sent.ending == .exited(0))
    #expect(
      sent.output.first
        == #"{"id":"beat","preset":"loop","bpm":104,"swing":0,"steps":4,"rows":["kick"],"p":["x.x."]}"#)
    #expect(try sent.output.dropFirst().map { try Event($0).name } == ["saved", "forgotten"])
    try instrument.quit()
  }

  @Test func `lines may come from standard input, before and behind others`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    #expect(try bench.run(["send"], input: ["loop@a 120", "loop@b 120"]).ending == .exited(0))
    let mixed = try bench.run(["send", "bogus1", "-", "bogus3"], input: ["bogus2"])
    #expect(mixed.ending == .exited(65))
    #expect(try mixed.output.map { try Event($0).string("text") } == ["bogus1", "bogus2", "bogus3"])
    #expect(try mixed.output.map { try Event($0).int("line") } == [1, 2, 3])
    #expect(try bench.run(["send", "-"]).ending == .exited(0))
    #expect(try instrument.status().list("instruments")?.compactMap { $0.string("id") } == ["a", "b"])
    // Each line acts as it comes.
    let process = try bench.command(["send"])
    try process.write("loop@now 120 p=x... +play")
    try instrument.event("started")
    #expect(!process.hasEnded)
    process.closeInput()
    #expect(try process.wait() == .exited(0))
    try instrument.quit()
  }

  @Test func `it waits as long as its lines do`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    try instrument.write("loop@beat 240 p=x... +play")
    let started = try #require(try instrument.event("started").int("frame"))
    #expect(try bench.run(["send", "wait 8 beats"]).ending == .exited(0))
    // One end of a wait is read two seconds ahead at most, its mark on the frame.
    #expect(try #require(try instrument.status().int("frame")) - started >= 96000)
    try instrument.quit()
  }

  @Test func `where none of that name runs it says which do`() throws {
    let bench = try SocketBench()
    let none = try bench.run(["send", "hit kick"])
    #expect(none.ending == .exited(69))
    #expect(none.errors == "Error: No instrument runs under the name 'yui-jack': start one with 'yui-jack'.\n")
    #expect(none.output.isEmpty)
    let killed = try bench.start(["--name", "dead"])
    killed.process.signal(SIGKILL)
    try killed.process.wait()
    let drums = try bench.start(["--name", "drums"])
    let one = try bench.run(["send", "hit kick"])
    #expect(
      one.errors
        == "Error: No instrument runs under the name 'yui-jack': there is 'drums', so choose it with '--name'.\n")
    let bass = try bench.start(["--name", "bass"])
    let two = try bench.run(["events", "-n", "dead"])
    #expect(two.ending == .exited(69))
    #expect(
      two.errors
        == "Error: No instrument runs under the name 'dead': there are 'bass', 'drums', so choose one with '--name'.\n"
    )
    #expect(try bench.run(["send", "--name", "bass", "hit kick"]).ending == .exited(0))
    try bass.quit()
    try drums.quit()
  }

  @Test func `quit ends well for who sends it, and not for who is still waiting`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let waiting = try bench.command(["send", "say waiting", "wait 1000 s", "hit kick"])
    try waitUntil("it waits") { instrument.process.errorText.contains("waiting") }
    let quitting = try bench.run(["send", "hit kick", "quit"])
    #expect(quitting.ending == .exited(0) && quitting.errors.isEmpty)
    #expect(try waiting.wait() == .exited(1))
    #expect(waiting.errorText == "Error: The instrument ended before all lines were carried out.\n")
    try instrument.end(expecting: .exited(0))
  }

  @Test func `on request it shows all that is told meanwhile`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let run = try bench.run(["send", "--all", "loop@beat 240 p=x... +play", "wait 2 beats"])
    #expect(run.ending == .exited(0))
    let names = try run.output.map { try Event($0).name }
    #expect(names.first == "client" && names.last == "done" && names.contains("started"))
    try instrument.quit()
  }

  @Test func `events are told until the instrument ends`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let plain = try bench.command(["events"])
    let steps = try bench.command(["events", "steps"])
    for process in [plain, steps] { try process.readLine { $0.contains(#""event":"client""#) } }
    try instrument.write("loop@beat 240 steps=16 p=x... +play")
    for process in [plain, steps] { try process.readLine { $0.contains(#""event":"started""#) } }
    for _ in 0..<4 { try steps.readLine { $0.contains(#""event":"step""#) } }
    try instrument.quit()
    for process in [plain, steps] { #expect(try process.wait() == .exited(0)) }
    let rest = plain.remainingLines()
    #expect(rest.contains { $0.contains(#""event":"stopped""#) })
    #expect(!rest.contains { $0.contains(#""event":"step""#) })
  }

  @Test func `events end with a signal, and when nobody reads them`() throws {
    let bench = try SocketBench()
    let instrument = try bench.start()
    let process = try bench.command(["events"])
    _ = try process.readLine()
    process.signal(SIGINT)
    #expect(try process.wait() == .exited(0))
    let shell = try ChildProcess(
      "bash", ["-c", "set -o pipefail; \"$0\" events | head -n 1", Instrument.program], environment: bench.environment)
    #expect(try shell.readLine().contains(#""event":"client""#))
    #expect(try shell.wait() == .exited(0))
    #expect(shell.errorText.isEmpty)
    _ = try instrument.status()
    try instrument.quit()
  }

  @Test func `a kind of event that does not exist is a wrong word`() throws {
    let bench = try SocketBench()
    let run = try bench.run(["events", "stps"])
    #expect(run.ending == .exited(64))
    #expect(
      run.errors == """
        Error: 'events' tells steps, notes, meters, readings and state, not 'stps'. Did you mean 'steps'?
        Usage: yui-jack events [options] [steps] [notes] [meters] [readings] [state]

        """)
  }
}
