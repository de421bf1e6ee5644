// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// A bounded queue of plain values between exactly one sending and one receiving thread.
///
/// Neither side ever waits. A full ring gives the value back to the sender, which decides what to do with it: nothing is
/// dropped here.
///
/// - Thread: `send` on one thread, `receive` on one thread; either may be realtime. `init` and `deinit` on control.
public struct ValueRing<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// Values sent so far. Written by the sender alone; released so that the value is visible before its count.
  private let sent = Atomic<Int>(0)
  /// Values received so far. Written by the receiver alone; released so that a place is free before it is counted free.
  private let received = Atomic<Int>(0)
  private let places: UnsafeMutablePointer<Element>
  private let mask: Int

  /// Makes an empty ring.
  ///
  /// - Parameter capacity: how many values fit; rounded up to a power of two.
  public init(capacity: Int) {
    var places = 1
    while places < capacity { places *= 2 }
    self.places = .allocate(capacity: places)
    mask = places - 1
  }

  deinit { places.deallocate() }

  /// How many values the ring holds when it is full.
  public var capacity: Int { mask + 1 }

  /// How many values wait; exact on the receiving thread, at most a moment old elsewhere.
  public var count: Int { sent.load(ordering: .acquiring) &- received.load(ordering: .acquiring) }

  /// Puts a value at the end.
  ///
  /// - Returns: false when the ring is full; the value is then still the sender's.
  public func send(_ value: Element) -> Bool {
    let end = sent.load(ordering: .relaxed)
    guard end &- received.load(ordering: .acquiring) <= mask else { return false }
    places[end & mask] = value
    sent.store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Puts as many values at the end as there is room for. Who receives sees all of these or none.
  ///
  /// - Returns: how many were taken; the others are still the sender's.
  public func send(_ values: ArraySlice<Element>) -> Int {
    let end = sent.load(ordering: .relaxed)
    let room = capacity - (end &- received.load(ordering: .acquiring))
    let taken = values.prefix(room)
    for (offset, value) in taken.enumerated() { places[(end &+ offset) & mask] = value }
    sent.store(end &+ taken.count, ordering: .releasing)
    return taken.count
  }

  /// Takes the oldest value, or nil when none waits.
  public func receive() -> Element? {
    let start = received.load(ordering: .relaxed)
    guard sent.load(ordering: .acquiring) != start else { return nil }
    let value = places[start & mask]
    received.store(start &+ 1, ordering: .releasing)
    return value
  }
}

// MARK: - Realtime

// The compiler checks a generic function for the realtime rules only as it is made concrete, and in a debug build only in this
// file: so the ends that the engine holds are named here.

extension ValueRing where Element == LaneCommand {
  /// Takes the oldest command, or nil when none waits.
  ///
  /// - Thread: realtime.
  @_noLocks
  func receiveInCallback() -> LaneCommand? { receive() }
}

extension ValueRing where Element == Event {
  /// Puts an event at the end.
  ///
  /// - Returns: false when the ring is full.
  /// - Thread: realtime.
  @_noLocks
  func sendInCallback(_ event: Event) -> Bool { send(event) }
}

extension ValueRing where Element == PlayedEvent {
  /// Puts an event at the end.
  ///
  /// - Returns: false when the ring is full.
  /// - Thread: realtime.
  @_noLocks
  func sendInCallback(_ event: PlayedEvent) -> Bool { send(event) }
}
