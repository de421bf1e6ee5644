// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// The events that arrived at a MIDI input in one cycle, in frame order.
///
/// ```swift
/// let events = cycle.midiEvents(of: keyboard)
/// for index in 0..<events.count {
///   let event = events[index]
/// }
/// ```
///
/// - Thread: realtime, every member.
public struct MIDIEvents: ~Copyable, ~Escapable {
  /// How many events there are.
  public let count: Int
  private let frames: Int
  private let buffer: UnsafeMutableRawPointer

  @_noLocks @_lifetime(immortal)
  init(buffer: UnsafeMutableRawPointer, frames: Int) {
    self.buffer = buffer
    self.frames = frames
    count = Int(jack_midi_get_event_count(buffer))
  }

  /// How many events the server could not fit into the buffer when it merged connections.
  public var lostCount: Int {
    @_noLocks get { Int(jack_midi_get_lost_event_count(buffer)) }
  }

  /// An event as a plain value. A frame outside the cycle is moved to the cycle's last frame.
  ///
  /// - Parameter index: `0..<count`; traps outside.
  public subscript(index: Int) -> MIDIEvent {
    @_noLocks get {
      let raw = event(at: index)
      var bytes: InlineArray<3, UInt8> = [0, 0, 0]
      for offset in 0..<min(3, raw.size) { bytes[offset] = raw.buffer[offset] }
      return MIDIEvent(frame: min(Int(raw.time), frames - 1), byteCount: raw.size, bytes: bytes)
    }
  }

  /// All bytes of an event, also those of system exclusive messages (which JACK may hand over in pieces).
  ///
  /// - Parameter index: `0..<count`; traps outside.
  @_noLocks @_lifetime(copy self)
  public func bytes(at index: Int) -> MIDIBytes {
    let raw = event(at: index)
    return _overrideLifetime(MIDIBytes(base: UnsafePointer(raw.buffer), count: raw.size), copying: self)
  }

  @_noLocks
  private func event(at index: Int) -> jack_midi_event_t {
    precondition(index >= 0 && index < count, "No MIDI event at this index")
    var event = jack_midi_event_t()
    let code = jack_midi_event_get(&event, buffer, UInt32(index))
    precondition(code == 0, "JACK has no MIDI event at this index")
    return event
  }
}
