// SPDX-License-Identifier: GPL-3.0-or-later

/// A fault that the proof plants to show that it would be found.
public enum PlantedFault: String, Sendable, CaseIterable {
  /// A timer of the control thread sounds each step, instead of the count of frames.
  case timer
  /// The callback is held for two periods, once in a thousand cycles.
  case stall
  /// Each step is a rounded interval after the one before.
  case add
  /// One clock in 500 is left out.
  case dropClock = "drop-clock"

  /// What it does in the callback.
  var inCycle: CycleFault {
    switch self {
    case .timer, .add: CycleFault()
    case .stall: CycleFault(stallEvery: 1000)
    case .dropClock: CycleFault(dropsClockEvery: 500)
    }
  }
}
