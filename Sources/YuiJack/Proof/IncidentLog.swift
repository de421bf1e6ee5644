// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit

/// What went wrong in an instrument's cycles since the proof began, and what the callback took.
///
/// - Thread: control.
struct IncidentLog {
  /// An incident, and for a slow one whether the machine held the callback instead of letting it work.
  struct Entry {
    var incident: Incident
    var wasHeld: Bool
  }

  private(set) var entries: [Entry] = []
  private var before: [Int64] = []
  private var ringsBefore: Int64 = 0
  private var cyclesBefore = 0
  private var loadsBefore: [Int] = []
  private var time: ProcessorTime?
  /// Slow ones that the thread's time has not been looked at after.
  private var open: [Incident] = []

  /// Forgets what was, and begins to count.
  mutating func mark(_ instrument: Instrument, rings: Int64) {
    listen(instrument)
    entries = []
    open = []
    before = instrument.witnesses.map(\.count)
    ringsBefore = rings
    (cyclesBefore, loadsBefore) =
      instrument.withPerformer { performer, _ in
        (performer.witness.counters.pointee.cycles.load(ordering: .relaxed), Self.loads(performer))
      } ?? (0, [])
  }

  /// Takes the incidents that wait. Call it every few milliseconds.
  mutating func listen(_ instrument: Instrument) {
    instrument.withPerformer { performer, client in
      if time == nil { time = ProcessorTime(of: client.processThread) }
      time?.sample(at: Int64(client.microseconds))
      for incident in open { entries.append(Entry(incident: incident, wasHeld: wasHeld(incident))) }
      open = []
      while let incident = performer.witness.incidents.pointee.take() {
        if case .slow = incident.kind {
          // Its end may be a moment after the look at the thread's time.
          open.append(incident)
        } else {
          entries.append(Entry(incident: incident, wasHeld: false))
        }
      }
    }
  }

  /// Less than a tenth of what it took was work.
  private func wasHeld(_ incident: Incident) -> Bool {
    let start = Int64(incident.time)
    guard let used = time?.used(from: start, to: start + incident.amount) else { return false }
    return 10 * used < incident.amount
  }

  /// The counts since the mark, by name.
  func witnesses(_ instrument: Instrument, rings: Int64) -> [(name: String, count: Int64)] {
    zip(instrument.witnesses, before).map { ($0.name, $0.count - $1) } + [("rings_full", rings - ringsBefore)]
  }

  /// Cycles since the mark, and what share of the period the callback took: the median, 999 in 1000, and the worst, in percent,
  /// to the next half.
  func load(_ instrument: Instrument) -> (cycles: Int, median: Double, most: Double, worst: Double) {
    instrument.withPerformer { performer, _ in
      let cycles = performer.witness.counters.pointee.cycles.load(ordering: .relaxed) - cyclesBefore
      let now = Self.loads(performer)
      let counts = loadsBefore.isEmpty ? now : zip(now, loadsBefore).map { $0 - $1 }
      func share(_ part: Double) -> Double {
        let total = counts.reduce(0, +)
        guard total > 0 else { return 0 }
        var seen = 0
        for (step, count) in counts.enumerated() {
          seen += count
          if Double(seen) >= part * Double(total) { return Double(step + 1) / 2 }
        }
        return Double(counts.count) / 2
      }
      return (cycles, share(0.5), share(0.999), share(1))
    } ?? (0, 0, 0, 0)
  }

  /// Whether the callback's thread has realtime priority.
  static func isRealtime(_ instrument: Instrument) -> Bool {
    instrument.withPerformer { _, client in
      var policy: Int32 = 0
      var parameters = sched_param()
      let thread = client.processThread
      guard thread != 0, pthread_getschedparam(thread, &policy, &parameters) == 0 else { return false }
      return policy == SCHED_FIFO || policy == SCHED_RR
    } ?? false
  }

  private static func loads(_ performer: borrowing Performer) -> [Int] {
    (0..<WitnessCounters.loadSteps).map { performer.witness.loads[$0] }
  }
}
