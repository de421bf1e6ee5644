// SPDX-License-Identifier: GPL-3.0-or-later

/// What the witnesses of a proof say, as text for people.
struct ProofReport {
  let text: String

  init(_ witnessed: Witnessed, _ options: ProofOptions) {
    var lines: [String] = []
    var cycles = "Callback: \(witnessed.cycles) cycles"
    if !options.freewheels {
      let load = witnessed.load
      cycles +=
        ", \(Self.text(load.median)) % of the period in the median, \(Self.text(load.most)) % in 999 of 1000, "
        + "\(Self.text(load.worst)) % at most"
    }
    lines.append(cycles + ".")
    let counts = witnessed.counts.filter { $0.count != 0 }.map { "\($0.name) \($0.count)" }
    lines.append("Witnesses: " + (counts.isEmpty ? "all zero" : counts.joined(separator: ", ")) + ".")
    if let planted = Self.planted(witnessed, options.fault) { lines.append(planted) }
    if !options.freewheels {
      lines.append(
        "An idle client beside it: \(witnessed.idle.late) late callbacks, \(witnessed.idle.lost) lost cycles, "
          + "\(witnessed.idle.xruns) xruns.")
      if !witnessed.isRealtime {
        lines.append(
          "JACK's threads have no realtime priority here, so the machine may hold them at any time: see "
            + "'ulimit -r', and run the server with it.")
      }
    }
    if let aside = Self.aside(witnessed) { lines.append(aside) }
    text = lines.joined(separator: "\n")
  }

  private static func planted(_ witnessed: Witnessed, _ fault: PlantedFault?) -> String? {
    switch fault {
    case .stall:
      "Planted: \(witnessed.planted.stalls) stalls; the witnesses counted \(witnessed.count("over_100")) callbacks "
        + "longer than a period and \(witnessed.count("lost_cycles")) losses."
    case .dropClock: "Planted: \(witnessed.planted.clocks) clocks were left out."
    default: nil
    }
  }

  private static func aside(_ witnessed: Witnessed) -> String? {
    let events = witnessed.setAside
    guard !events.isEmpty else { return nil }
    let lost = events.filter { $0.kind == "lost" }
    let frames = lost.reduce(0) { $0 + $1.amount }
    return "Set aside, as the machine's doing: \(lost.count) losses of together \(frames) frames, "
      + "\(events.count { $0.kind == "late" }) late callbacks, \(events.count { $0.kind == "slow" }) that it held."
  }

  /// The last line.
  static func verdict(isOnGrid: Bool, failures: [String], witnessed: Witnessed?) -> String {
    var reasons = failures
    if !isOnGrid { reasons.insert("the recording is off the grid, as said above", at: 0) }
    guard reasons.isEmpty else { return "Not tight: \(reasons.joined(separator: "; "))." }
    guard let witnessed else { return "Tight." }
    guard witnessed.setAside.isEmpty else {
      return "Tight: every click and clock is on its frame, and nothing went wrong that is not the machine's doing."
    }
    return "Tight: every click and clock is on its frame, and every witness reads zero."
  }

  /// A number without needless digits.
  static func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
