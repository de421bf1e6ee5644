// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiLines

@testable import YuiJack

/// Notes of recorded instruments, of which nobody knows the pitch beforehand: it is looked up in a window four times as long as
/// that of the detector, by another method.
@Suite(.enabled(if: Tools.hasFluidSynth, "fluidsynth and a sound font are not installed"))
struct SoundFontTests {
  /// A sound of General MIDI, and whose strings it plays.
  enum Sound: CaseIterable {
    case nylon, steel, electric, ukulele, banjo, mandolin, cavaquinho, fingered, picked, upright, violin, viola, cello

    var program: UInt8 {
      switch self {
      case .nylon, .ukulele: 24
      case .steel, .mandolin, .cavaquinho: 25
      case .electric: 27
      case .banjo: 105
      case .upright: 32
      case .fingered: 33
      case .picked: 34
      case .violin: 40
      case .viola: 41
      case .cello: 42
      }
    }

    var instrument: TunerInstrument {
      switch self {
      case .nylon, .steel, .electric: .guitar
      case .ukulele: .ukulele
      case .banjo: .banjo
      case .mandolin: .mandolin
      case .cavaquinho: .cavaquinho
      case .fingered, .picked, .upright: .bass
      case .violin: .violin
      case .viola: .viola
      case .cello: .cello
      }
    }

    /// A bow's vibrato moves within the window, so only the whole note can be judged.
    var isBowed: Bool {
      switch self {
      case .violin, .viola, .cello: true
      default: false
      }
    }
  }

  /// Seconds from note to note, and how long each is held.
  private static let (pace, held) = (1.6, 1.25)
  /// Seconds of a note of which the octave is judged, and the pitch: in the first half of a second of the deep notes of the
  /// steel guitar the partials themselves disagree by some cents.
  private static let (octave, exact) = (0.15...1.2, 0.6...1.15)

  /// Every string of every tuning once, in order.
  private static func strings(of instrument: TunerInstrument) -> [Note] {
    let names = instrument.tunings.flatMap { instrument.strings(of: $0) ?? [] }
    return Set(names.compactMap { Note(reading: $0)?.number }).sorted().map { Note($0) }
  }

  private struct Played {
    var start: Double
    var nominal: Double
    var name: String
  }

  /// The notes at two offsets each, far down and far up in turn.
  private func render(_ sound: Sound, in folder: TemporaryDirectory) throws -> (notes: [Played], samples: [Float]) {
    var notes: [Played] = []
    var events = [MIDIFileEvent(tick: 0, message: .program(channel: 0, number: sound.program))]
    for (index, note) in Self.strings(of: sound.instrument).enumerated() {
      for cents in [-45 + 10 * (index % 5), 45 - 10 * (index % 4)] {
        let start = 0.1 + Double(notes.count) * Self.pace
        notes.append(
          Played(start: start, nominal: note.frequency() * exp2(Double(cents) / 1200), name: "\(note.number) \(cents)"))
        let (number, tick) = (UInt8(note.number), Int(start * 960))
        events += [
          MIDIFileEvent(tick: tick, message: .bend(channel: 0, value: UInt16(8192 + cents * 8192 / 200))),
          MIDIFileEvent(tick: tick, message: .noteOn(channel: 0, note: number, velocity: 100)),
          MIDIFileEvent(tick: tick + Int(Self.held * 960), message: .noteOff(channel: 0, note: number)),
        ]
      }
    }
    try folder.write(MIDIFile(tracks: [[], events]).bytes, to: "notes.mid")
    let words = ["-q", "-ni", "-R", "0", "-C", "0", "-g", "1", "-r", "48000", "-T", "wav", "-F", folder.file("a.wav")]
    let process = try ChildProcess("fluidsynth", words + [Tools.soundFont!, folder.file("notes.mid")])
    guard try process.wait(limit: .seconds(60)) == .exited(0) else { throw TestFailure(process.errorText) }
    let file = try SoundFileReader(path: folder.file("a.wav"))
    var samples: [Float] = []
    while case let more = file.read(), !more.isEmpty { samples += more }
    return (notes, samples)
  }

  /// The pitch about a moment: how far the phases of the first four partials move between two windows of 0.17 s, one millisecond
  /// or so apart, each partial weighed by how well it shows the pitch.
  private func pitch(in samples: [Float], at middle: Double, near nominal: Double) -> Double? {
    let (count, step) = (8160, 510)
    let first = Int(middle * 48_000) - (count + step) / 2
    guard first >= 0, first + count + step <= samples.count else { return nil }
    var (sum, weights) = (0.0, 0.0)
    for partial in 1...4 {
      var turn = nominal * Double(partial) / 48_000
      var level = 0.0
      for _ in 0..<3 {
        let (a, b) = (line(samples, first, count, turn), line(samples, first + step, count, turn))
        let moved = (a.real * b.imaginary - a.imaginary * b.real, a.real * b.real + a.imaginary * b.imaginary)
        // The second window's phase counts from its own beginning.
        let expected = 2 * .pi * turn * Double(step)
        let rest = remainder(atan2(moved.0, moved.1) - expected, 2 * .pi)
        turn += rest / (2 * .pi * Double(step))
        level = (a.real * a.real + a.imaginary * a.imaginary).squareRoot()
      }
      let weight = level * level * Double(partial * partial)
      sum += weight * turn * 48_000 / Double(partial)
      weights += weight
    }
    return weights > 0 ? sum / weights : nil
  }

  /// One line of the spectrum of a range of samples under Hann's window.
  private func line(
    _ samples: [Float], _ first: Int, _ count: Int, _ turn: Double
  ) -> (real: Double, imaginary: Double) {
    var sum = (real: 0.0, imaginary: 0.0)
    var (cosine, sine) = (1.0, 0.0)
    let (stepCosine, stepSine) = (cos(2 * .pi * turn), sin(2 * .pi * turn))
    var (hann, hannSine) = (1.0, 0.0)
    let (hannStep, hannStepSine) = (cos(2 * .pi / Double(count)), sin(2 * .pi / Double(count)))
    for index in 0..<count {
      let value = Double(samples[first + index]) * (0.5 - 0.5 * hann)
      sum.real += value * cosine
      sum.imaginary -= value * sine
      (cosine, sine) = (cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine)
      (hann, hannSine) = (hann * hannStep - hannSine * hannStepSine, hannSine * hannStep + hann * hannStepSine)
    }
    return sum
  }

  @Test(arguments: Sound.allCases)
  func `every string of every tuning is heard as a longer look hears it`(_ sound: Sound) throws {
    let folder = try TemporaryDirectory()
    let (notes, samples) = try render(sound, in: folder)
    let pitches = Self.strings(of: sound.instrument).map { $0.frequency() }
    let range = sound.instrument.range
    // As a tuner with these strings listens.
    let wide = min(range.lowerBound, pitches[0] / 1.12)...max(range.upperBound, pitches[pitches.count - 1] * 1.5)
    let all = PitchDetectorTests.readings(samples, range: wide)
    for note in notes {
      func heard(_ seconds: ClosedRange<Double>) -> [PitchReading] {
        all.filter { seconds.contains(Double($0.frame) / 48_000 - note.start) }
      }
      // Whatever the sound font makes of its nominal pitch, another octave is another note.
      let octaves = heard(Self.octave).compactMap { PitchDetectorTests.cents($0, from: note.nominal) }
      #expect(octaves.allSatisfy { abs($0) < 50 }, "\(note.name)")
      let window = note.nominal < 70 ? 0.043 : 0.0215
      let exact = heard(Self.exact)
      #expect(exact.count { $0.pitch != nil } > exact.count * 9 / 10, "\(note.name)")
      var errors: [Double] = []
      for reading in exact.enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
        // The filters of the detector hold the sound back by some milliseconds.
        let middle = Double(reading.frame) / 48_000 - window - 0.004
        guard let heard = reading.pitch, let truth = pitch(in: samples, at: middle, near: note.nominal) else {
          continue
        }
        errors.append(1200 * log2(heard.frequency / truth))
      }
      errors.sort()
      try #require(!errors.isEmpty)
      if sound.isBowed {
        // The middle one is where the vibrato was caught.
        #expect(abs(errors.reduce(0, +) / Double(errors.count)) < 0.5, "\(note.name)")
      } else {
        #expect(abs(errors[errors.count / 2]) < 0.5, "\(note.name)")
        // The thump of the upright bass, as loud as the string, rings on for more than half a second.
        let most = sound == .upright ? 10.0 : 2
        #expect(max(-errors[0], errors[errors.count - 1]) < most, "\(note.name)")
      }
    }
  }
}
