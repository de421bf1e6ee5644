// SPDX-License-Identifier: GPL-3.0-or-later

import CPause
import Synchronization

/// The last seconds of what left the outputs, from which takes are written to disk.
///
/// The callback goes on writing whatever happens, over what is oldest. A reader that was lapped learns how much it lost. Frames are
/// those of the engine. Only while the server freewheels does the callback wait for those who still need what is oldest.
///
/// - Thread: as the marks below say.
struct TakeRing: @unchecked Sendable {
  private struct State: ~Copyable {
    /// The frame up to which samples are being overwritten: announced before the first is touched.
    let claimed = Atomic<Int64>(0)
    /// The frame up to which samples can be read: released behind them.
    let written = Atomic<Int64>(0)
    /// The frame up to which the control side has heard what happened; a take may begin there.
    let heard = Atomic<Int64>(0)
    /// The next frame that a take in progress reads; the last there is where there is none.
    let position = Atomic<Int64>(.max)
    /// The first frame of a take that waits for the one before; the last there is where there is none.
    let awaited = Atomic<Int64>(.max)
    /// The first frame that is of use: what is older has another sample rate.
    let first = Atomic<Int64>(0)
    /// Whether there is no deadline.
    let waits = Atomic<Bool>(false)
  }

  /// Five seconds: nobody who is alive takes longer, and JACK's own limit is ten.
  private static var mostPauses: Int { @_noLocks get { 25_000 } }

  private let state: UnsafeMutablePointer<State>
  private let samples: UnsafeMutablePointer<Float>
  /// Frames that it holds.
  let capacity: Int

  /// A ring of silence that holds so many frames, 1 or more.
  init(capacity: Int) {
    self.capacity = capacity
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    samples = .allocate(capacity: 2 * capacity)
    // Touched now, so that no page has to be found in the callback.
    samples.initialize(repeating: 0, count: 2 * capacity)
  }

  /// Frees it. Nobody may use it afterwards.
  func deallocate() {
    state.deinitialize(count: 1)
    state.deallocate()
    samples.deallocate()
  }

  // MARK: - Realtime

  /// Adds samples from `frame` on, left and right as long as each other and shorter than the ring.
  @_noLocks
  func write(_ left: borrowing MutableSpan<Float>, _ right: borrowing MutableSpan<Float>, at frame: Int64) {
    let end = frame + Int64(left.count)
    if state.pointee.waits.load(ordering: .relaxed) { waitForRoom(until: end) }
    state.pointee.claimed.store(end, ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    var place = Int(frame % Int64(capacity))
    for index in left.indices {
      samples[2 &* place] = left[index]
      samples[2 &* place &+ 1] = right[index]
      place &+= 1
      if place == capacity { place = 0 }
    }
    state.pointee.written.store(end, ordering: .releasing)
  }

  @_noLocks
  private func waitForRoom(until end: Int64) {
    var pauses = 0
    while pauses < TakeRing.mostPauses, state.pointee.waits.load(ordering: .relaxed) {
      let heard = state.pointee.heard.load(ordering: .acquiring)
      let position = state.pointee.position.load(ordering: .acquiring)
      let awaited = state.pointee.awaited.load(ordering: .acquiring)
      if end - Int64(capacity) <= min(heard, min(position, awaited)) { return }
      cpause_while_freewheeling()
      pauses += 1
    }
  }

  // MARK: - Any

  /// The frame behind the last sample that a take can have: it is there, and whether the take ends before it has been heard.
  var settled: Int64 {
    min(state.pointee.written.load(ordering: .acquiring), state.pointee.heard.load(ordering: .acquiring))
  }

  /// The first frame that has not been overwritten, nor is about to be.
  var oldest: Int64 { max(0, state.pointee.claimed.load(ordering: .relaxed) - Int64(capacity)) }

  /// The first frame that a take can begin on.
  var first: Int64 { max(oldest, state.pointee.first.load(ordering: .relaxed)) }

  /// Copies the samples of a range of frames, all of which are settled, into `stereo`, left and right in turn.
  ///
  /// - Returns: frames at the beginning that were overwritten meanwhile: silence.
  func read(_ range: Range<Int64>, into stereo: UnsafeMutablePointer<Float>) -> Int {
    var place = Int(range.lowerBound % Int64(capacity))
    for index in 0..<range.count {
      stereo[2 &* index] = samples[2 &* place]
      stereo[2 &* index &+ 1] = samples[2 &* place &+ 1]
      place &+= 1
      if place == capacity { place = 0 }
    }
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    let lost = Int(min(max(0, oldest - range.lowerBound), Int64(range.count)))
    for index in 0..<2 * lost { stereo[index] = 0 }
    return lost
  }

  /// A take in progress will read from `frame` on next; nil where there is none.
  func setPosition(_ frame: Int64?) { state.pointee.position.store(frame ?? .max, ordering: .releasing) }

  /// Lets `write` wait, or no longer.
  func setWaits(_ waits: Bool) { state.pointee.waits.store(waits, ordering: .releasing) }

  // MARK: - Control

  /// The control side has heard all that happened before `frame`.
  func setHeard(_ frame: Int64) { state.pointee.heard.store(frame, ordering: .releasing) }

  /// A take that waits for the one before will read from `frame` on; nil where there is none.
  func setAwaited(_ frame: Int64?) { state.pointee.awaited.store(frame ?? .max, ordering: .releasing) }

  /// Forgets what is older than `frame`, since it has another sample rate. No cycle may run.
  func forget(before frame: Int64) { state.pointee.first.store(frame, ordering: .releasing) }
}
