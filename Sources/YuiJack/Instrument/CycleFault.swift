// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit

/// What the proof plants in the callback, to show that its witnesses and its analyser would find it. Nothing by default.
///
/// - Thread: set on control before the first cycle, used by the callback from then on.
struct CycleFault: BitwiseCopyable {
  /// One cycle in so many is held for two periods; 0 holds none.
  var stallEvery = 0
  /// One F8 in so many is left out; 0 leaves out none.
  var dropsClockEvery = 0

  private var cycles = 0
  private var clocks = 0
  /// Cycles that were held so far.
  private(set) var stalls = 0
  /// Clocks that were left out so far.
  private(set) var droppedClocks = 0

  init(stallEvery: Int = 0, dropsClockEvery: Int = 0) {
    (self.stallEvery, self.dropsClockEvery) = (stallEvery, dropsClockEvery)
  }

  /// Holds the cycle where it is its turn.
  ///
  /// - Parameter period: microseconds of a period.
  @_noLocks
  mutating func hold(_ cycle: borrowing ProcessCycle, period: Double) {
    guard stallEvery > 0 else { return }
    cycles += 1
    guard cycles % stallEvery == 0 else { return }
    stalls += 1
    let end = cycle.microseconds + UInt64(2 * period)
    while cycle.microseconds < end {}
  }

  /// Whether this byte is one to leave out.
  @_noLocks
  mutating func drops(_ byte: UInt8) -> Bool {
    guard dropsClockEvery > 0, byte == 0xF8 else { return false }
    clocks += 1
    guard clocks % dropsClockEvery == 0 else { return false }
    droppedClocks += 1
    return true
  }
}
