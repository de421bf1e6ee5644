// SPDX-License-Identifier: GPL-3.0-or-later

/// What one row of a pattern plays.
public struct RowVoice: BitwiseCopyable, Sendable, Equatable {
  /// The voice.
  public var voice: VoiceKind
  /// A MIDI note number for a pitched voice; nil plays the voice at its own pitch.
  public var note: UInt8?

  /// A row that plays `voice`, at `note` where it is pitched.
  @_noLocks
  public init(_ voice: VoiceKind, note: UInt8? = nil) {
    self.voice = voice
    self.note = note
  }
}

/// Everything that makes a loop or a metronome what it is: a tempo, a number of places, and what sounds on each.
///
/// A metronome is a pattern too: a bar of beats and clicks between them.
///
/// - Thread: any; a plain value that fits in a command.
public struct PlayerSettings: BitwiseCopyable, Sendable {
  /// What kind of pattern is played.
  public enum Role: UInt8, BitwiseCopyable, Sendable {
    /// Rows of marks; a loop is the clock source before any metronome.
    case loop
    /// Clicks.
    case metronome

    var isMetronome: Bool {
      @_noLocks get {
        switch self {
        case .loop: false
        case .metronome: true
        }
      }
    }
  }

  /// The most rows.
  public static var rowLimit: Int { @_noLocks get { 16 } }

  /// Loop or metronome.
  public let role: Role
  /// Beats (quarter notes) a minute, above 0.
  public var beatsPerMinute: Double = 120
  /// How late odd places are, as a part of half a step: 0...0.75.
  public var swing: Double = 0
  /// Places in the pattern, 1 or more: steps of a loop, beats × subdivision of a metronome.
  public var places: Int64 = 8
  /// Ticks (24 to a beat) from place to place: 12 for eighths, 6 for sixteenths.
  public var ticksPerPlace: Int64 = 12
  /// Rows in use, at most `rowLimit`. A metronome has none.
  public var rowCount: Int = 0
  /// One mask a row: bit `n` is set where place `n` sounds.
  public var masks = InlineArray<16, UInt32>(repeating: 0)
  /// What each row plays.
  public var rows = InlineArray<16, RowVoice>(repeating: RowVoice(.kick))

  /// An empty pattern of eight eighths at 120.
  @_noLocks
  public init(role: Role) { self.role = role }

  /// A metronome of `beats` a bar with `subdivision` clicks a beat, 1...4.
  public static func metronome(beatsPerMinute: Double, beats: Int, subdivision: Int) -> PlayerSettings {
    var settings = PlayerSettings(role: .metronome)
    settings.beatsPerMinute = beatsPerMinute
    settings.places = Int64(beats * subdivision)
    settings.ticksPerPlace = ticksPerBeat / Int64(subdivision)
    return settings
  }

  /// Ticks in one round of the pattern.
  public var ticks: Int64 { @_noLocks get { places * ticksPerPlace } }

  /// Ticks in a bar: four beats where the pattern is a whole number of them, else one round of the pattern.
  public var ticksPerBar: Int64 {
    @_noLocks get {
      let fourBeats = 4 * ticksPerBeat
      return !role.isMetronome && ticks % fourBeats == 0 ? fourBeats : ticks
    }
  }

  /// The click of a metronome's place: higher and louder on the first beat, softer between beats.
  @_noLocks
  func click(at place: Int64, slot: Int) -> NoteRequest {
    PlayerSettings.click(at: place, ticksPerPlace: ticksPerPlace, slot: slot)
  }

  /// The click of a metronome's place, which lies `ticksPerPlace` from the next.
  @_noLocks
  static func click(at place: Int64, ticksPerPlace: Int64, slot: Int) -> NoteRequest {
    let isBeat = place * ticksPerPlace % ticksPerBeat == 0
    let velocity: Float = place == 0 ? 1 : isBeat ? 0.65 : 0.3
    return NoteRequest(
      .tick, frequency: place == 0 ? 3000 : 2000, velocity: velocity, owner: .player(slot: slot), bus: .click)
  }

  /// Which of the settings a patch changes.
  public struct Changes: OptionSet, BitwiseCopyable, Sendable {
    /// One bit each.
    public let rawValue: UInt8

    /// Those whose bits are set.
    @_noLocks
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nothing.
    public static var none: Changes { @_noLocks get { Changes(rawValue: 0) } }
    /// `beatsPerMinute`.
    public static var tempo: Changes { @_noLocks get { Changes(rawValue: 1) } }
    /// `places` and `ticksPerPlace`.
    public static var places: Changes { @_noLocks get { Changes(rawValue: 2) } }
    /// `swing`.
    public static var swing: Changes { @_noLocks get { Changes(rawValue: 4) } }
    /// `masks`, `rows` and `rowCount`.
    public static var pattern: Changes { @_noLocks get { Changes(rawValue: 8) } }
    /// Everything.
    public static var all: Changes { @_noLocks get { Changes(rawValue: 15) } }

    /// Whether any of `other` is among them.
    @_noLocks
    func has(_ other: Changes) -> Bool { rawValue & other.rawValue != 0 }
  }

  /// Takes over what `changes` names from `other`.
  @_noLocks
  mutating func take(_ changes: Changes, from other: PlayerSettings) {
    if changes.has(.tempo) { beatsPerMinute = other.beatsPerMinute }
    if changes.has(.swing) { swing = other.swing }
    if changes.has(.places) {
      places = other.places
      ticksPerPlace = other.ticksPerPlace
    }
    if changes.has(.pattern) {
      rowCount = other.rowCount
      masks = other.masks
      rows = other.rows
    }
  }
}
