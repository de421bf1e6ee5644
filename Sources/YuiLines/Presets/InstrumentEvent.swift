// SPDX-License-Identifier: GPL-3.0-or-later

/// What a player made, in the words that a line can paste back.
public enum InstrumentEvent: Sendable, Equatable {
  /// Where a take's sound and notes are, and how long it is in seconds. Without notes there is no `midi`.
  public struct Sound: Sendable, Equatable {
    /// Seconds of sound.
    public var seconds: Double
    /// Place of the sound.
    public var audio: String
    /// Place of the notes.
    public var midi: String?

    /// A stored take.
    public init(seconds: Double, audio: String, midi: String?) {
      self.seconds = seconds
      self.audio = audio
      self.midi = midi
    }
  }

  /// A loop's pattern.
  case loop(LoopSettings)
  /// A drum take of two bars, and its sound where it was stored.
  case drumTake(bpm: Double, take: TakePattern, sound: Sound?)
  /// A take of any instrument; with the tempo for loops.
  case take(Preset, Sound, bpm: Double?)
  /// The last notes played on a keyboard: MIDI numbers, named for the key.
  case keys(played: [Int], KeysSettings)
  /// The last chords played.
  case chords(played: [String], Key)
  /// All strings were tuned; how far each was off, in whole cents.
  case tuned(TunerSettings, cents: [Int])
  /// A metronome was stopped after running for whole seconds.
  case metronome(MetronomeSettings, seconds: Int)

  /// The most notes or chords that are sent back.
  public static let mostPlayed = 32

  /// The preset that sends it.
  public var preset: Preset {
    switch self {
    case .loop: .loop
    case .drumTake: .drums
    case .take(let preset, _, _): preset
    case .keys: .keys
    case .chords: .chords
    case .tuned: .tuner
    case .metronome: .metronome
    }
  }

  /// The event as one JSON object.
  ///
  /// - Parameter saved: the name that `show` drew the instrument under, if it did.
  public func json(id: String, saved: String? = nil) -> JSON {
    var members: [(key: String, value: JSON)] = [("id", .string(id)), ("preset", .string(preset.rawValue))]
    members += fields
    if let saved { members.append(("saved", .string(saved))) }
    return .object(members)
  }

  private var fields: [(key: String, value: JSON)] {
    switch self {
    case .loop(let loop):
      return [
        ("bpm", .number(loop.bpm)), ("swing", .number(loop.swing)), ("steps", .whole(loop.steps)),
        ("rows", .strings(loop.rows.map(\.name))), ("p", .strings(loop.patternTexts)),
      ]
    case .drumTake(let bpm, let take, let sound):
      return [
        ("take", true), ("bpm", .number(bpm)), ("steps", .whole(TakePattern.steps)), ("rows", .strings(take.rows)),
        ("p", .strings(take.patternTexts)),
      ] + (sound.map(Self.fields) ?? [])
    case .take(_, let sound, let bpm):
      return Self.fields(of: sound) + (bpm.map { [("bpm", .number($0))] } ?? [])
    case .keys(let played, let keys):
      let names = played.suffix(Self.mostPlayed).map { Note($0).name(flats: keys.key.usesFlats) }
      return [
        ("played", .strings(names)), ("key", .string(keys.key.name)), ("scale", .string(keys.scale.rawValue)),
      ]
    case .chords(let played, let key):
      return [("played", .strings(played.suffix(Self.mostPlayed))), ("key", .string(key.name))]
    case .tuned(let tuner, let cents):
      return [
        ("tuned", true), ("instrument", .string(tuner.instrument.rawValue)), ("tuning", .string(tuner.tuning)),
        ("strings", .strings(tuner.strings.map(\.name))), ("cents", .array(cents.map { .whole($0) })),
      ]
    case .metronome(let metronome, let seconds):
      return [
        ("bpm", .number(metronome.bpm)), ("beats", .whole(metronome.beats)), ("sub", .whole(metronome.sub)),
        ("seconds", .whole(seconds)),
      ]
    }
  }

  private static func fields(of sound: Sound) -> [(key: String, value: JSON)] {
    let seconds = JSON.number((sound.seconds * 10).roundedHalfUp / 10)
    let midi: [(key: String, value: JSON)] = sound.midi.map { [("midi", .string($0))] } ?? []
    return [("seconds", seconds), ("audio", .string(sound.audio))] + midi
  }
}
