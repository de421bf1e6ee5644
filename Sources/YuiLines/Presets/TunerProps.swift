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

  /// The name of a tuning with strings of one's own.
  public static let customTuning = "custom"

  /// The keys of its own, without those that every instrument has.
  static let names = [instrument.name, tuning.name, a4.name, strings.name]

  /// All props as written, or their defaults.
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
    /// The note's name as it is shown and sent back.
    public var name: String
    /// The note.
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

  /// Falls back where a value does not fit; what is not used as written is added to the warnings.
  public init(_ props: Props, warnings: inout [PropWarning]) {
    title = CommonProps.title.played(in: props, &warnings)
    instrument = TunerProps.instrument.word(
      in: props, kind: "an instrument of the tuner", fallback: .guitar, &warnings)
    a4 = Self.a4(props, &warnings)
    strings = []
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
