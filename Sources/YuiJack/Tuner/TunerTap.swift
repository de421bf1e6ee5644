// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit
import Synchronization

/// The way of sound from a port that comes and goes to the analysis thread.
///
/// A plain pointer, so that the callback reaches it without counting references. It lives until `deallocate`.
struct TunerTap: @unchecked Sendable {
  /// What both sides share.
  private struct State: ~Copyable {
    /// Whether the callback should listen. Released after the port has been set.
    let isOpen = Atomic<Bool>(false)
    /// Whether the callback may be using the port. Released after it has let go.
    let isHeld = Atomic<Bool>(false)
    /// Set by control while neither is true.
    var port: AudioInput?
    let ring: SampleRing

    init(capacity: Int) { ring = SampleRing(capacity: capacity) }
  }

  private let state: UnsafeMutablePointer<State>

  /// - Parameter capacity: samples that wait at most.
  init(capacity: Int = 1 << 16) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(capacity: capacity))
  }

  /// Frees everything. Neither side may use the tap afterwards.
  func deallocate() {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Samples that found the ring full.
  var lost: Int { state.pointee.ring.lost.load(ordering: .relaxed) }

  // MARK: - Control

  /// Lets the callback listen to a port, which has to stay until `isReleased`.
  func open(_ port: AudioInput) {
    state.pointee.port = port
    state.pointee.isOpen.store(true, ordering: .releasing)
  }

  /// Asks the callback to let go of the port.
  func close() { state.pointee.isOpen.store(false, ordering: .sequentiallyConsistent) }

  /// Whether the callback has let go.
  var isReleased: Bool {
    !state.pointee.isOpen.load(ordering: .relaxed) && !state.pointee.isHeld.load(ordering: .sequentiallyConsistent)
  }

  /// Notes that no cycle runs any more, and so nothing is held.
  func forget() {
    close()
    state.pointee.isHeld.store(false, ordering: .releasing)
    state.pointee.port = nil
  }

  // MARK: - Analysis

  /// Takes samples, the oldest first, as many as there are and fit.
  func receive(into destination: UnsafeMutableBufferPointer<Float>) -> Int {
    state.pointee.ring.receive(into: destination)
  }

  // MARK: - Realtime

  /// Takes what the port has heard in a cycle.
  ///
  /// - Thread: realtime.
  @_noLocks
  func hear(_ cycle: borrowing ProcessCycle) {
    // Held before it is looked at: control waits for this to fall after it has closed.
    state.pointee.isHeld.store(true, ordering: .sequentiallyConsistent)
    if state.pointee.isOpen.load(ordering: .sequentiallyConsistent), let port = state.pointee.port {
      state.pointee.ring.send(cycle.samples(of: port))
    }
    state.pointee.isHeld.store(false, ordering: .releasing)
  }
}
