// SPDX-License-Identifier: GPL-3.0-or-later

/// What the witnesses of a run say, and what of it the machine answers for.
///
/// The callback answers for what it took itself and for what that cost: a slow cycle in which its thread worked, and the lost
/// or late ones right behind. Whatever else was late or lost was so before the callback had a say: it is set aside where the
/// server has no realtime rights, or where an idle client beside it suffered too.
///
/// - Thread: any; a plain value.
struct Witnessed {
  /// A cycle that did not go as it should.
  struct Sighting {
    var kind: String
    /// The server's frame clock; 32 bits, wraps.
    var frame: UInt32
    var amount: Int64
    /// Whether the machine held the callback meanwhile.
    var wasHeld: Bool
  }

  /// Late cycles, lost cycles and xruns of the idle client.
  var idle = (late: 0, lost: 0, xruns: 0)
  /// Whether the callback has realtime priority.
  var isRealtime = false
  var period = 1
  var cycles = 0
  /// Percent of the period: median, 999 in 1000, worst.
  var load = (median: 0.0, most: 0.0, worst: 0.0)
  /// Counts by name.
  var counts: [(name: String, count: Int64)] = []
  var events: [Sighting] = []
  /// Stalls and left-out clocks that were planted.
  var planted = (stalls: 0, clocks: 0)

  init() {}

  /// Reads the signal's report.
  init(_ lines: [[String]], period: Int) {
    self.period = period
    for words in lines {
      func number(_ place: Int) -> Int64 { place < words.count ? Int64(words[place]) ?? 0 : 0 }
      func real(_ place: Int) -> Double { place < words.count ? Double(words[place]) ?? 0 : 0 }
      switch words[0] {
      case "load": (cycles, load) = (Int(number(1)), (real(2), real(3), real(4)))
      case "realtime": isRealtime = words[1] == "yes"
      case "witness": counts.append((words[1], number(2)))
      case "incident":
        events.append(
          Sighting(
            kind: words[1], frame: UInt32(truncatingIfNeeded: number(2)), amount: number(3), wasHeld: words[4] == "held"
          ))
      case "planted": planted = (Int(number(1)), Int(number(2)))
      default: break
      }
    }
  }

  /// The count of a witness.
  func count(_ name: String) -> Int64 { counts.first { $0.name == name }?.count ?? 0 }

  /// Whether the machine also disturbs a client that does nothing, or cannot but disturb.
  var machineDisturbs: Bool { !isRealtime || idle.late > 0 || idle.lost > 0 }

  /// Whether the callback answers for an event.
  func isOwn(_ event: Sighting) -> Bool {
    if event.kind == "slow" { return !event.wasHeld }
    // What follows within four periods of a slow cycle is its doing.
    return events.contains { other in
      guard other.kind == "slow", !other.wasHeld else { return false }
      let distance = Int64(Int32(bitPattern: event.frame &- other.frame))
      return distance >= 0 && distance <= Int64(4 * period) + max(0, event.kind == "lost" ? event.amount : 0)
    }
  }

  /// Lost, late and held cycles that the machine answers for.
  var setAside: [Sighting] { machineDisturbs ? events.filter { !isOwn($0) } : [] }

  /// What has to be zero and is not, in words.
  var failures: [String] {
    let left = machineDisturbs ? events.filter { isOwn($0) } : events
    var result: [String] = []
    func say(_ count: Int, _ what: String) { if count > 0 { result.append("\(what): \(count)") } }
    say(left.count { $0.kind == "lost" }, "cycles lost")
    say(left.count { $0.kind == "late" }, "callbacks more than half a period late")
    let slow = left.filter { $0.kind == "slow" }
    say(slow.count, "callbacks that took more than 50 % of the period")
    let told = Int64(events.count)
    let counted = count("lost_cycles") + count("late_cycles") + count("over_50")
    say(Int(counted - min(told, counted)), "cycles that went wrong and were too many to be looked at one by one")
    if !(machineDisturbs && slow.isEmpty) { say(Int(count("xruns")), "xruns reported by the server") }
    say(Int(count("clock_refused")), "clock bytes that JACK had no room for")
    say(Int(count("midi_lost")), "MIDI events that JACK lost")
    say(Int(count("rings_full")), "times that a ring was full")
    return result
  }
}
