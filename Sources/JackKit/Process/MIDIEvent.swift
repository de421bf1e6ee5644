// SPDX-License-Identifier: GPL-3.0-or-later

/// A MIDI message at a frame of a cycle, as a plain value.
///
/// Holds the first three bytes, all there is of every message but system exclusive.
public struct MIDIEvent: BitwiseCopyable, Sendable {
  /// Frames from the start of the cycle.
  public var frame: Int
  /// Length of the whole message in bytes; may be more than are held.
  public var byteCount: Int
  /// The first three bytes; those past `byteCount` are 0.
  public var bytes: InlineArray<3, UInt8>

  /// A message of one byte, such as a clock tick.
  @_noLocks
  public init(frame: Int, _ status: UInt8) {
    self.init(frame: frame, byteCount: 1, bytes: [status, 0, 0])
  }

  /// A message of two bytes, such as a program change.
  @_noLocks
  public init(frame: Int, _ status: UInt8, _ first: UInt8) {
    self.init(frame: frame, byteCount: 2, bytes: [status, first, 0])
  }

  /// A message of three bytes, such as a note.
  @_noLocks
  public init(frame: Int, _ status: UInt8, _ first: UInt8, _ second: UInt8) {
    self.init(frame: frame, byteCount: 3, bytes: [status, first, second])
  }

  @_noLocks
  init(frame: Int, byteCount: Int, bytes: InlineArray<3, UInt8>) {
    self.frame = frame
    self.byteCount = byteCount
    self.bytes = bytes
  }
}
