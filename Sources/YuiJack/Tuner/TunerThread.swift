// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// The thread that listens: it takes sound from the tap, finds its pitch, and leaves the readings for the control thread.
///
/// - Thread: control. It ends when it is released.
final class TunerThread {
  /// What is listened for.
  let hearing: Hearing
  private let work: Work
  private var thread = pthread_t()

  /// What the thread owns while it runs.
  private final class Work: Sendable {
    let isEnding = Atomic<Bool>(false)
    let tap: TunerTap
    let sampleRate: Double
    let hearing: Hearing
    let readings: Mailbox<PitchReading>

    init(_ tap: TunerTap, _ sampleRate: Double, _ hearing: Hearing, _ readings: Mailbox<PitchReading>) {
      self.tap = tap
      self.sampleRate = sampleRate
      self.hearing = hearing
      self.readings = readings
    }

    /// Runs until it should end. What waited before is old.
    func run() {
      let detector = PitchDetector(sampleRate: sampleRate, hearing: hearing)
      let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
      defer { samples.deallocate() }
      while tap.receive(into: samples) > 0 {}
      // The callback wakes nobody, so the thread looks once a reading whether there is something; to wake costs more than to look.
      var pause = timespec(tv_sec: 0, tv_nsec: Int(1e9 * Double(detector.hop) / sampleRate))
      while !isEnding.load(ordering: .relaxed) {
        let count = tap.receive(into: samples)
        if count == 0 {
          clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, nil)
        } else {
          detector.feed(UnsafeBufferPointer(rebasing: samples[..<count])) { readings.put($0) }
        }
      }
    }
  }

  /// Begins to listen; readings come to `readings`. Nil where the system has no thread left.
  init?(_ tap: TunerTap, sampleRate: Double, hearing: Hearing, readings: Mailbox<PitchReading>) {
    self.hearing = hearing
    work = Work(tap, sampleRate, hearing, readings)
    let argument = Unmanaged.passRetained(work)
    let code = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      return nil
    }
  }

  deinit {
    work.isEnding.store(true, ordering: .relaxed)
    pthread_join(thread, nil)
  }
}
