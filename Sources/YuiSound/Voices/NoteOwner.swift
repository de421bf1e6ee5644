// SPDX-License-Identifier: GPL-3.0-or-later

/// Who struck a note, and so whose key-up ends it.
///
/// - Thread: any; a plain value.
public struct NoteOwner: BitwiseCopyable, Sendable, Equatable {
  /// Kind in the top byte, then what tells owners of that kind apart.
  private let value: UInt32

  @_noLocks
  private init(_ kind: UInt32, _ detail: UInt32) { value = kind &<< 24 | detail }

  /// Nobody: the note ends by itself.
  public static var nobody: NoteOwner { @_noLocks get { NoteOwner(0, 0) } }

  /// A key of a MIDI keyboard: port 0...15, channel 0...15, note 0...127.
  @_noLocks
  public static func key(port: UInt8, channel: UInt8, note: UInt8) -> NoteOwner {
    NoteOwner(1, UInt32(port) &<< 16 | UInt32(channel) &<< 8 | UInt32(note))
  }

  /// A key that the control side plays; `source` tells apart those who may hold the same key.
  @_noLocks
  public static func line(source: UInt16 = 0, note: UInt8) -> NoteOwner {
    NoteOwner(2, UInt32(source) &<< 8 | UInt32(note))
  }

  /// A row of a player.
  @_noLocks
  public static func player(slot: Int) -> NoteOwner { NoteOwner(3, UInt32(slot)) }

  /// What hands play on an instrument of the control side: its pads, chord buttons or tones; `number` tells instruments apart by
  /// its lower 24 bits.
  @_noLocks
  public static func hands(on number: UInt32) -> NoteOwner { NoteOwner(4, number & 0xFF_FFFF) }

  /// An effect of the control side.
  public static var effect: NoteOwner { @_noLocks get { NoteOwner(5, 0) } }

  /// The slot of the player that it is a row of, 0...15; nil for other owners.
  public var playerSlot: Int? { value &>> 24 == 3 ? Int(value & 0xFF_FFFF) : nil }

  /// The lower 24 bits of the number of the instrument whose hands it is; nil for other owners.
  public var handsNumber: UInt32? { value &>> 24 == 4 ? value & 0xFF_FFFF : nil }

  /// Whether it is a key that the control side plays, or one of a MIDI keyboard.
  public var isKey: Bool { value &>> 24 == 1 || value &>> 24 == 2 }

  /// Some of the owners.
  public enum Group: BitwiseCopyable, Sendable {
    /// All there are.
    case everyone
    /// Exactly this one.
    case one(NoteOwner)
    /// Every key of a port.
    case port(UInt8)
    /// Every key of a channel of a port.
    case channel(port: UInt8, channel: UInt8)
    /// Every key that the control side plays.
    case lines
    /// Every key that one source of the control side plays.
    case source(UInt16)
    /// All that hands play on instruments of the control side.
    case hands

    /// Whether `owner` belongs to the group.
    @_noLocks
    public func has(_ owner: NoteOwner) -> Bool {
      switch self {
      case .everyone: true
      case .one(let other): owner.value == other.value
      case .port(let port): owner.value &>> 16 == 1 &<< 8 | UInt32(port)
      case .channel(let port, let channel):
        owner.value &>> 8 == 1 &<< 16 | UInt32(port) &<< 8 | UInt32(channel)
      case .lines: owner.value &>> 24 == 2
      case .source(let source): owner.value &>> 8 == 2 &<< 16 | UInt32(source)
      case .hands: owner.value &>> 24 == 4
      }
    }
  }
}
