// SPDX-License-Identifier: GPL-3.0-or-later

/// The sounds of the instrument: sixteen of the kit, in pad order, then the pitched ones (`bell` is both).
public enum VoiceKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case kick, snare, clap, hat, open, rim, tom, shaker, crash, cow, snap, conga
  case pop, sweep, tick, bell
  case keys, pluck, pad, bass, lead

  /// What a sound is used as.
  public enum Family: UInt8, Sendable {
    /// One of the twelve drums.
    case drum
    /// One of the short effects: `pop`, `sweep`, `tick`.
    case effect
    /// Plays the written note.
    case pitched
  }

  /// What the sound is used as.
  ///
  /// - Thread: realtime.
  public var family: Family {
    @_noLocks get {
      switch self {
      case .kick, .snare, .clap, .hat, .open, .rim, .tom, .shaker, .crash, .cow, .snap, .conga: .drum
      case .pop, .sweep, .tick: .effect
      case .bell, .keys, .pluck, .pad, .bass, .lead: .pitched
      }
    }
  }

  /// Whether the sound plays the written note.
  ///
  /// - Thread: realtime.
  public var isPitched: Bool {
    @_noLocks get { if case .pitched = family { true } else { false } }
  }

  /// Whether the modulation wheel makes the sound's pitch swing.
  ///
  /// - Thread: realtime.
  public var vibrates: Bool {
    @_noLocks get { self == .keys || self == .bell || self == .pad || self == .lead }
  }

  /// Whether the sound lasts as long as its key is down; the others ring down by themselves.
  ///
  /// - Thread: realtime.
  public var isSustained: Bool {
    @_noLocks get { naturalLength == nil }
  }

  /// How long the sound is heard, in seconds, or nil for one that lasts until it is let go.
  ///
  /// The voice itself goes on decaying; ending it there, with a fade, is for whoever owns it.
  ///
  /// - Thread: realtime.
  public var naturalLength: Double? {
    @_noLocks get {
      switch self {
      case .kick, .tom: 0.7
      case .snare: 0.6
      case .clap: 0.45
      case .hat, .rim: 0.1
      case .open, .conga: 0.5
      case .shaker: 0.2
      case .crash, .bell: 3
      case .cow: 0.4
      case .snap: 0.12
      case .pop: 0.35
      case .sweep: 0.52
      case .tick: 0.05
      case .keys: 4
      case .pluck: 1.4
      case .pad, .bass, .lead: nil
      }
    }
  }

  /// How long a release takes, in seconds, or nil for a sound that ignores note-off.
  ///
  /// During a release the gain is `exp(-3 t / release)`.
  ///
  /// - Thread: realtime.
  public var release: Double? {
    @_noLocks get {
      switch self {
      case .keys, .pluck: 0.15
      case .bell: 0.4
      case .pad: 0.5
      case .bass, .lead: 0.08
      default: nil
      }
    }
  }

  /// The MIDI note the sound has where none is given.
  ///
  /// - Thread: realtime.
  public var defaultNote: UInt8 {
    @_noLocks get { self == .bell || self == .pop ? 72 : 60 }
  }

  /// The frequency the sound has where no note is given, in hertz, at A4 = 440: 3000 for `tick`, else that of
  /// `defaultNote`. Drums and `sweep` ignore it.
  ///
  /// - Thread: realtime.
  public var defaultFrequency: Double {
    @_noLocks get {
      self == .tick ? 3000 : 440 * RealtimeMath.exp2((Double(defaultNote) - 69) / 12)
    }
  }
}
