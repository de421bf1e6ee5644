// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiLines

@testable import YuiJack

/// What the detector hears in strings whose pitch is known, and in what is no string.
@Suite struct PitchDetectorTests {
  /// Everything that is heard in a sound, handed over in blocks of a size.
  static func readings(
    _ sound: [Float], rate: Double = 48_000, range: ClosedRange<Double>, block: Int = 512
  ) -> [PitchReading] {
    readings(sound, rate: rate, Hearing(range: range), block: block)
  }

  static func readings(
    _ sound: [Float], rate: Double = 48_000, _ hearing: Hearing, block: Int = 512
  ) -> [PitchReading] {
    let detector = PitchDetector(sampleRate: rate, hearing: hearing)
    var readings: [PitchReading] = []
    for start in stride(from: 0, to: sound.count, by: block) {
      sound[start..<min(start + block, sound.count)].withUnsafeBufferPointer { block in
        detector.feed(block) { readings.append($0) }
      }
    }
    return readings
  }

  static func cents(_ reading: PitchReading, from truth: Double) -> Double? {
    reading.pitch.map { 1200 * log2($0.frequency / truth) }
  }

  static let tunings = TunerInstrument.allCases.flatMap { instrument in
    instrument.tunings.map { (instrument, $0) }
  }

  enum Sound: CaseIterable { case sine, pluck, weak }

  /// Twelve offsets from −45 to 45 cents go round the strings, so that every tuning hears many.
  @Test(arguments: tunings, Sound.allCases)
  func `every string of every tuning is heard within 2 cents`(
    _ tuning: (TunerInstrument, String), _ kind: Sound
  ) throws {
    let (instrument, name) = tuning
    var warnings: [PropWarning] = []
    let settings = TunerSettings(
      ["instrument": .text(instrument.rawValue), "tuning": .text(name)], warnings: &warnings)
    #expect(warnings.isEmpty)
    var random = Dice(7)
    for (index, string) in settings.strings.enumerated() {
      for offset in [-45 + 8.0 * Double(index % 3), 45 - 8.0 * Double(index % 4), Double(index) - 3] {
        let truth = settings.frequency(of: string.note) * exp2(offset / 1200)
        var sound = StringSound(frequency: truth, length: 0.9)
        if kind == .sine { (sound.partials, sound.decays) = (1, false) }
        if kind != .sine { sound.stiffness = 2e-4 * pow(30.87 / truth, 0.7) }
        if kind == .weak { sound.weakness = 12 }
        let clean = sound.samples
        let noise = random.noise(clean.count, level: clean.prefix(12_000).level * pow(10, -34.0 / 20))
        let heard = Self.readings(kind == .sine ? clean : clean.mixed(with: noise), Hearing(settings))
        let settled = heard.filter { $0.frame > 48_000 * 16 / 100 }
        let errors = settled.compactMap { Self.cents($0, from: truth).map(abs) }.sorted()
        try #require(errors.count > settled.count * 9 / 10, "\(string.name) \(offset): \(errors.count) readings")
        #expect(errors[errors.count - 1] < 2, "\(string.name) at \(offset) cents")
        #expect(errors[errors.count / 2] < 0.5, "\(string.name) at \(offset) cents")
      }
    }
  }

  @Test(arguments: [44_100.0, 48_000, 88_200, 96_000, 192_000], [30.87, 82.41, 246.94, 659.26])
  func `the pitch is the same at every sample rate`(_ rate: Double, _ truth: Double) throws {
    let sound = StringSound(frequency: truth, rate: rate, stiffness: 5e-5, weakness: 12, length: 0.6)
    let heard = Self.readings(sound.samples, rate: rate, range: 28...2000)
    let errors = heard.suffix(heard.count * 2 / 3).map { Self.cents($0, from: truth).map(abs) ?? .infinity }
    #expect((errors.max() ?? .infinity) < 2)
  }

  /// The first two readings in a row that are right, from the onset, in the middle of seven onsets within a reading.
  @Test(arguments: [("B0", 30.87, 0.13), ("E2", 82.41, 0.06), ("D3", 146.83, 0.06), ("E4", 329.63, 0.06)])
  func `a string is heard soon after it is plucked`(_ name: String, _ truth: Double, _ limit: Double) throws {
    let pluck = StringSound(frequency: truth, stiffness: 5e-5, length: 0.5).samples
    let times = try (0..<7).map { turn in
      let onset = 9600 + turn * 73
      let heard = Self.readings(pluck.delayed(by: onset), range: 28...2000).filter { $0.frame > Int64(onset) }
      let right = heard.map { abs(Self.cents($0, from: truth) ?? 1000) < 5 }
      let second = try #require((1..<right.count).first { right[$0] && right[$0 - 1] }, "\(name) is not heard")
      return Double(heard[second].frame - Int64(onset)) / 48_000
    }
    #expect(times.sorted()[3] <= limit)
  }

  @Test func `blocks of any size give the same readings`() {
    let sound = StringSound(frequency: 110, length: 0.4).samples
    let whole = Self.readings(sound, range: 70...1000, block: sound.count).map { $0.pitch?.frequency }
    for block in [1, 37, 1024] {
      #expect(Self.readings(sound, range: 70...1000, block: block).map { $0.pitch?.frequency } == whole)
    }
  }

  enum Nothing: CaseIterable { case silence, noise, rumble, speech, hum50, hum60, fourth, third, notNumbers }

  @Test(arguments: Nothing.allCases, [28.0...2000.0, 70...1000, 28...450])
  func `what is no string is not heard`(_ kind: Nothing, _ range: ClosedRange<Double>) {
    var random = Dice(3)
    let count = 96_000
    let second = { (frequency: Double) in StringSound(frequency: frequency, stiffness: 5e-5, length: 2).samples }
    let sound: [Float]
    switch kind {
    case .silence: sound = [Float](repeating: 0, count: count)
    case .notNumbers: sound = [Float](repeating: .nan, count: count)
    case .noise: sound = random.noise(count, level: 0.1)
    case .rumble, .speech:
      // Noise through one resonance; for speech it moves and comes in syllables.
      var (low, band) = (Float(0), Float(0))
      sound = random.noise(count, level: 0.1).enumerated().map { index, sample in
        let time = Double(index) / 48_000
        let center = kind == .rumble ? 120 : 500 + 300 * sin(2 * .pi * 1.7 * time)
        let f = Float(2 * sin(.pi * center / 48_000))
        low += f * band
        band += f * (sample - low - 0.5 * band)
        return band * (kind == .rumble ? 1 : Float(max(0, sin(2 * .pi * 4 * time))))
      }
    case .hum50: sound = hum(50, seconds: 2, level: 0.03).mixed(with: random.noise(count, level: 1e-3))
    case .hum60: sound = hum(60, seconds: 2, level: 0.03).mixed(with: random.noise(count, level: 1e-3))
    case .fourth: sound = second(82.41).mixed(with: second(110.3))
    case .third: sound = second(196).mixed(with: second(247.3))
    }
    #expect(needles(in: sound, range: range) == 0)
  }

  /// Readings at which a needle would stand: one alone never makes it, three that agree do.
  private func needles(in sound: [Float], range: ClosedRange<Double>) -> Int {
    let frequencies = Self.readings(sound, range: range).map { $0.pitch?.frequency }
    return (2..<frequencies.count).count { index in
      guard let a = frequencies[index - 2], let b = frequencies[index - 1], let c = frequencies[index] else {
        return false
      }
      return abs(log2(a / b)) < 50 / 1200.0 && abs(log2(b / c)) < 50 / 1200.0
    }
  }

  /// In semitones above the lowest string; what the three have in common is a note far below them.
  @Test(arguments: [
    (28, [0, 4, 7]), (28, [0, 7, 16]), (33, [0, 7, 16]), (36, [0, 4, 7]), (36, [0, 7, 16]), (40, [0, 4, 7]),
    (40, [0, 3, 7]), (40, [0, 7, 16]), (40, [0, 3, 8]), (41, [0, 4, 7]), (43, [0, 4, 7]), (43, [0, 5, 9]),
    (43, [0, 7, 16]), (45, [0, 4, 7]), (45, [0, 3, 7]), (45, [0, 7, 16]), (48, [0, 4, 7]), (50, [0, 4, 7]),
  ])
  func `a chord of three strings shows no needle, but for an instant`(_ lowest: Int, _ chord: [Int]) {
    var sound = [Float](repeating: 0, count: 96_000)
    for (semitones, cents) in zip(chord, [1.2, -2.1, 2.9]) {
      let frequency = Note(lowest + semitones).frequency() * exp2(cents / 1200)
      sound = sound.mixed(with: StringSound(frequency: frequency, stiffness: 5e-5, length: 2).samples)
    }
    for range in [28.0...2000, 70...1000, 28...450] {
      // Of 187 readings.
      #expect(needles(in: sound, range: range) <= 2, "\(range)")
    }
  }

  /// A double bass begins so: its body sounds for a moment, louder than most of the string's partials.
  @Test(arguments: [0.49, 0.5, 0.503]) func `the thump of a body is no octave below`(_ ratio: Double) {
    let truth = 57.0
    let pluck = StringSound(frequency: truth, stiffness: 5e-5, length: 1).samples
    let thump = (0..<pluck.count).map { frame in
      let seconds = Double(frame) / 48_000
      return Float(0.35 * exp(-seconds / 0.15) * sin(2 * .pi * truth * ratio * seconds))
    }
    let heard = Self.readings(pluck.mixed(with: thump), range: 28...450)
    let errors = heard.compactMap { Self.cents($0, from: truth) }
    #expect(errors.count > heard.count / 2)
    #expect(errors.allSatisfy { abs($0) < 50 })
  }

  /// The processor seconds of listening to a sound.
  private static func cost(_ sound: [Float]) -> Double {
    var (before, after) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
    _ = readings(sound, range: 28...2000)
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
    return Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
  }

  @Test func `noise is not searched for strings, so it costs less than they do`() {
    var random = Dice(3)
    let noise = random.noise(480_000, level: 0.1)
    let string = StringSound(frequency: 82.41, stiffness: 5e-5, decays: false, length: 10).samples
    // About half as much; searching would be ten times as much.
    #expect(Self.cost(noise) < 2 * Self.cost(string))
  }

  @Test(arguments: [50.0, 60]) func `a string is heard above hum and noise`(_ mains: Double) throws {
    for truth in [41.2, 82.41, 110, 196, 329.63] {
      let pluck = StringSound(frequency: truth, stiffness: 5e-5, length: 0.7).samples
      let loud = pluck.prefix(12_000).level
      var random = Dice(11)
      let disturbed = pluck.mixed(with: hum(mains, seconds: 0.7, level: loud / 10))
        .mixed(with: random.noise(pluck.count, level: loud / 10))
      let heard = Self.readings(disturbed, range: 28...2000).filter { $0.frame > 7200 }
      let errors = heard.compactMap { Self.cents($0, from: truth).map(abs) }.sorted()
      try #require(errors.count > heard.count / 2)
      #expect(errors[errors.count / 2] < 2, "\(truth) Hz")
      #expect(errors[errors.count * 95 / 100] < 8, "\(truth) Hz")
    }
  }

  @Test func `listening costs at most a fiftieth of a core`() {
    let sound = StringSound(frequency: 82.41, stiffness: 5e-5, length: 10).samples
    // About 0.006 where nothing else runs; neighbours on the same core take more than half of that again.
    #expect(Self.cost(sound) / 10 < 0.02)
  }
}
