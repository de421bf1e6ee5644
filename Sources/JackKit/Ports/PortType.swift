// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// What a port carries.
public enum PortType: String, Hashable, Sendable, CaseIterable {
  /// One channel of `Float` samples.
  case audio = "32 bit float mono audio"
  /// MIDI events with a frame offset.
  case midi = "8 bit raw midi"
}
