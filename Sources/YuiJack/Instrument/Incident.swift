// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// A cycle that did not go as it should.
struct Incident: BitwiseCopyable, Sendable {
  /// What was seen.
  enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The cycle does not follow the last one; `amount` is the frames between them.
    case lost
    /// The callback was called more than half a period after the cycle began; `amount` is microseconds.
    case late
    /// The callback took more than half a period; `amount` is microseconds.
    case slow
  }

  var kind: Kind
  /// The server's frame clock at the first frame of the cycle; 32 bits, wraps.
  var frame: UInt32
  var amount: Int64
  /// The server's time at which the callback was called, in microseconds.
  var time: UInt64
}

/// Incidents on their way from the callback to the control side. What finds no room is not told one by one; the counters
/// have it.
///
/// - Thread: `put` on the process thread, `take` on control.
struct IncidentRing: ~Copyable {
  private static var places: Int { @_noLocks get { 1024 } }

  private let storage: UnsafeMutablePointer<Incident>
  private let sent = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)

  init() {
    storage = .allocate(capacity: IncidentRing.places)
    storage.initialize(repeating: Incident(kind: .lost, frame: 0, amount: 0, time: 0), count: IncidentRing.places)
  }

  deinit { storage.deallocate() }

  @_noLocks
  func put(_ incident: Incident) {
    let end = sent.load(ordering: .relaxed)
    guard end &- taken.load(ordering: .acquiring) < IncidentRing.places else { return }
    storage[end % IncidentRing.places] = incident
    sent.store(end &+ 1, ordering: .releasing)
  }

  /// Takes the oldest, or nil.
  func take() -> Incident? {
    let start = taken.load(ordering: .relaxed)
    guard sent.load(ordering: .acquiring) != start else { return nil }
    let incident = storage[start % IncidentRing.places]
    taken.store(start &+ 1, ordering: .releasing)
    return incident
  }
}
