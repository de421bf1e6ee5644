// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The files in `examples` play well.
@Suite struct ExampleFileTests {
  /// A file and what it plays.
  struct Example: CustomTestStringConvertible, Sendable {
    var name: String
    var beatsPerMinute: Double
    var beatsPerBar = 4.0
    /// Bars that are looked at.
    var bars: Int
    /// Seconds until the file ends by itself; nil where it plays on.
    var seconds: Double?

    var testDescription: String { name }
    var file: String { Repository.path("examples/\(name).yui") }
  }

  static let examples = [
    Example(name: "demo", beatsPerMinute: 96, bars: 8, seconds: 22),
    Example(name: "boom-bap", beatsPerMinute: 90, bars: 8),
    Example(name: "house", beatsPerMinute: 124, bars: 8),
    Example(name: "samba", beatsPerMinute: 104, bars: 8),
    Example(name: "waltz", beatsPerMinute: 132, beatsPerBar: 3, bars: 12),
    Example(name: "bass-line", beatsPerMinute: 108, bars: 8),
    Example(name: "arrangement", beatsPerMinute: 112, bars: 16, seconds: 37.286),
  ]

  @Test func `every file is in the table`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.path("examples"))
    #expect(Set(files) == Set(Self.examples.map { "\($0.name).yui" }))
  }

  @Test(arguments: examples)
  func `every line is read`(_ example: Example) throws {
    let result = try YuiJackProgram.run(["check", example.file])
    #expect(result.ending == .exited(0), "\(result.output)")
  }

  @Test(arguments: examples)
  func `every bar sounds, and no sample leaves full scale`(_ example: Example) throws {
    let sound = try render(example)
    let bar = example.beatsPerBar * 60 / example.beatsPerMinute * Double(sound.rate)
    if let seconds = example.seconds {
      #expect(abs(Double(sound.frames) / Double(sound.rate) - seconds) < 0.01)
    }
    for number in 0..<example.bars {
      let frames = Int(Double(number) * bar)..<Int(Double(number + 1) * bar)
      #expect(sound.level(frames) > -30, "bar \(number + 1)")
      #expect(sound.peak(frames) < 0, "bar \(number + 1)")
    }
  }

  @Test(arguments: examples)
  func `the level is that of a mix, not of a limiter at work`(_ example: Example) throws {
    let sound = try render(example)
    let all = 0..<sound.frames
    #expect((-20)...(-11) ~= sound.level(all), "level \(sound.level(all)) dB")
    #expect((-6)...(-0.5) ~= sound.peak(all), "peak \(sound.peak(all)) dB")
  }

  private func render(_ example: Example) throws -> WaveFile {
    let folder = try TemporaryDirectory()
    let file = folder.file("example.wav")
    let length = example.seconds == nil ? ["--bars", "\(example.bars)"] : ["--seconds", "120"]
    let result = try YuiJackProgram.run(["render", example.file, "-o", file] + length)
    try #require(result.ending == .exited(0), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    return try WaveFile(file)
  }
}
