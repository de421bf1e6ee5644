// SPDX-License-Identifier: GPL-3.0-or-later

/// Port names, for ever.
enum PortName {
  static let left = "out_left"
  static let right = "out_right"
  static let clock = "clock_out"
  static let kit = "out_kit"
  static let pitchedLeft = "out_pitched_left"
  static let pitchedRight = "out_pitched_right"
  static let click = "out_click"
  static let tuner = "tuner_in"

  /// The name of a MIDI input, counted from 0.
  static func midiInput(_ index: Int) -> String { index == 0 ? "midi_in" : "midi_in_\(index + 1)" }
}
