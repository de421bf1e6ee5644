// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The system's clock that does not go back.
///
/// - Thread: any but the process callback.
enum MonotonicClock {
  /// Microseconds since some moment in the past.
  static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// The same in seconds.
  static var seconds: Double { Double(microseconds) / 1e6 }
}
