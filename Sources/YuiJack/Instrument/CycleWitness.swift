// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit
import Synchronization

/// What a callback saw of its own cycles; each a lone number, so relaxed ordering serves.
struct WitnessCounters: ~Copyable {
  /// Steps of the distribution of process times: each half a percent of the period, the last holds all that took longer.
  static var loadSteps: Int { @_noLocks get { 400 } }

  /// Cycles so far.
  let cycles = Atomic<Int>(0)
  /// Cycles whose first frame does not follow the last of the one before.
  let lostCycles = Atomic<Int>(0)
  /// Frames that such cycles skipped.
  let lostFrames = Atomic<Int64>(0)
  /// Cycles whose callback was called more than half a period late.
  let lateCycles = Atomic<Int>(0)
  /// Cycles that took more than 50 % of the period, and of these, more than 80 %, and 100 %.
  let over50 = Atomic<Int>(0)
  let over80 = Atomic<Int>(0)
  let over100 = Atomic<Int>(0)
  /// Whether the server freewheels, so that no cycle has a deadline. Set by the control side.
  let freewheels = Atomic<Bool>(false)
}

/// Watches the cycles of one client: whether they follow one another, come in time and are done in time.
///
/// - Thread: realtime, except `init`, `deinit` and what says so.
struct CycleWitness: ~Copyable {
  let counters: UnsafeMutablePointer<WitnessCounters>
  let incidents: UnsafeMutablePointer<IncidentRing>
  /// How many cycles took how many steps of the period. The callback alone writes; a reader may be a cycle behind.
  let loads: UnsafeMutablePointer<Int>
  private(set) var period = 0.0
  private var microsecondsPerFrame = 0.0
  private var nextFrameTime: UInt32?
  private var start: UInt64 = 0
  private var frame: UInt32 = 0

  init() {
    counters = .allocate(capacity: 1)
    counters.initialize(to: WitnessCounters())
    incidents = .allocate(capacity: 1)
    incidents.initialize(to: IncidentRing())
    loads = .allocate(capacity: WitnessCounters.loadSteps)
    loads.initialize(repeating: 0, count: WitnessCounters.loadSteps)
  }

  deinit {
    counters.deinitialize(count: 1)
    counters.deallocate()
    incidents.deinitialize(count: 1)
    incidents.deallocate()
    loads.deallocate()
  }

  /// The next cycle is the first of a server of this rate.
  ///
  /// - Thread: control, while no cycle runs.
  mutating func reset(sampleRate: Double) {
    nextFrameTime = nil
    microsecondsPerFrame = 1e6 / sampleRate
  }

  /// The callback has been called. Call it first.
  ///
  /// - Returns: by how much the server's frame clock has jumped.
  @_noLocks @discardableResult
  mutating func begin(_ cycle: borrowing ProcessCycle) -> Int {
    start = cycle.microseconds
    frame = cycle.lastFrameTime
    period = Double(cycle.frames) * microsecondsPerFrame
    counters.pointee.cycles.add(1, ordering: .relaxed)
    var jump = 0
    if let expected = nextFrameTime, expected != frame {
      jump = Int(Int32(bitPattern: frame &- expected))
      counters.pointee.lostCycles.add(1, ordering: .relaxed)
      counters.pointee.lostFrames.add(CycleWitness.skipped(from: expected, to: frame), ordering: .relaxed)
      note(.lost, Int64(jump))
    }
    nextFrameTime = frame &+ UInt32(cycle.frames)
    if !counters.pointee.freewheels.load(ordering: .relaxed), let times = cycle.times {
      let delay = Int64(bitPattern: start &- times.currentMicroseconds)
      if Double(delay) > period / 2 {
        counters.pointee.lateCycles.add(1, ordering: .relaxed)
        note(.late, delay)
      }
    }
    return jump
  }

  /// The callback is about to return. Call it last.
  @_noLocks
  mutating func end(_ cycle: borrowing ProcessCycle) {
    if counters.pointee.freewheels.load(ordering: .relaxed) { return }
    let time = Int64(bitPattern: cycle.microseconds &- start)
    let share = Double(time) / period
    let step = min(WitnessCounters.loadSteps - 1, Int(max(0, share) * 200))
    loads[step] += 1
    guard share > 0.5 else { return }
    counters.pointee.over50.add(1, ordering: .relaxed)
    if share > 0.8 { counters.pointee.over80.add(1, ordering: .relaxed) }
    if share > 1 { counters.pointee.over100.add(1, ordering: .relaxed) }
    note(.slow, time)
  }

  /// Frames that a clock of 32 bits left out where it shows `now` instead of `expected`; none where it went back.
  ///
  /// - Thread: any.
  @_noLocks
  static func skipped(from expected: UInt32, to now: UInt32) -> Int64 {
    max(0, Int64(Int32(bitPattern: now &- expected)))
  }

  @_noLocks
  private func note(_ kind: Incident.Kind, _ amount: Int64) {
    incidents.pointee.put(Incident(kind: kind, frame: frame, amount: amount, time: start))
  }
}
