// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// How much processor time a thread has had, looked at now and then from another thread.
///
/// It tells a callback that worked for long from one that the machine held: the latter has had no processor meanwhile.
///
/// - Thread: control.
struct ProcessorTime {
  private static let mostSamples = 400

  private let clock: clockid_t
  /// The server's time and the thread's, both in microseconds, the newest last.
  private var samples: [(time: Int64, used: Int64)] = []

  /// The time of a thread of this process; nil where the system does not tell.
  init?(of thread: pthread_t) {
    var clock: clockid_t = 0
    guard thread != 0, pthread_getcpuclockid(thread, &clock) == 0 else { return nil }
    self.clock = clock
  }

  /// Looks.
  ///
  /// - Parameter now: the server's time, in microseconds. libjack need not use the clock that the system calls monotonic.
  mutating func sample(at now: Int64) {
    guard let used = ProcessorTime.read(clock) else { return }
    if samples.count >= ProcessorTime.mostSamples { samples.removeFirst(ProcessorTime.mostSamples / 2) }
    samples.append((now, used))
  }

  /// Processor time that the thread had at most between two moments, in microseconds; nil where it was not looked at before
  /// and after.
  ///
  /// - Parameters:
  ///   - start: microseconds of the server's time.
  ///   - end: the same.
  func used(from start: Int64, to end: Int64) -> Int64? {
    guard let before = samples.last(where: { $0.time <= start }), let after = samples.first(where: { $0.time >= end })
    else { return nil }
    return after.used - before.used
  }

  private static func read(_ clock: clockid_t) -> Int64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
