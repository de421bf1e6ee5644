// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What a line asks of the recorder, once the engine comes to its mark.
enum Recording {
  case begin(Recorder.Request, Op, LineSource)
  case stop(Op, LineSource)
  /// The instrument of this id is taken away, and its take with it.
  case takenAway(String)
  /// Seconds before the mark; nil for all that is kept.
  case last(Double?, Op, LineSource)
}

/// A take that waits until the one before is written; its sound stays in the ring meanwhile.
struct NextTake {
  var request: Recorder.Request
  var start: Int64
  /// The frame it ends on; nil while that is open.
  var end: Int64?
  var op: Op
  var source: LineSource
}

/// A take of drums whose sound is being finished.
struct DrumEvent {
  var take: DrumTake
  /// What was played; nil where there is no hit, so that its sound is dropped.
  var event: InstrumentEvent?
  /// Whether the take is over, so that the event is due when the sound is there.
  var isDue = false
}
