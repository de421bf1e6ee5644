// SPDX-License-Identifier: GPL-3.0-or-later

/// One note to sound: which voice, how high, how loud, how long, and whose it is.
///
/// - Thread: any; a plain value.
public struct NoteRequest: BitwiseCopyable, Sendable {
  /// When the note is let go.
  public enum Hold: BitwiseCopyable, Sendable {
    /// By itself: drums and plucked sounds ring down, sustained ones are let go after half a second.
    case natural
    /// When its owner lets go, however long that takes.
    case key
    /// After this many frames.
    case frames(Int64)
  }

  /// The voice.
  public var voice: VoiceKind
  /// Hertz.
  public var frequency: Double
  /// Linear amplitude, 0...1.
  public var velocity: Float
  /// When it is let go.
  public var hold: Hold
  /// Whose key-up ends it.
  public var owner: NoteOwner
  /// The MIDI channel whose volume and expression it follows, as port × 16 + channel; nil for none.
  public var channel: UInt8?
  /// Where it is added up.
  public var bus: Bus

  /// A note at a MIDI note number (A4 = 69 = 440 Hz), or at the voice's own pitch, on the voice's own bus unless `bus` is given.
  @_noLocks
  public init(
    _ voice: VoiceKind, note: UInt8? = nil, velocity: Float, hold: Hold = .natural, owner: NoteOwner = .nobody,
    channel: UInt8? = nil, bus: Bus? = nil
  ) {
    self.init(
      voice, frequency: note.map { NoteRequest.frequency(of: $0) } ?? voice.defaultFrequency, velocity: velocity,
      hold: hold, owner: owner, channel: channel, bus: bus)
  }

  /// A note at a frequency in hertz, on the voice's own bus unless `bus` is given.
  @_noLocks
  public init(
    _ voice: VoiceKind, frequency: Double, velocity: Float, hold: Hold = .natural, owner: NoteOwner = .nobody,
    channel: UInt8? = nil, bus: Bus? = nil
  ) {
    self.voice = voice
    self.frequency = frequency
    self.velocity = velocity
    self.hold = hold
    self.owner = owner
    self.channel = channel
    self.bus = bus ?? voice.bus
  }

  /// Equal temperament over A4 = 440 Hz.
  @_noLocks
  private static func frequency(of note: UInt8) -> Double { 440 * RealtimeMath.exp2((Double(note) - 69) / 12) }
}
