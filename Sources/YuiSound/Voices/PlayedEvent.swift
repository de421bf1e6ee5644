// SPDX-License-Identifier: GPL-3.0-or-later

/// What was played, on its frame, for whoever writes it down.
///
/// Owners let go by groups: a note may have rung down long before its key goes up, so the engine does not tell of single notes.
///
/// - Thread: any; a plain value.
public enum PlayedEvent: BitwiseCopyable, Sendable {
  /// A note began. How long it lasts where nobody lets it go is in its `hold`.
  case struck(NoteRequest, frame: Int64)
  /// Keys went up, or notes were cut.
  case released(NoteOwner.Group, frame: Int64)
  /// A pedal, a wheel, pressure or a program came from a MIDI keyboard on `port`.
  case turned(MIDIMessage, port: UInt8, frame: Int64)
}
