// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiSound

/// `scripts/bench` with settings so small that its figures mean nothing: what it prints, and that C computes what we do.
@Suite struct BenchTests {
  private static func run(_ words: [String], limit: Duration = .seconds(60)) throws -> [String] {
    let programs = ["ENGINE_BENCH": try Executable.path("engine-bench"), "YUI_JACK": try YuiJackProgram.path()]
    let child = try ChildProcess(
      "bash", [Repository.path("scripts/bench")] + words, environment: programs)
    child.closeInput()
    #expect(try child.wait(limit: limit) == .exited(0), "\(child.errorText)")
    #expect(child.errorText == "")
    return child.remainingLines()
  }

  @Test func `without a word it prints the load and the renderers`() throws {
    let lines = try Self.run(["--quick"])
    #expect(lines.allSatisfy { $0.count <= 110 } && lines.count <= 16)
    #expect(lines[0].hasSuffix(" cores"))
    for voices in [0, 8, 32, 128] {
      let row = try #require(lines.first { $0.hasPrefix("\(voices) ") })
      #expect(row.wholeMatch(of: /\d+ +\d+\.\d\d % +\d+\.\d\d %/) != nil, "\(row)")
    }
    #expect(lines.contains { $0.wholeMatch(of: /yui-jack render +[1-9]\d*/) != nil }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("fluidsynth") }, "\(lines)")
  }

  @Test(.jack) func `with 'timing' clicks, clocks and notes stand beside those of others`() throws {
    let lines = try Self.run(["timing", "--quick"], limit: .seconds(180))
    for (name, what) in [
      ("yui-jack", "clicks"), ("yui-jack", "clocks"), ("klick", "clicks"), ("jack_midi_clock", "clocks"),
    ] {
      let row = try #require(lines.first { $0.hasPrefix("\(name) ") && $0.contains(" \(what) ") }, "\(name) \(what)")
      let worst = try #require(Double(row.split(separator: " ")[3]))
      if name == "yui-jack" { #expect(worst <= (what == "clicks" ? 0 : 0.5), "\(row)") }
    }
    let notes = try #require(
      lines.firstIndex { $0.hasPrefix("program") && $0.hasSuffix("spread") && $0.contains("median") })
    let rows = lines[(notes + 1)...].map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map { $0[0] } == ["yui-jack", "fluidsynth"], "\(lines)")
    #expect(rows[0].dropFirst().allSatisfy { $0 == "0" }, "\(lines)")
    // Notes that are played at the beginning of their cycle spread over most of its 1024 frames.
    #expect(rows.last.flatMap { $0.last.flatMap { Int($0) } } ?? 0 > 300, "\(lines)")
  }

  @Test
  func
    `with 'voices' it prints every voice, C gives the same samples, and FluidSynth stands beside those that play notes`()
    throws
  {
    let lines = try Self.run(["voices", "--quick"])
    for kind in VoiceKind.allCases { #expect(lines.contains { $0.hasPrefix("\(kind) ") }, "\(kind)") }
    let compared = lines.compactMap { $0.wholeMatch(of: /(\w+) +(\d+\.\d\d) +(\d\.\d{7})/)?.output }
    #expect(compared.map { String($0.1) } == ["kick", "hat", "clap", "pluck", "pad", "lead"])
    for row in compared {
      #expect(Double(row.2)! > 0)
      #expect(Double(row.3)! < 1e-4, "\(row.0)")
    }
    let start = try #require(lines.firstIndex { $0.hasPrefix("Voices that one core renders") })
    let table = lines[(start + 1)...]
    for kind in VoiceKind.allCases where kind.isPitched {
      #expect(
        try table.contains { try $0.wholeMatch(of: Regex(#"\#(kind) +[1-9]\d*( +\d+\.\d\d)?"#)) != nil }, "\(kind)")
    }
    let isMeasured = table.contains { $0.wholeMatch(of: /a piano of FluidSynth +[1-9]\d* +1\.00/) != nil }
    #expect(isMeasured != (table.last?.contains("install libfluidsynth-dev") ?? false))
  }
}
