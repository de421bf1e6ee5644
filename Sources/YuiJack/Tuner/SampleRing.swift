// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit
import Synchronization

/// A bounded queue of samples from the process callback to one other thread.
///
/// What finds it full is left out and counted: who listens to the newest sound has no use for the oldest.
struct SampleRing: ~Copyable {
  /// Samples sent so far. Written by the callback alone; released so that the samples are visible before their count.
  private let sent = Atomic<Int>(0)
  /// Samples received so far. Written by the receiver alone; released so that a place is free before it is counted free.
  private let received = Atomic<Int>(0)
  /// Samples that found the ring full.
  let lost = Atomic<Int>(0)
  private let places: UnsafeMutablePointer<Float>
  private let mask: Int

  /// Makes an empty ring for at least `capacity` samples.
  ///
  /// - Thread: control.
  init(capacity: Int) {
    var places = 1
    while places < capacity { places *= 2 }
    self.places = .allocate(capacity: places)
    mask = places - 1
  }

  deinit { places.deallocate() }

  /// Puts samples at the end, or none where not all fit.
  ///
  /// - Thread: realtime.
  @_noLocks
  func send(_ samples: borrowing InputSamples) {
    let end = sent.load(ordering: .relaxed)
    guard end &- received.load(ordering: .acquiring) + samples.count <= mask + 1 else {
      lost.add(samples.count, ordering: .relaxed)
      return
    }
    for index in 0..<samples.count { places[(end &+ index) & mask] = samples[index] }
    sent.store(end &+ samples.count, ordering: .releasing)
  }

  /// Takes samples, the oldest first, as many as there are and fit.
  ///
  /// - Returns: how many.
  /// - Thread: the receiver.
  func receive(into destination: UnsafeMutableBufferPointer<Float>) -> Int {
    let start = received.load(ordering: .relaxed)
    let count = min(sent.load(ordering: .acquiring) &- start, destination.count)
    for index in 0..<count { destination[index] = places[(start &+ index) & mask] }
    received.store(start &+ count, ordering: .releasing)
    return count
  }
}
