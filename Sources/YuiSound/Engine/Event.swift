// SPDX-License-Identifier: GPL-3.0-or-later

/// What the engine tells the control side. A plain value.
public enum Event: BitwiseCopyable, Sendable {
  /// A player started, halted, went on or changed its tempo.
  case sequencer(SequencerEvent)
  /// A step sounded.
  case step(slot: Int, place: Int, frame: Int64)
  /// A key of a MIDI keyboard moved, channel counted from 0; velocity 0 is up.
  case key(port: UInt8, channel: UInt8, note: UInt8, velocity: UInt8, frame: Int64)
  /// A lane came to a mark, which took effect on `frame`.
  case mark(Int64, frame: Int64)
  /// Levels of the last twentieth of a second.
  case levels(Levels, frame: Int64)
}
