// SPDX-License-Identifier: GPL-3.0-or-later

/// How long to play.
public enum RenderLength: Sendable, Equatable {
  /// Seconds from the first frame.
  case seconds(Double)
  /// Bars of the clock source from its start.
  case bars(Int)
  /// To the end of the lines, and then until all is silent.
  case lines
}
