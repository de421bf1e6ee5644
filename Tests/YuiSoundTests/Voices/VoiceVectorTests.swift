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
      let file = try decoder.decode(File.self, from: Data(contentsOf: url))
      return file.voices.filter { $0.voice != "lead_cancelled" }
    } catch {
      fatalError("The vectors in '\(url.path)' cannot be read: \(error)")
    }
  }()

  var kind: VoiceKind {
    VoiceKind.allCases.first { "\($0)" == voice } ?? .kick
  }
}

/// The rates at which the vectors have to hold.
///
/// Noise keeps its density from rate to rate, so a band cut out of it keeps its level, but a band that is open above
/// ends elsewhere: at half the rate below 48 kHz, in a slope around 21.6 kHz above 50 kHz. There the brightness may be
/// off by 15 % in place of 10 %, and the peak, which is a matter of how many values a second there are to pick from, by
/// 30 % in place of 10 %.
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
    let margin = vector.noise && rate != 48000 ? 0.3 : 0.1
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
    let margin = vector.noise && rate != 48000 ? 0.15 : 0.1
    for seed in vector.noise ? seeds : [1] {
      let sound = performed(vector.kind, rate: rate, seed: seed)
      let centroid = Spectrum.centroid(sound.prefix(Int(0.05 * rate)), rate: rate)
      #expect(
        centroid >= vector.centroidHz[0] * (1 - margin) && centroid <= vector.centroidHz[1] * (1 + margin),
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

  @Test(arguments: VoiceVector.all.filter { !["hat", "open", "shaker", "crash", "rim", "tick"].contains($0.voice) })
  func `it is as loud at 22050 and 192000 hertz`(vector: VoiceVector) throws {
    for rate in [22050.0, 192000] {
      let sound = performed(vector.kind, rate: rate)
      for (index, window) in Self.windows.enumerated() {
        guard let expected = vector.rmsDb[index], let spread = vector.rmsSpreadDb[index] else { continue }
        let level = try #require(rmsDecibels(sound, rate: rate, from: window.0, to: window.1))
        #expect(abs(level - expected) <= 1 + 1.5 * spread, "window \(index) at \(rate)")
      }
    }
  }
}
