// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiJack
import YuiLines

/// How the screens of the library read, begin and sound.
@Suite struct ScreenSoundTests {
  /// Screens to play chords on, which make no sound by themselves.
  static let boards: Set = ["chord-chart", "songwriting"]
  static let playing = Library.screens.map(\.name).filter { !boards.contains($0) }
  static let all = Library.screens.map(\.name)

  @Test(arguments: all)
  func `every line is read, and played as it is written`(_ name: String) throws {
    let screen = try ReadScreen(name)
    #expect(screen.ops.allSatisfy { $0.error == nil })
    #expect(screen.warnings.isEmpty, "\(screen.warnings.map(\.message))")
    #expect(screen.keys != nil)
    for id in screen.order {
      let loop = try screen.loop(id)
      #expect(!loop.title.isEmpty)
      #expect(loop.rows.allSatisfy { $0.mask != 0 }, "'\(id)' has a row without a hit")
    }
  }

  @Test(arguments: playing)
  func `everything begins together, at once`(_ name: String) throws {
    let screen = try ReadScreen(name)
    let last = try #require(screen.hostLines.last)
    #expect(last == .start(nil))
    #expect(!screen.hostLines.contains { if case .wait = $0 { true } else { false } })
    #expect(screen.loops.values.allSatisfy { !$0.plays })
  }

  @Test(arguments: playing.filter { $0 != "practice-session" })
  func `the beat leads, and the rest goes at its tempo, at half of it or half as fast again`(_ name: String) throws {
    let screen = try ReadScreen(name)
    #expect(screen.order.first == "beat")
    let beat = try screen.beat()
    for loop in screen.loops.values {
      #expect([0.5, 1, 1.5].contains(loop.bpm / beat.bpm))
      let bar = min(beat.seconds, 4 * 60 / beat.bpm)
      let rounds = loop.seconds / bar
      let isWhole = [rounds, 4 * rounds].contains { abs($0 - $0.rounded()) < 1e-9 }
      #expect(isWhole, "\(loop.title) lasts \(rounds) bars")
    }
  }

  @Test(arguments: playing)
  func `eight bars sound all through, and leave the limiter little to do`(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let limited = try render(name, ["--bars", "8"], into: folder.file("limited.wav"))
    let free = try render(name, ["--bars", "8", "--limiter", "off"], into: folder.file("free.wav"))
    let all = 0..<limited.frames
    // 0.1 is -20 dB, 1.0 is 0 dB; without the limiter the mix stays within 1.6 dB of full scale.
    #expect((-20)...0 ~= limited.peak(all), "peak \(limited.peak(all)) dB")
    #expect(free.peak(all) < 1.6, "peak \(free.peak(all)) dB without the limiter")
    guard name != "practice-session" else { return }
    #expect((-6)...(-0.5) ~= limited.peak(all), "peak \(limited.peak(all)) dB")
    #expect((-19)...(-14) ~= limited.level(all), "level \(limited.level(all)) dB")
    for bar in 0..<8 {
      let frames = limited.frames * bar / 8..<limited.frames * (bar + 1) / 8
      #expect(limited.level(frames) > -22, "bar \(bar + 1)")
    }
  }

  @Test(arguments: boards)
  func `a board is silent, and its click waits`(_ name: String) throws {
    let screen = try ReadScreen(name)
    #expect(screen.loops.isEmpty && screen.hostLines.isEmpty)
    #expect(screen.metronome?.plays == false)
    #expect(try #require(screen.chords).buttons.count >= 4)
    let folder = try TemporaryDirectory()
    let sound = try render(name, ["--seconds", "2"], into: folder.file("board.wav"))
    #expect(sound.firstSound == nil)
    let started = try #require(Library.screen(named: name)).text + "start click\n"
    let run = try YuiJackProgram.run(
      ["render", "-", "--bars", "2", "-o", folder.file("click.wav")], input: started)
    #expect(run.ending == .exited(0))
    #expect(try WaveFile(folder.file("click.wav")).firstSound != nil)
  }

  private func render(_ name: String, _ options: [String], into file: String) throws -> WaveFile {
    let text = try #require(Library.screen(named: name)).text
    let run = try YuiJackProgram.run(["render", "-", "-o", file] + options, input: text)
    try #require(run.ending == .exited(0), "\(run.errors)")
    let told = run.errors.split(separator: "\n").filter { !$0.contains("in this version") }
    #expect(!told.contains { $0.contains("Error: ") || $0.contains("Warning: ") }, "\(told)")
    return try WaveFile(file)
  }
}
