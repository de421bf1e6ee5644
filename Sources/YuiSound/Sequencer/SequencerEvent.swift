// SPDX-License-Identifier: GPL-3.0-or-later

/// What the sequencer tells the control side.
///
/// - Thread: any; a plain value.
public enum SequencerEvent: BitwiseCopyable, Sendable {
  /// A player plays from the top; its first step is on `frame`.
  case started(slot: Int, frame: Int64, beatsPerMinute: Double)
  /// A player was halted.
  case stopped(slot: Int, frame: Int64, beatsPerMinute: Double)
  /// A player goes on from where it was halted.
  case continued(slot: Int, frame: Int64, beatsPerMinute: Double)
  /// A player's tempo lies on another grid from `frame` on.
  case tempo(slot: Int, frame: Int64, beatsPerMinute: Double)
  /// The clock follows another player, or none.
  case source(slot: Int?)
}
