// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Figures that the engine keeps for whoever looks.
///
/// Every one is a lone number: none is published together with another, so relaxed ordering serves, except for the frame,
/// which is released after the sound up to it has been rendered.
public struct EngineCounters: ~Copyable {
  /// Frames rendered.
  public let frame = Atomic<Int64>(0)
  /// Voices that sound.
  public let voices = Atomic<Int>(0)
  /// Commands that found their lane full.
  public let lostCommands = Atomic<Int>(0)
  /// Clock bytes that found their queue full.
  public let lostClocks = Atomic<Int64>(0)
  /// Events that found the ring full, or the sequencer's own queue.
  public let lostEvents = Atomic<Int>(0)
  /// Notes that found the ring full.
  public let lostNotes = Atomic<Int>(0)
  /// Clock bytes (F8) that were given a frame.
  public let clocks = Atomic<Int64>(0)
  /// Whether nothing sounds, plays or waits to leave.
  public let isQuiet = Atomic<Bool>(true)
}

/// The ways between the control side and the engine: commands in, events and played notes out, figures to look at.
///
/// Plain pointers, so that the engine reaches them without counting references. They live until `deallocate`.
///
/// - Thread: any; each ring has one sender and one receiver.
public struct EngineLink: @unchecked Sendable {
  let commands: UnsafeMutablePointer<ValueRing<LaneCommand>>
  let events: UnsafeMutablePointer<ValueRing<Event>>
  let played: UnsafeMutablePointer<ValueRing<PlayedEvent>>
  /// Figures that the engine keeps.
  public let counters: UnsafeMutablePointer<EngineCounters>

  /// Makes the rings; there are as many places for played notes as for events.
  public init(commands: Int = 512, events: Int = 4096) {
    self.commands = .allocate(capacity: 1)
    self.commands.initialize(to: ValueRing(capacity: commands))
    self.events = .allocate(capacity: 1)
    self.events.initialize(to: ValueRing(capacity: events))
    played = .allocate(capacity: 1)
    played.initialize(to: ValueRing(capacity: events))
    counters = .allocate(capacity: 1)
    counters.initialize(to: EngineCounters())
  }

  /// Frees everything. Neither side may use the link afterwards.
  public func deallocate() {
    commands.deinitialize(count: 1)
    commands.deallocate()
    events.deinitialize(count: 1)
    events.deallocate()
    played.deinitialize(count: 1)
    played.deallocate()
    counters.deinitialize(count: 1)
    counters.deallocate()
  }

  // MARK: - Control

  /// Hands a command to the engine.
  ///
  /// - Returns: false when the ring is full; the command is then still the caller's.
  public func send(_ command: LaneCommand) -> Bool { commands.pointee.send(command) }

  /// Hands as many commands to the engine as there is room for: it takes them in one cycle, so that they begin on one frame.
  ///
  /// - Returns: how many it was given; the others are still the caller's.
  public func send(_ commands: ArraySlice<LaneCommand>) -> Int { self.commands.pointee.send(commands) }

  /// Takes the engine's oldest event, or nil.
  public func receive() -> Event? { events.pointee.receive() }

  /// Takes the oldest of what was played, or nil. What finds no room, since nobody takes it, is counted.
  public func receivePlayed() -> PlayedEvent? { played.pointee.receive() }
}
