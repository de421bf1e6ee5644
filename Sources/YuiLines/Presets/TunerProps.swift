// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line can say about a tuner.
public enum TunerProps {
  /// What it listens for.
  public static let instrument = TextProp(name: "instrument", defaultValue: "guitar")
  /// The name of a tuning of that instrument.
  public static let tuning = TextProp(name: "tuning", defaultValue: "standard")
  /// Hertz of the A above middle C. The ends of the range are themselves out of it.
  public static let a4 = NumberProp(name: "a4", defaultValue: 440, range: 300...600)
  /// Strings of one's own; they win over the tuning.
  public static let strings = ListProp(name: "strings", defaultValue: [])
  /// How the notes are spaced; beyond equal, with which key as the ground.
  public static let temperament = TextProp(name: "temperament", defaultValue: "equal")
  /// The key that an unequal temperament counts from.
  public static let key = TextProp(name: "key", defaultValue: "C")
  /// The fret of a capo: every string sounds as many semitones higher.
  public static let capo = NumberProp(name: "capo", defaultValue: 0, range: 0...12, isWhole: true)

  /// The name of a tuning with strings of one's own.
  public static let customTuning = "custom"

  /// The keys of its own, without those that every instrument has.
  static let names = [
    instrument.name, tuning.name, a4.name, strings.name, temperament.name, key.name, capo.name,
  ]

  /// The props of the language as written, or their defaults.
  public static func resolved(_ props: Props) -> JSON {
    .object([
      props.resolved(CommonProps.title), props.resolved(instrument), props.resolved(tuning), props.resolved(a4),
      props.resolved(strings),
    ])
  }
}

/// A tuner as it works.
public struct TunerSettings: Sendable, Equatable {
  /// A string to tune.
  public struct TunedString: Sendable, Equatable {
    /// The name of the open string as it is shown and sent back.
    public var name: String
    /// The note that it should sound, with a capo a higher one.
    public var note: Note
  }

  /// Text above it.
  public var title: String
  /// What it listens for.
  public var instrument: TunerInstrument
  /// The tuning's name, `custom` with strings of one's own.
  public var tuning: String
  /// Hertz of A4, above 300 and below 600.
  public var a4: Double
  /// The strings as a player counts them; empty when any note is listened for.
  public var strings: [TunedString]
  /// How the notes are spaced.
  public var temperament: Temperament
  /// The key that the temperament counts from.
  public var key: Key
  /// The fret of the capo, `0...12`.
  public var capo: Int

  /// Falls back where a value does not fit; what is not used as written is added to the warnings.
  public init(_ props: Props, warnings: inout [PropWarning]) {
    title = CommonProps.title.played(in: props, &warnings)
    instrument = TunerProps.instrument.word(
      in: props, kind: "an instrument of the tuner", fallback: .guitar, &warnings)
    a4 = Self.a4(props, &warnings)
    temperament = TunerProps.temperament.word(in: props, kind: "a temperament", fallback: .equal, &warnings)
    key = TunerProps.key.key(in: props, &warnings)
    let capo = Int(TunerProps.capo.played(in: props, &warnings))
    self.capo = capo
    strings = []
    defer { for index in strings.indices { strings[index].note.number += capo } }
    for name in TunerProps.strings.played(in: props, &warnings) {
      if let note = Note(reading: name), note.isPlayable {
        strings.append(TunedString(name: name.trimmed(), note: note))
      } else {
        let reason = PropWarning.Reason.leftOut(kind: "a note such as E2")
        warnings.append(PropWarning(prop: TunerProps.strings.name, given: name, used: "", reason: reason))
      }
    }
    tuning = TunerProps.customTuning
    guard strings.isEmpty else { return }
    let name = TunerProps.tuning.played(in: props, &warnings)
    tuning = TunerInstrument.canonical(name)
    if instrument.strings(of: name) == nil {
      tuning = TunerProps.tuning.defaultValue
      warnings.append(
        PropWarning(
          prop: TunerProps.tuning.name, given: name, used: tuning,
          reason: .unknownWord(kind: "a tuning of the \(instrument.rawValue)"),
          suggest: Suggestion.nearest(to: TunerInstrument.canonical(name), among: instrument.tunings)))
    }
    let names = instrument.strings(of: tuning) ?? []
    strings = names.compactMap { name in Note(reading: name).map { TunedString(name: name, note: $0) } }
  }

  /// The pitch of a note in hertz, as it should be.
  public func frequency(of note: Note) -> Double { temperament.frequency(of: note, key: key.root, a4: a4) }

  /// Hertz that are listened for: those of the instrument, and enough about the strings.
  public var range: ClosedRange<Double> {
    let pitches = strings.map { frequency(of: $0.note) }
    guard let lowest = pitches.min(), let highest = pitches.max() else { return instrument.range }
    return min(instrument.range.lowerBound, lowest / 1.12)...max(instrument.range.upperBound, highest * 1.5)
  }

  /// A pitch outside the range is more likely a slip than a wish, so it falls back instead of being clamped.
  private static func a4(_ props: Props, _ warnings: inout [PropWarning]) -> Double {
    let prop = TunerProps.a4
    guard case .number(let given) = props[prop.name] else { return prop.played(in: props, &warnings) }
    if given > prop.range.lowerBound, given < prop.range.upperBound { return given }
    warnings.append(
      PropWarning(
        prop: prop.name, given: NumberText.shortest(given), used: NumberText.text(prop.defaultValue),
        reason: .notBetween(prop.range.lowerBound, prop.range.upperBound)))
    return prop.defaultValue
  }
}
