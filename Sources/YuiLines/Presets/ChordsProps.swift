// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line can say about chord buttons.
public enum ChordsProps {
  /// The key of the numerals.
  public static let key = TextProp(name: "key", defaultValue: "C")
  /// Chord names; where there are any, they win over the numerals.
  public static let chords = ListProp(name: "chords", defaultValue: [])
  /// Roman numerals.
  public static let progression = ListProp(name: "prog", defaultValue: ["I", "V", "vi", "IV"])
  /// The order of the notes of a chord.
  public static let strum = TextProp(name: "strum", defaultValue: "down")
  /// The voice.
  public static let sound = TextProp(name: "sound", defaultValue: "pluck")
  /// Whether what was played can be sent back.
  public static let send = FlagProp(name: "send")
  /// How the tones are laid out: `root`, or `near` for the inversion nearest to the button before. Not part of the language.
  public static let voicing = TextProp(name: "voicing", defaultValue: "root")

  /// Whether the white keys of a MIDI keyboard, from C3 up, are the buttons. Not part of the language.
  public static let midi = FlagProp(name: "midi")

  /// The keys of its own, without those that every instrument has.
  static let names = [
    key.name, chords.name, progression.name, strum.name, sound.name, send.name, voicing.name, midi.name,
  ]

  /// All props as written, or their defaults; no numerals where chords are given.
  public static func resolved(_ props: Props) -> JSON {
    var numerals = props.resolved(progression)
    if props[progression.name] == nil, props[chords.name] != nil { numerals.value = .array([]) }
    return .object([
      props.resolved(CommonProps.title), props.resolved(key), props.resolved(chords), numerals, props.resolved(strum),
      props.resolved(sound), props.resolved(send),
    ])
  }
}

/// Chord buttons as they are played.
public struct ChordsSettings: Sendable, Equatable {
  /// One button.
  public struct Button: Sendable, Equatable {
    /// The chord's name, or the text that does not read, as it is shown.
    public var name: String
    /// The numeral it came from, where it did.
    public var numeral: String?
    /// MIDI numbers, the bass first, then ascending.
    public var notes: [Int]
  }

  /// Text above them.
  public var title: String
  /// The key of the numerals.
  public var key: Key
  /// The buttons, in order.
  public var buttons: [Button]
  /// The order of the notes of a chord.
  public var strum: Strum
  /// The voice.
  public var voice: PitchedWord
  /// How the tones are laid out.
  public var voicing: Voicing
  /// Whether what was played can be sent back.
  public var sends: Bool
  /// Whether white keys are buttons.
  public var playsFromKeys: Bool

  /// Falls back where a word is unknown; what is not played as written is added to the warnings.
  public init(_ props: Props, warnings: inout [PropWarning]) {
    title = CommonProps.title.played(in: props, &warnings)
    key = ChordsProps.key.key(in: props, &warnings)
    strum = ChordsProps.strum.word(in: props, kind: "a strum (down, up or off)", fallback: .down, &warnings)
    voice = ChordsProps.sound.voice(in: props, &warnings)
    voicing = ChordsProps.voicing.word(in: props, kind: "a voicing (root or near)", fallback: .root, &warnings)
    sends = ChordsProps.send.played(in: props, &warnings)
    playsFromKeys = ChordsProps.midi.played(in: props, &warnings)
    buttons = []
    let chords = ChordsProps.chords.played(in: props, &warnings)
    if chords.isEmpty {
      for numeral in ChordsProps.progression.played(in: props, &warnings) {
        let name = RomanNumeral(reading: numeral)?.chordName(in: key)
        append(name ?? numeral, numeral: numeral, written: numeral, prop: ChordsProps.progression.name, &warnings)
      }
    } else {
      for name in chords { append(name, numeral: nil, written: name, prop: ChordsProps.chords.name, &warnings) }
    }
  }

  private mutating func append(
    _ name: String, numeral: String?, written: String, prop: String, _ warnings: inout [PropWarning]
  ) {
    let read = Chord(reading: name)
    let chord = read ?? Chord(guessing: name)
    if read == nil {
      let isMinor = chord.tones[1] == 3
      let used = PitchClass.name(chord.root, flats: key.usesFlats) + (isMinor ? "m" : "")
      warnings.append(PropWarning(prop: prop, given: written, used: used, reason: .unknownWord(kind: "a known chord")))
    }
    let notes = voicing.notes(of: chord, after: buttons.last?.notes ?? [])
    buttons.append(Button(name: name, numeral: numeral, notes: notes))
  }
}
