// SPDX-License-Identifier: GPL-3.0-or-later

/// A message for the MIDI clock port and the frame at which it leaves.
///
/// - Thread: any; a plain value.
public struct ClockMessage: BitwiseCopyable, Sendable, Equatable {
  /// The engine frame it is written at.
  public var frame: Int64
  /// The message's bytes; the first `count` of them count.
  public var bytes: InlineArray<3, UInt8>
  /// 1, or 3 for a song position.
  public var count: Int

  /// MIDI Timing Clock, 24 a beat.
  public static var clockByte: UInt8 { @_noLocks get { 0xF8 } }
  /// MIDI Start: from the top.
  public static var startByte: UInt8 { @_noLocks get { 0xFA } }
  /// MIDI Continue: from the song position.
  public static var continueByte: UInt8 { @_noLocks get { 0xFB } }
  /// MIDI Stop.
  public static var stopByte: UInt8 { @_noLocks get { 0xFC } }
  /// MIDI Song Position Pointer, followed by two data bytes.
  public static var positionByte: UInt8 { @_noLocks get { 0xF2 } }

  /// A system real-time message of one byte.
  @_noLocks
  init(_ byte: UInt8, at frame: Int64) {
    self.frame = frame
    bytes = [byte, 0, 0]
    count = 1
  }

  /// A song position of 0...16383 sixteenths.
  @_noLocks
  init(position sixteenths: Int64, at frame: Int64) {
    self.frame = frame
    bytes = [ClockMessage.positionByte, UInt8(sixteenths & 0x7F), UInt8(sixteenths &>> 7 & 0x7F)]
    count = 3
  }

  /// Whether two messages are of the same bytes on the same frame.
  public static func == (left: ClockMessage, right: ClockMessage) -> Bool {
    left.frame == right.frame && left.count == right.count
      && left.bytes.indices.allSatisfy { left.bytes[$0] == right.bytes[$0] }
  }
}
