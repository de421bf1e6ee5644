// SPDX-License-Identifier: GPL-3.0-or-later
import CPNG
import Foundation
import Testing

@testable import YuiJack

/// The picture of a sound, tried with sounds whose picture is known.
@Suite struct SpectrogramTests {
  static let rate = 48_000.0

  private static func sine(_ frequency: Double, amplitude: Double = 1, seconds: Double = 1, rate: Double = rate)
    -> [Float]
  {
    (0..<Int(seconds * rate)).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / rate)) }
  }

  private static func column(_ spectrogram: Spectrogram, _ column: Int) -> [Float] {
    (0..<spectrogram.rows).map { spectrogram.levels[$0 * spectrogram.columns + column] }
  }

  @Test(arguments: [110.0, 261.63, 1000, 5000, 15_000], [44_100.0, 48_000, 96_000])
  func `a sine is one line at its height`(_ frequency: Double, _ rate: Double) throws {
    let spectrogram = Spectrogram(Self.sine(frequency, rate: rate), sampleRate: rate, columns: 40, rows: 192)
    let height = log(20_000 / frequency) / log(1000) * 192
    for column in 1..<39 {
      let levels = Self.column(spectrogram, column)
      let top = try #require(levels.indices.max { levels[$0] < levels[$1] })
      // Low pitches are rows of less than a bin each, so the top may lie a row or two beside.
      #expect(abs(Double(top) + 0.5 - height) <= (frequency < 200 ? 3 : 1.5))
      #expect(abs(levels[top]) < 1.5, "\(levels[top]) dB for a full-scale sine")
      let line = levels.indices.filter { levels[$0] > levels[top] - 30 }
      // All that is within 30 dB hangs together and is as narrow as the window allows: four bins, and the rows at their edges.
      #expect(line.count == line[line.count - 1] - line[0] + 1)
      let span = spectrogram.frequency(ofRow: line[0]) - spectrogram.frequency(ofRow: line[line.count - 1])
      #expect(span <= 5 * rate / Double(spectrogram.window) + 0.04 * frequency)
    }
  }

  @Test func `half the amplitude is six decibels less`() {
    let full = Spectrogram(Self.sine(1000), sampleRate: Self.rate, columns: 3, rows: 192)
    let half = Spectrogram(Self.sine(1000, amplitude: 0.5), sampleRate: Self.rate, columns: 3, rows: 192)
    let difference = Self.column(full, 1).max()! - Self.column(half, 1).max()!
    #expect(abs(difference - 6.0206) < 0.001)
  }

  @Test func `what sounds later stands further to the right`() {
    let silence = [Float](repeating: 0, count: 24_000)
    let spectrogram = Spectrogram(silence + Self.sine(1000, seconds: 0.5), sampleRate: Self.rate, columns: 20, rows: 96)
    for column in 0..<8 { #expect(Self.column(spectrogram, column).max()! == Spectrogram.floor) }
    for column in 12..<20 { #expect(Self.column(spectrogram, column).max()! > -7) }
  }

  @Test func `the axis names the frequency where its row is`() {
    let spectrogram = Spectrogram(Self.sine(1000), sampleRate: Self.rate, columns: 1, rows: 192)
    #expect(spectrogram.height(of: 20_000) == 0)
    #expect(abs(spectrogram.height(of: 20) - 1) < 1e-12)
    for row in [0, 50, 191] {
      #expect(abs(spectrogram.height(of: spectrogram.frequency(ofRow: row)) * 192 - (Double(row) + 0.5)) < 1e-9)
    }
    #expect(Spectrogram(Self.sine(100, rate: 8000), sampleRate: 8000, columns: 1, rows: 9).range == 20...4000)
  }

  @Test func `the PNG holds the levels' colours, pixel by pixel`() throws {
    let spectrogram = Spectrogram(Self.sine(1000), sampleRate: Self.rate, columns: 20, rows: 96)
    let bytes = IndexedImage(spectrogram).png()
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    var pixels = [UInt8](repeating: 0, count: 20 * 96 * 3)
    // The reader looks into the bytes until it has finished.
    let isRead = bytes.withUnsafeBytes { bytes in
      guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { return false }
      image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
      return image.width == 20 && image.height == 96 && png_image_finish_read(&image, nil, &pixels, 0, nil) != 0
    }
    try #require(isRead)
    let loudest = spectrogram.levels.max()!
    for (index, level) in spectrogram.levels.enumerated() {
      let colour = ColourScale.palette[Int((max(0, 1 - (loudest - level) / 80) * 255).rounded())]
      #expect(Array(pixels[index * 3..<index * 3 + 3]) == [colour.red, colour.green, colour.blue])
    }
  }

  @Test func `a louder colour is a brighter one`() {
    let brightness = ColourScale.palette.map {
      0.2126 * Double($0.red) + 0.7152 * Double($0.green) + 0.0722 * Double($0.blue)
    }
    #expect(brightness.count == 256)
    for (quiet, loud) in zip(brightness, brightness.dropFirst()) { #expect(loud >= quiet - 1) }
    #expect(brightness[255] > 220 && brightness[0] < 20)
  }

  @Test(arguments: [65.41, 261.63, 1046.5, 4186])
  func `pitch and centroid of a sine are its frequency`(_ frequency: Double) throws {
    let sine = Self.sine(frequency, amplitude: 0.3)
    let pitch = try #require(SoundFigures.pitch(sine, near: frequency * 1.02, sampleRate: Self.rate))
    #expect(abs(SoundFigures.cents(pitch, above: frequency)) < 0.1)
    #expect(abs(SoundFigures.centroid(sine, sampleRate: Self.rate) - frequency) < frequency * 0.02 + 3)
    #expect(SoundFigures.pitch(sine, near: frequency * 1.5, sampleRate: Self.rate) == nil)
  }

  @Test(arguments: [
    (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-12.345, 2, "−12.35"), (1999.6, 0, "2000"), (0.05, 3, "0.050"),
  ])
  func `numbers are rounded, and nothing has no sign`(_ number: Double, _ decimals: Int, _ text: String) {
    #expect(PageText.number(number, decimals: decimals) == text)
    #expect(PageText.value(number, decimals: decimals) == text.replacingOccurrences(of: "−", with: "-"))
  }
}
