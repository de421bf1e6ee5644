// SPDX-License-Identifier: GPL-3.0-or-later

/// A channel message of MIDI 1.0. Everything else that comes in is of no use to an instrument and is passed over.
///
/// - Thread: any; a plain value.
public enum MIDIMessage: BitwiseCopyable, Sendable, Equatable {
  /// A key goes down: note 0...127, velocity 1...127.
  case noteOn(channel: UInt8, note: UInt8, velocity: UInt8)
  /// A key goes up. A note-on of velocity 0 is one too.
  case noteOff(channel: UInt8, note: UInt8)
  /// A controller 0...127 at 0...127.
  case control(channel: UInt8, number: UInt8, value: UInt8)
  /// A program 0...127.
  case program(channel: UInt8, number: UInt8)
  /// The pitch wheel at 0...16383; 8192 is its middle.
  case bend(channel: UInt8, value: UInt16)
  /// Pressure on the keys of a channel, 0...127.
  case pressure(channel: UInt8, value: UInt8)

  /// Reads one whole message of `count` bytes, or nil for anything that is not a complete channel message of a kind listed
  /// above. Bytes beyond `count` are not looked at.
  @_noLocks
  public init?(_ status: UInt8, _ first: UInt8, _ second: UInt8, count: Int) {
    let channel = status & 0x0F
    guard first < 0x80, second < 0x80 || count < 3 else { return nil }
    switch status & 0xF0 {
    case 0x90 where count == 3 && second > 0: self = .noteOn(channel: channel, note: first, velocity: second)
    case 0x80 where count == 3, 0x90 where count == 3: self = .noteOff(channel: channel, note: first)
    case 0xB0 where count == 3: self = .control(channel: channel, number: first, value: second)
    case 0xC0 where count == 2: self = .program(channel: channel, number: first)
    case 0xD0 where count == 2: self = .pressure(channel: channel, value: first)
    case 0xE0 where count == 3: self = .bend(channel: channel, value: UInt16(second) &<< 7 | UInt16(first))
    default: return nil
    }
  }
}
