// SPDX-License-Identifier: GPL-3.0-or-later

/// Events as they came, and how many of them have been looked at.
struct EventLog {
  /// Each as it was written, in order.
  private(set) var lines: [String] = []
  private var seen = 0

  /// One more came.
  mutating func add(_ line: String) { lines.append(line) }

  /// The next that matches; what came before it is passed over.
  mutating func next(_ name: String, where matches: (Event) -> Bool) throws -> Event? {
    while seen < lines.count {
      seen += 1
      let event = try Event(lines[seen - 1])
      if event.name == name, matches(event) { return event }
    }
    return nil
  }
}
