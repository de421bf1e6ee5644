// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// `yui-jack tune`: recordings of all kinds in, readings out.
@Suite(.jack) struct RecordingTests {
  /// How samples are stored.
  enum Coding: String, CaseIterable { case u8, s16, s24, s32, float32, float64 }

  /// A WAV file of one or more equal channels; with a chunk of odd length in it, and on request the extensible header.
  private static func wave(_ samples: [Float], rate: Int, _ coding: Coding, channels: Int, extensible: Bool) -> Data {
    func bytes(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let (width, tag): (Int, Int) =
      switch coding {
      case .u8: (1, 1)
      case .s16: (2, 1)
      case .s24: (3, 1)
      case .s32: (4, 1)
      case .float32: (4, 3)
      case .float64: (8, 3)
      }
    var data: [UInt8] = []
    for sample in samples {
      let one: [UInt8] =
        switch coding {
        case .u8: [UInt8(128 + sample * 127)]
        case .s16: bytes(Int16(sample * 32_767), 2)
        case .s24: bytes(Int32(sample * 8_388_607), 3)
        case .s32: bytes(Int32(Double(sample) * 2_147_483_647), 4)
        case .float32: bytes(sample.bitPattern, 4)
        case .float64: bytes(Double(sample).bitPattern, 8)
        }
      for _ in 0..<channels { data += one }
    }
    var format =
      bytes(extensible ? 0xFFFE : tag, 2) + bytes(channels, 2) + bytes(rate, 4)
      + bytes(rate * channels * width, 4) + bytes(channels * width, 2) + bytes(8 * width, 2)
    if extensible {
      format += bytes(22, 2) + bytes(8 * width, 2) + bytes(0, 4) + bytes(tag, 4)
      format += [0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + bytes(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }
    let body = Array("WAVE".utf8) + chunk("fmt ", format) + chunk("note", [1, 2, 3]) + chunk("data", data)
    return Data(chunk("RIFF", body))
  }

  private func write(
    _ sound: StringSound, _ coding: Coding = .s16, channels: Int = 1, extensible: Bool = false,
    to directory: TemporaryDirectory
  ) throws -> String {
    let path = directory.file("take.wav")
    let data = Self.wave(
      sound.samples, rate: Int(sound.rate), coding, channels: channels, extensible: extensible)
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: Coding.allCases, [false, true])
  func `every coding is read, with both headers and an odd chunk`(_ coding: Coding, _ extensible: Bool) throws {
    let directory = try TemporaryDirectory()
    let sound = StringSound(frequency: 110, rate: coding == .s24 ? 96_000 : 44_100, length: 0.4)
    let path = try write(sound, coding, channels: 2, extensible: extensible, to: directory)
    let run = try Instrument.run(["tune", path])
    #expect(run.ending == .exited(0) && run.errors == "")
    #expect(run.output.first == "seconds,note,string,cents,hertz,clarity,level")
    let rows = run.output.dropFirst(15).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    try #require(rows.count > 10)
    for row in rows {
      #expect(row.count == 7 && row[1] == "A2" && row[2] == "")
      #expect(abs(Double(row[3]) ?? 100) < 2)
    }
  }

  @Test func `an instrument names strings, and JSON leaves out what there is not`() throws {
    let directory = try TemporaryDirectory()
    let path = try write(StringSound(frequency: 30.87, length: 0.6), to: directory)
    let run = try Instrument.run(["tune", "--json", "--instrument", "bass", "--tuning", "Five", path])
    #expect(run.ending == .exited(0))
    let readings = try run.output.map { try Event($0) }
    #expect(readings.count == 56)
    #expect(readings[0].keys == ["seconds", "level"])
    let last = try #require(readings.last)
    #expect(last.string("note") == "B0" && last.int("string") == 1 && last.number("hertz") != nil)
    #expect(abs((last.number("seconds") ?? 0) - 56 * 512.0 / 48_000) < 1e-5)
  }

  @Test func `tuning, pitch and capo move what a reading is measured from`() throws {
    let directory = try TemporaryDirectory()
    let path = try write(StringSound(frequency: 82.41, length: 0.3), to: directory)
    func last(_ words: String...) throws -> Event {
      try Event(try #require(try Instrument.run(["tune", "--json"] + words + [path]).output.last))
    }
    let flat = try last("--instrument", "guitar", "--tuning", "half-step-down")
    #expect(flat.string("note") == "Eb2" && abs((flat.number("cents") ?? 0) - 100) < 1)
    #expect(abs((try last("--a4", "432").number("cents") ?? 0) - 31.77) < 1)
    let capo = try last("--strings", "D2|G2", "--capo", "2")
    #expect(capo.string("note") == "E2" && capo.int("string") == 1)
  }

  @Test func `what is no recording is told in one sentence`() throws {
    let directory = try TemporaryDirectory()
    let text = try directory.write("no sound", to: "text.wav")
    let usage = "Usage: yui-jack tune [options] FILE.wav"
    for (words, code, errors) in [
      ([text], 66, "Error: Cannot read '\(text)' as sound: Format not recognised.\n"),
      ([directory.path], 66, "Error: Cannot read '\(directory.path)': it is a folder.\n"),
      (
        [], 64, "Error: 'tune' needs one recording: a WAV file, or another that libsndfile reads.\n\(usage)\n"
      ),
      (
        [text, "--instrument", "lute"], 64,
        "Error: 'lute' in 'instrument' is not an instrument of the tuner, so guitar is used.\n\(usage)\n"
      ),
    ] as [([String], Int32, String)] {
      let run = try Instrument.run(["tune"] + words)
      #expect(run.ending == .exited(code))
      #expect(run.errors == errors)
      #expect(run.output == [])
    }
  }
}
