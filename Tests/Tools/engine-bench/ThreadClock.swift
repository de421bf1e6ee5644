// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The processor time of the calling thread, which other programs do not add to.
enum ThreadClock {
  /// Seconds since some moment.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The seconds that `body` takes.
  static func seconds(_ body: () -> Void) -> Double {
    let start = now
    body()
    return now - start
  }
}
