// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line can say about a loop.
public enum LoopProps {
  /// Beats per minute; decimals count.
  public static let bpm = NumberProp(name: "bpm", defaultValue: 96, range: 40...240)
  /// How late every second step is, in percent of half a step.
  public static let swing = NumberProp(name: "swing", defaultValue: 0, range: 0...75)
  /// Steps in a pattern: up to eight are eighths, more are sixteenths.
  public static let steps = NumberProp(name: "steps", defaultValue: 8, range: 4...32, isWhole: true)
  /// Names of the rows; the first sixteen are played.
  public static let rows = ListProp(name: "rows", defaultValue: SoundWord.kit[..<8].map(\.rawValue))
  /// One pattern text a row.
  public static let pattern = ListProp(name: "p", defaultValue: [])
  /// The voice of rows that are notes.
  public static let sound = TextProp(name: "sound", defaultValue: "pluck")
  /// Whether it plays as soon as it is drawn.
  public static let play = FlagProp(name: "play")

  /// The most rows that are played.
  public static let mostRows = 16

  /// The keys of its own, without those that every instrument has.
  static let names = [bpm.name, swing.name, steps.name, rows.name, pattern.name, sound.name, play.name]

  /// All props as written, or their defaults.
  public static func resolved(_ props: Props) -> JSON {
    .object([
      props.resolved(CommonProps.title), props.resolved(bpm), props.resolved(swing), props.resolved(steps),
      props.resolved(rows), props.resolved(pattern), props.resolved(sound), props.resolved(play),
    ])
  }
}

/// A loop as it is played.
public struct LoopSettings: Sendable, Equatable {
  /// A row of a loop.
  public struct Row: Sendable, Equatable {
    /// The name as the line wrote it.
    public var name: String
    /// What it plays.
    public var sound: RowSound
    /// The hits: bit `n` is step `n`; bits from `steps` on are clear.
    public var mask: UInt32
  }

  /// Text above it.
  public var title: String
  /// Beats per minute, `40...240`.
  public var bpm: Double
  /// Percent of half a step by which odd steps are late, `0...75`.
  public var swing: Double
  /// Steps in a pattern, `4...32`.
  public var steps: Int
  /// From top to bottom, at most sixteen.
  public var rows: [Row]
  /// The voice of rows that are notes.
  public var voice: PitchedWord
  /// Whether it plays as soon as it is drawn.
  public var plays: Bool

  /// Steps in one beat: 2 when there are up to eight, else 4.
  public var stepsPerBeat: Int { steps <= 8 ? 2 : 4 }

  /// One pattern text a row, as the loop's event has it.
  public var patternTexts: [String] { rows.map { Pattern.text($0.mask, steps: steps) } }

  /// Rounds, clamps and falls back; what is not played as written is added to the warnings.
  public init(_ props: Props, warnings: inout [PropWarning]) {
    title = CommonProps.title.played(in: props, &warnings)
    bpm = LoopProps.bpm.played(in: props, &warnings)
    swing = LoopProps.swing.played(in: props, &warnings)
    steps = Int(LoopProps.steps.played(in: props, &warnings))
    voice = LoopProps.sound.voice(in: props, &warnings)
    plays = LoopProps.play.played(in: props, &warnings)
    let names = LoopProps.rows.played(in: props, &warnings)
    let used = Array(names.prefix(LoopProps.mostRows))
    if used.count < names.count {
      warnings.append(
        PropWarning(
          prop: LoopProps.rows.name, given: String(names.count), used: String(used.count),
          reason: .tooMany(kind: "rows", limit: used.count)))
    }
    let sounds = RowSound.sounds(of: used, voice: voice)
    for (name, sound) in zip(used, sounds) { Self.check(name, plays: sound, &warnings) }
    let texts = LoopProps.pattern.played(in: props, &warnings)
    let steps = steps
    rows = zip(used, sounds).enumerated().map { index, row in
      let text = index < texts.count ? texts[index] : ""
      return Row(name: row.0, sound: row.1, mask: Pattern.mask(text, steps: steps))
    }
    for (index, text) in texts.prefix(used.count).enumerated() {
      guard Pattern.lastHit(text) > steps else { continue }
      let needed = min(text.unicodeScalars.count, Pattern.longest)
      warnings.append(
        PropWarning(
          prop: LoopProps.pattern.name, given: text, used: String(needed),
          reason: .patternTooLong(text: index + 1, steps: steps)))
    }
  }

  private static func check(_ name: String, plays sound: RowSound, _ warnings: inout [PropWarning]) {
    let prop = LoopProps.rows.name
    if let note = Note(reading: name) {
      guard !note.isPlayable else { return }
      let used = note.playable.name(flats: false)
      warnings.append(PropWarning(prop: prop, given: name, used: used, reason: .outOfReach))
    } else if SoundWord(reading: name) == nil {
      warnings.append(unknownSound(name, in: prop, used: sound.word.rawValue))
    }
  }
}
