// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The floating-point mode a thread had before denormal numbers were switched off.
///
/// A decaying sound ends in denormal numbers, on which processors spend many times the cycles. Rendering flushes them
/// to zero, live and offline alike, and gives the thread its own mode back afterwards:
///
///     let mode = FloatMode.flushDenormals()
///     …
///     mode.restore()
///
/// - Thread: any. The mode belongs to the calling thread, so both calls have to be made on it.
public struct FloatMode {
  private let saved: UInt64

  /// Makes the calling thread treat denormal numbers as zero (FTZ and DAZ on x86-64, FZ on arm64).
  ///
  /// - Returns: the mode from before.
  /// - Thread: realtime.
  @_noLocks
  public static func flushDenormals() -> FloatMode {
    FloatMode(saved: crealtime_flush_denormals())
  }

  /// Gives the calling thread back the mode it had.
  ///
  /// - Thread: realtime.
  @_noLocks
  public func restore() {
    crealtime_set_float_mode(saved)
  }
}
