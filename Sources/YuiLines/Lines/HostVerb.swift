// SPDX-License-Identifier: GPL-3.0-or-later

/// The first word of a host line.
public enum HostVerb: String, Sendable, CaseIterable {
  /// Strikes a sound or a pad.
  case hit
  /// Plays a key.
  case note
  /// Plays a chord.
  case strum
  /// Plays a tuner's string.
  case tone
  /// A tap for the tempo.
  case tap
  /// Plays from the top.
  case start
  /// Halts.
  case stop
  /// Plays on from where it halted.
  case `continue`
  /// Sets the MIDI clock.
  case clock
  /// Sets the engine.
  case engine
  /// Changes a loop as the player's hands do.
  case edit
  /// Sends an instrument's event.
  case send
  /// Records a take.
  case record
  /// Keeps this source's next lines back.
  case wait
  /// Chooses what this source is told.
  case events
  /// Asks for the state.
  case status
  /// Ends the program.
  case quit
}
