// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What the session runs on: a JACK server, or nothing but a file.
///
/// - Thread: control.
protocol Machine: AnyObject {
  /// Frames a second.
  var sampleRate: Double { get }
  /// Seconds on a clock that does not go back.
  var seconds: Double { get }
  /// Frames by which lines may be read before they are due.
  var lookahead: Double { get }
  /// The engine's frame now, between cycles, too; nil where that is not known.
  var frameNow: Double? { get }
  /// How many frames later than it is rendered a frame is heard.
  var playbackLatency: Int64 { get }
  /// What `status` says about it, before what the session knows itself.
  var status: [(String, JSON?)] { get }
  /// The last seconds of sound; nil where there is none yet.
  var takeRing: TakeRing? { get }
  /// Sets the player's offset of the clock, in milliseconds.
  func setClockOffset(_ milliseconds: Double)
  /// Listens for pitches, or not at all. Asked again and again.
  func listen(_ hearing: Hearing?)
  /// What was heard since the last call.
  func takeReadings() -> [PitchReading]
  /// The name of the port that MIDI input `index` stands for.
  func midiInputName(_ index: Int) -> String
}

extension Machine {
  /// Hears nothing.
  func listen(_ hearing: Hearing?) {}
  /// Nothing.
  func takeReadings() -> [PitchReading] { [] }
  var takeRing: TakeRing? { nil }
  /// Not known.
  var frameNow: Double? { nil }
}
