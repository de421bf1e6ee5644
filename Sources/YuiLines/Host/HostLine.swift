// SPDX-License-Identifier: GPL-3.0-or-later

/// What hands do, as a line says it: yui-jack's own addition to the language. All arguments are checked.
public enum HostLine: Sendable, Equatable {
  /// What is struck.
  public enum Struck: Sendable, Equatable {
    /// A sound; it counts as a pad of the newest drums where one plays it.
    case sound(SoundWord)
    /// A pad of the newest drums, `1...16`.
    case pad(Int)
    /// An effect; where a note belongs to the answer, that sounds in its place. A MIDI number.
    case effect(EffectWord, note: Int?)
  }

  /// What happens to a key of the newest keyboard.
  public enum KeyPress: Sendable, Equatable {
    /// Down, and up again after seconds.
    case play(note: Int, velocity: Double, seconds: Double)
    /// Down until it is let go.
    case down(note: Int, velocity: Double)
    /// Up.
    case up(note: Int)
    /// All keys up.
    case allUp
  }

  /// Which chord is played.
  public enum Strummed: Sendable, Equatable {
    /// A button from 1, of the target or of the newest chords.
    case button(Int, Target?)
    /// The lowest note alone of a button from 1, of the target or of the newest chords.
    case bass(Int, Target?)
    /// A chord by name, on the newest chords.
    case chord(String)
  }

  /// Which tone of a tuner is played.
  public enum Tone: Sendable, Equatable {
    /// The tone of a string from 1, of the target or of the newest tuner.
    case string(Int, Target?)
    /// No tone.
    case off
  }

  /// Settings of the engine; nil leaves one as it is.
  public struct Engine: Sendable, Equatable {
    /// Gain of everything, `0...2`.
    public var master: Double?
    /// Share of the room, `0...1`.
    public var room: Double?
    /// Whether the limiter works.
    public var limiter: Limiter?
    /// How hard a touch has to be.
    public var velocity: VelocityCurve?
    /// Voices that may sound at once, `1...256`.
    public var voices: Int?

    /// Nothing to set.
    public init() {}
  }

  /// How the limiter works.
  public enum Limiter: String, Sendable, CaseIterable {
    /// Never above full scale.
    case soft
    /// Not at all.
    case off
  }

  /// How a touch becomes a velocity.
  public enum VelocityCurve: String, Sendable, CaseIterable {
    /// As it is.
    case linear
    /// Louder for light touches.
    case soft
    /// Softer for light touches.
    case hard
  }

  /// What happens with takes.
  public enum Record: Sendable, Equatable {
    /// A take begins, of everything or of the target; without a format it goes by the path, without a path by the session.
    case begin(Target?, format: Format?, path: String?)
    /// The take at hand ends.
    case stop
    /// What sounded last is kept, as much of it as there is or so many seconds.
    case last(seconds: Double?)
  }

  /// Kinds of sound files.
  public enum Format: String, Sendable, CaseIterable {
    /// RIFF WAVE of 32-bit floating-point samples.
    case wav
    /// RIFF WAVE of 24-bit samples.
    case wav24
    /// FLAC of 24-bit samples, without loss.
    case flac
    /// Vorbis in Ogg.
    case ogg
    /// Opus in Ogg.
    case opus
    /// AAC in MPEG-4.
    case m4a
  }

  /// Units of musical time, and seconds.
  public enum WaitUnit: String, Sendable, CaseIterable {
    /// Beats of the clock source.
    case beats
    /// Bars of the clock source.
    case bars
    /// Steps of the clock source.
    case steps
    /// Seconds.
    case seconds = "s"
  }

  /// What a source is told beside the ordinary events.
  public struct Events: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// A set of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Each step of a loop.
    public static let steps = Events(rawValue: 1)
    /// Each note.
    public static let notes = Events(rawValue: 2)
    /// Levels, 20 times a second.
    public static let meters = Events(rawValue: 4)
    /// Readings of the tuner.
    public static let readings = Events(rawValue: 8)

    /// What is up: every instrument as it is played, at once and at each change.
    public static let state = Events(rawValue: 16)

    /// Each with its name, in order.
    public static let named: [(name: String, event: Events)] = [
      ("steps", .steps), ("notes", .notes), ("meters", .meters), ("readings", .readings),
      ("state", .state),
    ]
  }

  /// Strikes a sound or a pad, velocity `0...1`.
  case hit(Struck, velocity: Double)
  /// Plays a key of the newest keyboard.
  case note(KeyPress)
  /// Plays a chord.
  case strum(Strummed)
  /// Plays a tuner's string.
  case tone(Tone)
  /// A tap for the newest metronome.
  case tap
  /// Plays from the top: everything, or one.
  case start(Target?)
  /// Halts: everything, or one.
  case stop(Target?)
  /// Plays on from where it halted: everything, or one.
  case `continue`(Target?)
  /// Sets the signed offset of the MIDI clock in milliseconds, and whether it runs while stopped.
  case clock(offset: Double?, always: Bool?)
  /// Sets the engine.
  case engine(Engine)
  /// Changes a loop as the player's hands do: its pattern, rows, steps, tempo or swing.
  case edit(Target, Props)
  /// Sends the event of an instrument, or of all.
  case send(Target?)
  /// Records a take.
  case record(Record)
  /// Keeps this source's next lines back.
  case wait(Double, WaitUnit)
  /// Chooses what this source is told, beside the ordinary events.
  case events(Events)
  /// Asks for the state.
  case status
  /// Ends the program.
  case quit
}
