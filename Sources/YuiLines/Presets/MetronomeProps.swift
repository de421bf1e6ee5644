// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line can say about a metronome.
public enum MetronomeProps {
  /// Beats per minute; decimals count.
  public static let bpm = NumberProp(name: "bpm", defaultValue: 100, range: 30...300)
  /// Beats in a bar, the first of them accented.
  public static let beats = NumberProp(name: "beats", defaultValue: 4, range: 1...12, isWhole: true)
  /// Clicks in a beat.
  public static let sub = NumberProp(name: "sub", defaultValue: 1, range: 1...4, isWhole: true)
  /// Whether it plays as soon as it is drawn.
  public static let play = FlagProp(name: "play")

  /// The keys of its own, without those that every instrument has.
  static let names = [bpm.name, beats.name, sub.name, play.name]

  /// All props as written, or their defaults.
  public static func resolved(_ props: Props) -> JSON {
    .object([
      props.resolved(CommonProps.title), props.resolved(bpm), props.resolved(beats), props.resolved(sub),
      props.resolved(play),
    ])
  }
}

/// A metronome as it is played.
public struct MetronomeSettings: Sendable, Equatable {
  /// Text above it.
  public var title: String
  /// Beats per minute, `30...300`.
  public var bpm: Double
  /// Beats in a bar, `1...12`.
  public var beats: Int
  /// Clicks in a beat, `1...4`.
  public var sub: Int
  /// Whether it plays as soon as it is drawn.
  public var plays: Bool

  /// Rounds, clamps and falls back; what is not played as written is added to the warnings.
  public init(_ props: Props, warnings: inout [PropWarning]) {
    title = CommonProps.title.played(in: props, &warnings)
    bpm = MetronomeProps.bpm.played(in: props, &warnings)
    beats = Int(MetronomeProps.beats.played(in: props, &warnings))
    sub = Int(MetronomeProps.sub.played(in: props, &warnings))
    plays = MetronomeProps.play.played(in: props, &warnings)
  }
}
