// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line can say about a keyboard.
public enum KeysProps {
  /// The key whose scale the keys are locked to.
  public static let key = TextProp(name: "key", defaultValue: "C")
  /// The scale on the key's root; by default the key's own mode.
  public static let scale = TextProp(name: "scale", defaultValue: "")
  /// The voice.
  public static let sound = TextProp(name: "sound", defaultValue: "keys")
  /// The octave of the lowest key.
  public static let octave = NumberProp(name: "octave", defaultValue: 4, range: 1...7, isWhole: true)
  /// Whether what was played can be sent back.
  public static let send = FlagProp(name: "send")

  /// The keys of its own, without those that every instrument has.
  static let names = [key.name, scale.name, sound.name, octave.name, send.name]

  /// All props as written, or their defaults; the scale follows a key that ends in `m`.
  public static func resolved(_ props: Props) -> JSON {
    var scale = props.resolved(Self.scale)
    if props[Self.scale.name] == nil {
      scale.value = props[key.name]?.written.trimmed().hasSuffix("m") == true ? "minor" : "major"
    }
    return .object([
      props.resolved(CommonProps.title), props.resolved(key), scale, props.resolved(sound), props.resolved(octave),
      props.resolved(send),
    ])
  }
}

/// A keyboard as it is played.
public struct KeysSettings: Sendable, Equatable {
  /// Text above it.
  public var title: String
  /// The key.
  public var key: Key
  /// The scale on the key's root.
  public var scale: Scale
  /// The voice.
  public var voice: PitchedWord
  /// The octave of the lowest key, `1...7`.
  public var octave: Int
  /// Whether what was played can be sent back.
  public var sends: Bool

  /// MIDI number of the lowest key.
  public var base: Int { 12 * (octave + 1) }

  /// Whether a screen key may sound: it lies in the scale. A real keyboard's keys always sound.
  public func isOpen(_ note: Note) -> Bool { scale.contains(note, in: key) }

  /// Rounds, clamps and falls back; what is not played as written is added to the warnings.
  public init(_ props: Props, warnings: inout [PropWarning]) {
    title = CommonProps.title.played(in: props, &warnings)
    key = KeysProps.key.key(in: props, &warnings)
    scale = KeysProps.scale.word(in: props, kind: "a scale", fallback: Scale(of: key), &warnings)
    voice = KeysProps.sound.voice(in: props, &warnings)
    octave = Int(KeysProps.octave.played(in: props, &warnings))
    sends = KeysProps.send.played(in: props, &warnings)
  }
}
