// SPDX-License-Identifier: GPL-3.0-or-later

/// Notes that one touch strikes, one after another or together.
///
/// - Thread: any; a plain value.
public struct ChordStroke: BitwiseCopyable, Sendable {
  /// The most notes.
  public static var noteLimit: Int { @_noLocks get { 12 } }

  /// The voice.
  public var voice: VoiceKind
  /// Linear amplitude of each note, 0...1.
  public var velocity: Float
  /// Seconds between a note and the next, 0 or more.
  public var gap: Double
  /// Seconds from the start of each note to its release.
  public var length: Double
  /// Whose notes they are.
  public var owner: NoteOwner
  /// MIDI note numbers in the order they are struck.
  private(set) var notes = InlineArray<12, UInt8>(repeating: 0)
  /// How many there are.
  private(set) var count = 0

  /// A chord without notes.
  public init(_ voice: VoiceKind, velocity: Float, gap: Double, length: Double, owner: NoteOwner) {
    self.voice = voice
    self.velocity = velocity
    self.gap = gap
    self.length = length
    self.owner = owner
  }

  /// Adds a MIDI note number behind the others; beyond the limit it is left out.
  public mutating func append(_ note: UInt8) {
    guard count < ChordStroke.noteLimit else { return }
    notes[count] = note
    count += 1
  }

  /// The frame of a note, counted from the first one.
  @_noLocks
  func start(of index: Int, sampleRate: Double) -> Int64 {
    RealtimeMath.roundHalfUp(Double(index) * gap * sampleRate)
  }

  /// What strikes a note.
  @_noLocks
  func request(_ index: Int, velocity: Float, sampleRate: Double, channel: UInt8? = nil) -> NoteRequest {
    NoteRequest(
      voice, note: notes[index], velocity: velocity, hold: .frames(RealtimeMath.roundHalfUp(length * sampleRate)),
      owner: owner, channel: channel)
  }
}
