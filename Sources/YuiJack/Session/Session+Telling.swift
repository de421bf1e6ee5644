// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What the session tells, and whom.
extension Session {
  func say(_ event: SessionEvent) { tell(event) }

  /// Tells a source where everything is.
  func tellStatus(to source: LineSource) {
    var event = status
    if case .object(let members)? = event.json, let socketPath {
      event.json = .object(members + [("socket", .string(socketPath))])
    }
    event.audience = .source(source)
    say(event)
  }

  /// As much of a line as serves to know it again.
  private static func excerpt(_ line: String) -> String {
    let longest = 1000
    guard let end = line.index(line.startIndex, offsetBy: longest, limitedBy: line.endIndex), end < line.endIndex else {
      return line
    }
    return line[..<end] + "…"
  }

  /// Tells of a line that does nothing.
  func fail(_ message: String, _ op: Op, _ source: LineSource, column: Int? = nil, suggest: String? = nil) {
    let column = column ?? op.column
    let hint = suggest.map { " Did you mean '\($0)'?" } ?? ""
    say(
      .event(
        "error",
        [
          ("source", .string(source.name)), ("line", .whole(op.number)), ("column", .whole(column)),
          ("text", .string(Session.excerpt(op.line))), ("message", .string(message)),
          ("suggest", suggest.map { .string($0) }),
        ],
        sentence: "\(source.name):\(op.number):\(column): Error: \(message)\(hint)", audience: .source(source)))
  }

  /// Tells of values that are not played as written, of unknown words once.
  func warn(_ warnings: [PropWarning], _ op: Op, _ source: LineSource) {
    for warning in warnings {
      warn(
        warning.message, op, source, column: op.column(of: warning.prop), suggest: warning.suggest,
        once: warning.isOfWord)
    }
  }

  /// Tells of what is not played as written.
  ///
  /// - Parameter once: whether the same is not told again.
  func warn(
    _ message: String, _ op: Op, _ source: LineSource, column: Int? = nil, suggest: String? = nil, once: Bool = false
  ) {
    if once, !warned.insert(message).inserted { return }
    if warned.count > Session.mostWarned { warned.removeAll() }
    let column = column ?? op.column
    let hint = suggest.map { " Did you mean '\($0)'?" } ?? ""
    say(
      .event(
        "warning",
        [
          ("source", .string(source.name)), ("line", .whole(op.number)), ("column", .whole(column)),
          ("text", .string(Session.excerpt(op.line))), ("message", .string(message)),
          ("suggest", suggest.map { .string($0) }),
        ],
        sentence: "\(source.name):\(op.number):\(column): Warning: \(message)\(hint)", audience: .source(source)))
  }
}
