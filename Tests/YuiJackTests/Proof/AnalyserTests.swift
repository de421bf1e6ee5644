// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import YuiJack

/// The analyser against recordings made by hand, of clicks of two samples.
@Suite struct AnalyserTests {
  /// A recording of a second and a half at 8000 Hz, 120 bpm: a step is 1000 frames, a clock 166 and two thirds.
  struct Take {
    var clicks = Array(stride(from: 500, to: 12_000, by: 1000))
    var clocks = (0..<69).map { 600 + ($0 * 1000 + 3) / 6 }
    /// Recorded index and frame from which on it follows.
    var segments = [(0, 0)]
    var aside = ""

    /// Writes it, judges it, and returns the verdict.
    func judge() throws -> Bool {
      let folder = try TemporaryDirectory()
      var samples = [Float](repeating: 0, count: 12_000)
      for click in clicks { (samples[click], samples[click + 1]) = (0.5, -0.25) }
      let bytes = samples.withUnsafeBytes { Data($0) }
      try bytes.write(to: URL(fileURLWithPath: folder.file("audio.f32")))
      let midi = clocks.first.map { ["\($0) fa"] }! + clocks.map { "\($0) f8" }
      _ = try folder.write(midi.joined(separator: "\n") + "\n", to: "midi.txt")
      let text = segments.map { "segment \($0.0) \($0.1) 0" }.joined(separator: "\n")
      _ = try folder.write(
        """
        rate 8000
        channels 1
        frames 12000
        unkept 0
        \(text)
        bpm 120
        division 4
        audio-latency 101
        clock-latency 0
        silent-frames 1
        anchor click
        fault\u{20}

        """, to: "take.txt")
      _ = try folder.write(aside, to: "set-aside.txt")
      return try Analyser.judge(folder.file("."), comparison: nil)
    }
  }

  @Test func `clicks and clocks on the grid are tight`() throws {
    #expect(try Take().judge())
  }

  @Test(arguments: [-1, 1])
  func `one click that is one frame off is not tight`(error: Int) throws {
    var take = Take()
    take.clicks[7] += error
    #expect(try !take.judge())
  }

  @Test func `one clock that is one frame off is not tight`() throws {
    var take = Take()
    take.clocks[30] += 1
    #expect(try !take.judge())
  }

  @Test func `a click too few, a click too many and a clock too few are not tight`() throws {
    var (few, many, clock) = (Take(), Take(), Take())
    few.clicks.remove(at: 5)
    many.clicks.append(7000)
    clock.clocks.remove(at: 5)
    #expect(try !few.judge())
    #expect(try !many.judge())
    #expect(try !clock.judge())
  }

  @Test func `clicks that end before the recording are not tight`() throws {
    var take = Take()
    take.clicks.removeLast(3)
    #expect(try !take.judge())
  }

  @Test func `lost frames are an error, unless they are set aside`() throws {
    var take = Take()
    take.segments = [(0, 0), (6100, 6356)]
    #expect(try !take.judge())
    take.aside = "6356 256\n"
    #expect(try take.judge())
  }

  @Test func `what the recorder alone lost is not missed`() throws {
    var take = Take()
    // From frame 6400 to 6656: a click at 6500 and the clocks of that stretch were played and not heard.
    func recorded(_ places: [Int]) -> [Int] {
      let heard = places.filter { $0 < 6400 || $0 >= 6656 }
      return heard.map { $0 < 6400 ? $0 : $0 - 256 }
    }
    take.clicks = recorded(take.clicks)
    take.clocks = recorded(take.clocks + [12_100])
    take.segments = [(0, 0), (6400, 6656)]
    #expect(try take.judge())
  }
}
