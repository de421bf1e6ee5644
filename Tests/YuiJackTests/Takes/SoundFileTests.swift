// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiLines

@testable import YuiJack

@Suite struct SoundFileTests {
  /// A second of 440 Hz on the left and 660 on the right, at half of full scale.
  private func tone(_ rate: Int) -> [Float] {
    (0..<rate).flatMap { frame in
      [440.0, 660].map { Float(0.5 * sin(2 * .pi * $0 * Double(frame) / Double(rate))) }
    }
  }

  private func write(
    _ format: HostLine.Format, rate: Int, in folder: TemporaryDirectory
  ) throws -> String {
    let path = folder.file("tone.\(format.rawValue)")
    let file = try SoundFile(path: path, sampleRate: Double(rate), format: format)
    let samples = tone(rate)
    for start in stride(from: 0, to: rate, by: 1000) {
      let count = min(1000, rate - start)
      try file.write(Array(samples[2 * start..<2 * (start + count)]), frames: count)
    }
    try file.close()
    return path
  }

  @Test(
    .enabled(if: Tools.hasFFmpeg, "ffmpeg is not installed"),
    arguments: HostLine.Format.allCases, [44_100, 48_000])
  func `another program reads every format, and hears what was written`(
    _ format: HostLine.Format, _ rate: Int
  ) throws {
    let folder = try TemporaryDirectory()
    let path = try write(format, rate: rate, in: folder)
    let read = try Tools.samples(path, in: folder)
    let isExact = format == .wav || format == .wav24 || format == .flac
    // Codecs begin and end with some frames of their own.
    #expect(abs(read.count / 2 - 48_000) <= (isExact ? 1 : 4096))
    for (channel, frequency) in [440.0, 660].enumerated() {
      let (level, rest) = level(of: frequency, in: read, channel, 12_000..<36_000)
      #expect(abs(level - 0.5) < 0.02)
      // Codecs hide their noise under the tone, AAC of 160 kbit/s most of all.
      #expect(rest < (isExact ? 0.001 : format == .m4a ? 0.15 : 0.02))
    }
  }

  /// The amplitude of a frequency in a channel, and the largest sample of what else there is.
  private func level(
    of frequency: Double, in stereo: [Float], _ channel: Int, _ frames: Range<Int>
  ) -> (Double, Double) {
    var (real, imaginary) = (0.0, 0.0)
    func angle(_ frame: Int) -> Double { 2 * .pi * frequency * Double(frame) / 48_000 }
    for frame in frames {
      real += Double(stereo[2 * frame + channel]) * cos(angle(frame))
      imaginary += Double(stereo[2 * frame + channel]) * sin(angle(frame))
    }
    (real, imaginary) = (2 * real / Double(frames.count), 2 * imaginary / Double(frames.count))
    let rest = frames.map { frame in
      abs(Double(stereo[2 * frame + channel]) - real * cos(angle(frame)) - imaginary * sin(angle(frame)))
    }.max()!
    return ((real * real + imaginary * imaginary).squareRoot(), rest)
  }

  // A peak chunk carries the time of writing: equal sound would give different files.
  @Test(arguments: [HostLine.Format.wav, .wav24])
  func `a WAV file has no peak chunk`(_ format: HostLine.Format) throws {
    let folder = try TemporaryDirectory()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: write(format, rate: 48_000, in: folder)))
    let data = try #require(bytes.range(of: Data("data".utf8)))
    #expect(bytes[..<data.lowerBound].range(of: Data("PEAK".utf8)) == nil)
  }

  @Test(arguments: [44_100.0, 96_000, 22_050])
  func `a tone that is brought to another rate stays itself, and as long`(_ rate: Double) throws {
    let resampler = try #require(Resampler(from: rate, to: 48_000))
    var output: [Float] = []
    let samples = tone(Int(rate))
    for start in stride(from: 0, to: Int(rate), by: 777) {
      let count = min(777, Int(rate) - start)
      resampler.add(Array(samples[2 * start..<2 * (start + count)]), frames: count, into: &output)
    }
    resampler.finish(into: &output)
    #expect(output.count == 2 * 48_000)
    let error = (1000..<47_000).map { abs(Double(output[2 * $0]) - 0.5 * sin(2 * .pi * 440 * Double($0) / 48_000)) }
    // 80 dB below the tone.
    #expect(error.max()! < 0.5e-4)
  }

  @Test func `what cannot be heard at the new rate is not folded into what can`() throws {
    let resampler = try #require(Resampler(from: 96_000, to: 48_000))
    var output: [Float] = []
    let samples = (0..<96_000).flatMap { frame -> [Float] in
      let value = Float(0.5 * sin(2 * .pi * 30_000 * Double(frame) / 96_000))
      return [value, value]
    }
    resampler.add(samples, frames: 96_000, into: &output)
    #expect(output[2000...].allSatisfy { abs($0) < 0.5e-4 })
  }

  @Test func `a WAV that nobody closed has all that was written`() throws {
    let folder = try TemporaryDirectory()
    let file = try SoundFile(path: folder.file("open.wav"), sampleRate: 48_000)
    try file.write(tone(48_000), frames: 48_000)
    #expect(try WaveFile(folder.file("open.wav")).samples == tone(48_000))
    try file.close()
  }

  @Test func `a WAV says how long it is in the plain way as long as it can`() throws {
    let folder = try TemporaryDirectory()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: write(.wav, rate: 48_000, in: folder)))
    #expect(bytes.prefix(4) == Data("RIFF".utf8))
    #expect(bytes[8..<16] == Data("WAVEJUNK".utf8))
  }

  @Test(.enabled(if: Tools.has("fallocate"), "fallocate is not installed"))
  func `a WAV beyond 4 GB is RF64 with its true length, before and after it is closed`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("long.wav")
    let file = try SoundFile(path: path, sampleRate: 48_000)
    let minutes = [Float](repeating: 0.25, count: 2 * 5 * 60 * 48_000)
    let end: [Float] = [0.5, -0.5, 0.75, -0.75]
    var frames = 0
    while frames * 8 <= 1 << 32 {
      try file.write(minutes, frames: minutes.count / 2)
      // What has been written is not looked at again, and need not take room on the disk.
      try Tools.punch(path, max(4096, frames * 8 & ~4095)..<(frames + minutes.count / 2) * 8 & ~4095)
      frames += minutes.count / 2
    }
    try file.write(end, frames: 2)
    frames += 2
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    func check() throws {
      var head = [UInt8](repeating: 0, count: 128)
      #expect(pread(descriptor, &head, head.count, 0) == head.count)
      func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(head[place + $1]) << (8 * $1) }
      }
      func text(_ place: Int) -> String { String(decoding: head[place..<place + 4], as: UTF8.self) }
      #expect(text(0) == "RF64" && text(8) == "WAVE" && text(12) == "ds64")
      #expect(number(4, 4) == 0xFFFF_FFFF)
      let data = try #require((12..<120).first { text($0) == "data" })
      #expect(number(data + 4, 4) == 0xFFFF_FFFF)
      #expect(number(20, 8) == data + frames * 8)
      #expect(number(28, 8) == frames * 8)
      var last = [Float](repeating: 0, count: 4)
      #expect(pread(descriptor, &last, 16, off_t(data + 8 + frames * 8 - 16)) == 16)
      #expect(last == end)
    }
    try check()
    try file.close()
    try check()
  }

  @Test func `what is louder than full scale is cut in whole numbers and kept in floating point`() throws {
    let folder = try TemporaryDirectory()
    let file = try SoundFile(path: folder.file("loud.wav"), sampleRate: 48_000)
    try file.write([1.5, -1.5], frames: 1)
    try file.close()
    #expect(try WaveFile(folder.file("loud.wav")).samples == [1.5, -1.5])
  }

  @Test func `a file that is there is not written over unless that is asked for`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("mine", to: "mine.wav")
    #expect(throws: UsageError.cannotCreate("Cannot create '\(path)': File exists.")) {
      try SoundFile(path: path, sampleRate: 48_000, replaces: false)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func `without ffmpeg an m4a is refused in one sentence`() throws {
    let folder = try TemporaryDirectory()
    let song = try folder.write("loop 120 p=x +play\n", to: "song.yui")
    let process = try ChildProcess(
      Instrument.program, ["render", song, "--seconds", "1", "-o", folder.file("a.m4a")],
      environment: ["PATH": "/nowhere"])
    #expect(try process.wait() == .exited(73))
    #expect(
      process.errorText
        == "Error: The format 'm4a' is made by the program 'ffmpeg', which is not installed: install it, or choose another format.\n"
    )
  }

  @Test(arguments: [
    ("a.wav", "wav"), ("b.FLAC", "flac"), ("c.oga", "ogg"), ("d.opus", "opus"), ("x/e.m4a", "m4a"), ("f", nil),
    (".wav", nil), ("a.wav/b", nil), ("g.mp3", nil),
  ])
  func `a name says which format`(path: String, format: String?) {
    #expect(HostLine.Format(path: path)?.rawValue == format)
  }
}
