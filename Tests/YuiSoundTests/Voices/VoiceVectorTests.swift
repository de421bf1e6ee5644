// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

/// What an independent model of the recipes measured, one hit at velocity 1 and 48 kHz.
struct VoiceVector: Decodable, CustomTestStringConvertible {
  let voice: String
  let noise: Bool
  let samples: Int
  let peak: [Double]
  let rmsDb: [Double?]
  let rmsSpreadDb: [Double?]
  let centroidHz: [Double]
  let t60S: Double

  var testDescription: String { voice }

  static let all: [VoiceVector] = {
    struct File: Decodable { let voices: [VoiceVector] }
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/voices.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(File.self, from: Data(contentsOf: url)).voices
    } catch {
      fatalError("The vectors in '\(url.path)' cannot be read: \(error)")
    }
  }()

  var kind: VoiceKind {
    VoiceKind.allCases.first { "\($0)" == voice } ?? .kick
  }
}

/// Every voice against its vector, at three rates and more.
///
/// Noise keeps its density from rate to rate, so a band cut out of it keeps its level. A band that is open above ends at
/// half the rate, or above 50 kHz in a slope around 21.6 kHz that passes the same power. What differs then is the peak, a
/// matter of how many values a second there are to pick from: 25 % of margin there in place of 10 %. At 22050 Hz hat,
/// open, shaker and crash lose most of their band, which lies above 11 kHz, and 2 to 7 dB with it.
@Suite struct VoiceVectorTests {
  static let rates = [44100.0, 48000, 96000]
  static let windows = [(0, 0.01), (0.01, 0.05), (0.05, 0.15), (0.15, 0.4)]

  @Test func `there is a vector for every voice`() {
    #expect(VoiceVector.all.map(\.voice).sorted() == VoiceKind.allCases.map { "\($0)" }.sorted())
  }

  @Test(arguments: VoiceVector.all)
  func `its natural length is that of the vector`(vector: VoiceVector) {
    #expect(performed(vector.kind, rate: 48000).count == vector.samples)
  }

  @Test(arguments: VoiceVector.all, rates)
  func `its peak lies in the measured range`(vector: VoiceVector, rate: Double) {
    let margin = vector.noise && rate != 48000 ? 0.25 : 0.1
    for seed in vector.noise ? seeds : [1] {
      let peak = performed(vector.kind, rate: rate, seed: seed).map { Double(abs($0)) }.max() ?? 0
      #expect(peak >= vector.peak[0] * (1 - margin) && peak <= vector.peak[1] * (1 + margin), "\(peak)")
    }
  }

  @Test(arguments: VoiceVector.all, rates)
  func `its level falls as measured`(vector: VoiceVector, rate: Double) throws {
    for seed in vector.noise ? seeds : [1] {
      let sound = performed(vector.kind, rate: rate, seed: seed)
      for (index, window) in Self.windows.enumerated() {
        let level = rmsDecibels(sound, rate: rate, from: window.0, to: window.1)
        guard let expected = vector.rmsDb[index], let spread = vector.rmsSpreadDb[index] else {
          #expect(level == nil)
          continue
        }
        let measured = try #require(level)
        #expect(abs(measured - expected) <= 1 + spread, "\(measured) dB in window \(index)")
      }
    }
  }

  @Test(arguments: VoiceVector.all, rates)
  func `its brightness is as measured`(vector: VoiceVector, rate: Double) {
    for seed in vector.noise ? seeds : [1] {
      let sound = performed(vector.kind, rate: rate, seed: seed)
      let centroid = Spectrum.centroid(sound.prefix(Int(0.05 * rate)), rate: rate)
      #expect(
        centroid >= vector.centroidHz[0] * 0.9 && centroid <= vector.centroidHz[1] * 1.1,
        "\(centroid) Hz")
    }
  }

  @Test(arguments: VoiceVector.all, rates)
  func `it is heard for as long as measured`(vector: VoiceVector, rate: Double) {
    let sound = performed(vector.kind, rate: rate)
    let block = Int(0.005 * rate)
    let powers = stride(from: 0, to: sound.count, by: block).map { start in
      sound[start..<min(start + block, sound.count)].reduce(0.0) { $0 + Double($1) * Double($1) }
    }
    let loudest = powers.max() ?? 0
    let last = powers.lastIndex { $0 >= loudest * 1e-6 } ?? 0
    let end = min(Double(last + 1) * 0.005, Double(sound.count) / rate)
    // Blocks of noise differ by a few dB: up to two blocks, or 3 %.
    #expect(abs(end - vector.t60S) <= max(0.011, 0.03 * vector.t60S))
  }

  @Test(arguments: VoiceVector.all)
  func `it is as loud at 22050 and 192000 hertz`(vector: VoiceVector) throws {
    let isHigh = [.hat, .open, .shaker, .crash].contains(vector.kind)
    for rate in isHigh ? [192_000] : [22050.0, 192_000] {
      let sound = performed(vector.kind, rate: rate)
      for (index, window) in Self.windows.enumerated() {
        guard let expected = vector.rmsDb[index], let spread = vector.rmsSpreadDb[index] else { continue }
        let level = try #require(rmsDecibels(sound, rate: rate, from: window.0, to: window.1))
        #expect(abs(level - expected) <= 1 + spread, "\(level) dB in window \(index) at \(rate)")
      }
    }
  }
}
