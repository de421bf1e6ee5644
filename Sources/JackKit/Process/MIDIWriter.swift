// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// Writes the events of one cycle into a MIDI output, in frame order.
///
/// - Thread: realtime, every member.
public struct MIDIWriter: ~Copyable, ~Escapable {
  /// Events that were not written: out of order, outside the cycle, empty, or more than the buffer holds.
  public private(set) var refusedCount = 0
  private var earliest = 0
  private let frames: Int
  private let buffer: UnsafeMutableRawPointer

  @_noLocks @_lifetime(immortal)
  init(buffer: UnsafeMutableRawPointer, frames: Int) {
    self.buffer = buffer
    self.frames = frames
    jack_midi_clear_buffer(buffer)
  }

  /// Bytes that the longest message that still fits may have.
  public var capacity: Int {
    @_noLocks get { jack_midi_max_event_size(buffer) }
  }

  /// Writes a message of up to three bytes.
  ///
  /// - Returns: whether it was written. It is not when its frame lies before the last one written or outside the
  ///   cycle, when it has more bytes than the event holds, or when the buffer is full; `refusedCount` then grows.
  @_noLocks
  public mutating func write(_ event: MIDIEvent) -> Bool {
    // No byte at all is refused too, so an event that does not hold its message counts like one.
    let byteCount = event.byteCount <= 3 ? event.byteCount : 0
    guard let target = reserve(byteCount, at: event.frame) else { return false }
    for index in 0..<byteCount { target[index] = event.bytes[index] }
    return true
  }

  /// Writes a message of any length, such as system exclusive.
  ///
  /// - Parameters:
  ///   - bytes: one whole message with its status byte.
  ///   - frame: frames from the start of the cycle.
  /// - Returns: whether it was written, as in `write(_:)`.
  @_noLocks
  public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, at frame: Int) -> Bool {
    guard let target = reserve(bytes.count, at: frame) else { return false }
    for index in 0..<bytes.count { target[index] = bytes[index] }
    return true
  }

  /// Passes a message on that arrived at an input.
  ///
  /// - Returns: whether it was written, as in `write(_:)`.
  @_noLocks
  public mutating func write(_ bytes: borrowing MIDIBytes, at frame: Int) -> Bool {
    guard let target = reserve(bytes.count, at: frame) else { return false }
    for index in 0..<bytes.count { target[index] = bytes[index] }
    return true
  }

  @_noLocks
  private mutating func reserve(_ byteCount: Int, at frame: Int) -> UnsafeMutablePointer<UInt8>? {
    guard byteCount > 0, frame >= earliest, frame < frames,
      let target = jack_midi_event_reserve(buffer, UInt32(frame), byteCount)
    else {
      refusedCount += 1
      return nil
    }
    earliest = frame
    return target
  }
}
