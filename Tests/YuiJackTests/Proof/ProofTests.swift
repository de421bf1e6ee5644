// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// `yui-jack prove` on servers of its own: what is tight passes, and every planted fault is found.
@Suite(.jack) struct ProofTests {
  /// Runs a proof on a server and returns its exit code and its lines.
  static func prove(
    rate: Int = 48_000, period: Int = 1024, _ arguments: [String], limit: Duration = .seconds(180)
  ) throws -> (code: ChildProcess.Ending, text: String) {
    let server = try DummyServer(name: DummyServer.uniqueName(), rate: rate, period: period)
    defer { server.stop() }
    let run = try Instrument.run(["prove"] + arguments, server: server.name, limit: limit)
    return (run.ending, run.output.joined(separator: "\n") + run.errors)
  }

  /// The number that follows some words.
  static func number(after words: String, in text: String) -> Double? {
    guard let range = text.range(of: words) else { return nil }
    return Double(text[range.upperBound...].prefix { "-0123456789.".contains($0) })
  }

  @Test(arguments: [(48_000, 128), (44_100, 256)])
  func `a minute in freewheel is exact, and every witness reads zero`(rate: Int, period: Int) throws {
    let run = try Self.prove(rate: rate, period: period, ["--freewheel", "--seconds", "60"])
    #expect(run.code == .exited(0), "\(run.text)")
    #expect(run.text.contains("Witnesses: all zero."), "\(run.text)")
    #expect(run.text.contains("Tight: every click and clock is on its frame, and every witness reads zero."))
    #expect(Self.number(after: "Clicks: ", in: run.text) ?? 0 > 500)
    #expect(Self.number(after: "worst error ", in: run.text) == 0)
    let clocks = try #require(run.text.range(of: "Clocks: "))
    #expect(Self.number(after: "worst error ", in: String(run.text[clocks.lowerBound...])) ?? 1 <= 0.5)
  }

  @Test func `in real time every click and clock is on its frame, and no witness speaks against the callback`() throws {
    let folder = try TemporaryDirectory()
    let run = try Self.prove(["--seconds", "10", "--output", folder.file("proof")])
    #expect(run.code == .exited(0), "\(run.text)")
    #expect(Self.number(after: "worst error ", in: run.text) == 0, "\(run.text)")
    #expect(run.text.contains("compared with the beat and 2048 frames of latency"), "\(run.text)")
    for picture in ["errors.svg", "histogram.svg"] {
      #expect(try folder.text("proof/\(picture)").hasPrefix("<svg"))
    }
  }

  @Test func `steps fired by a timer are not tight, and are drawn in another colour`() throws {
    let folder = try TemporaryDirectory()
    let run = try Self.prove(["--seconds", "5", "--fault", "timer", "--output", folder.file("fault")])
    #expect(run.code == .exited(1), "\(run.text)")
    #expect(Self.number(after: "worst error ", in: run.text) ?? 0 > 100, "\(run.text)")
    #expect(run.text.contains("Not tight: the recording is off the grid"), "\(run.text)")
    let picture = try folder.text("fault/errors.svg")
    #expect(picture.contains("fault: timer") && picture.contains("stroke=\"#e8760a\""))
  }

  @Test func `a callback that is held is counted each time, and is not tight`() throws {
    let run = try Self.prove(period: 256, ["--seconds", "12", "--fault", "stall"])
    #expect(run.code == .exited(1), "\(run.text)")
    let planted = try #require(Self.number(after: "Planted: ", in: run.text))
    #expect(planted >= 1)
    #expect(Self.number(after: "the witnesses counted ", in: run.text) ?? 0 >= planted, "\(run.text)")
    #expect(run.text.contains("callbacks that took more than 50 % of the period"), "\(run.text)")
  }

  @Test func `rounded intervals that are added drift`() throws {
    let run = try Self.prove(["--freewheel", "--seconds", "60", "--fault", "add"])
    #expect(run.code == .exited(1), "\(run.text)")
    // 0.29 of a frame a step at 127 bpm and 48 kHz.
    let clicks = try #require(Self.number(after: "Clicks: ", in: run.text))
    let drift = try #require(Self.number(after: "drift ", in: run.text))
    #expect(abs(drift + 0.2913 * (clicks - 1)) < 1, "\(run.text)")
  }

  @Test func `a clock that is left out is missed`() throws {
    let run = try Self.prove(["--freewheel", "--seconds", "60", "--fault", "drop-clock"])
    #expect(run.code == .exited(1), "\(run.text)")
    let planted = try #require(Self.number(after: "Planted: ", in: run.text))
    #expect(planted >= 5)
    // The last may lie behind the end of the recording.
    let wrong = try #require(Self.number(after: "Wrong: ", in: run.text))
    #expect(wrong <= planted && wrong >= planted - 1, "\(run.text)")
  }

  @Test func `a MIDI event sounds on its stamp, and a line within a period and the session's look`() throws {
    let run = try Self.prove(period: 256, ["--touch", "12"])
    #expect(run.code == .exited(0), "\(run.text)")
    #expect(run.text.contains("MIDI event: median 0 frames (0.00 ms), 99 in 100 within 0 frames"), "\(run.text)")
    for name in ["Socket line: median ", "Terminal key: median "] {
      // A period of 256 frames, and the poll of the instrument; on a busy machine some tens of milliseconds more.
      #expect(Self.number(after: name, in: run.text) ?? .infinity < 4800, "\(run.text)")
    }
    #expect(run.text.contains("adds 512 frames"), "\(run.text)")
  }

  @Test func `without a server it says so in one sentence`() throws {
    let name = DummyServer.uniqueName()
    let run = try Instrument.run(["prove"], server: name)
    #expect(run.ending == .exited(69))
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: No JACK server runs under the name '\(name)': "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `without Python it says what to install`() throws {
    let process = try ChildProcess(Instrument.program, ["prove"], environment: ["PATH": "/nonexistent"])
    #expect(try process.wait() == .exited(69))
    #expect(process.errorText.contains("'apt install python3-numpy'"))
  }
}
