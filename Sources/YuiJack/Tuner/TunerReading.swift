// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// A pitch as a tuner shows it: the string or note that it is nearest to, and how far off.
struct TunerReading {
  /// The string from 0, in a player's order; nil where any note is listened for.
  var string: Int?
  /// The note that should sound.
  var note: Note
  /// Cents above it.
  var cents: Double
  /// Hertz.
  var frequency: Double
  /// Up to 1.
  var clarity: Double
  /// Root mean square, linear.
  var level: Double

  /// The reading of a pitch on a tuner.
  init(_ pitch: PitchReading.Pitch, level: Double, on tuner: TunerSettings) {
    frequency = pitch.frequency
    clarity = pitch.clarity
    self.level = level
    let targets: [Note]
    if tuner.strings.isEmpty {
      // A temperament moves notes by less than half a semitone, so one of three is the nearest.
      let number = Int((69 + 12 * log2(pitch.frequency / tuner.a4)).rounded())
      targets = (number - 1...number + 1).map { Note($0) }
    } else {
      targets = tuner.strings.map(\.note)
    }
    let offsets = targets.map { 1200 * log2(pitch.frequency / tuner.frequency(of: $0)) }
    let nearest = offsets.indices.min { abs(offsets[$0]) < abs(offsets[$1]) } ?? 0
    string = tuner.strings.isEmpty ? nil : nearest
    note = targets[nearest]
    cents = offsets[nearest]
  }

  /// The note's name, spelled as the tuner's string or, where it has none, for its key.
  func name(on tuner: TunerSettings) -> String {
    if let string, tuner.capo == 0 { return tuner.strings[string].name }
    return note.name(flats: tuner.key.usesFlats)
  }

  /// What an event says of it.
  func members(on tuner: TunerSettings) -> [(key: String, value: JSON)] {
    let place: [(key: String, value: JSON)] = string.map { [("string", .whole($0 + 1))] } ?? []
    return [("note", .string(name(on: tuner)))] + place + [
      ("cents", .number(Self.rounded(cents, 100))), ("hertz", .number(Self.rounded(frequency, 1000))),
      ("clarity", .number(Self.rounded(clarity, 1000))), ("level", JSON.decibels(power: Float(level * level))),
    ]
  }

  private static func rounded(_ number: Double, _ parts: Double) -> Double { (number * parts).rounded() / parts }
}

extension TunerReading {
  /// Cents from this pitch up to another.
  func centsTo(_ other: TunerReading) -> Double { 1200 * log2(other.frequency / frequency) }
}
