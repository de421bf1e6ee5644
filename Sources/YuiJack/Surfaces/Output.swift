// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Where events and sentences go: JSON lines to standard output, sentences to standard error. Neither is waited for.
///
/// - Thread: control.
final class Output {
  /// What files and standard input asked for beside the ordinary events.
  var listens: HostLine.Events = []
  /// Called before and after text is drawn on a terminal, so that a prompt can step aside.
  var aside: (before: () -> Void, after: () -> Void)?
  private let events = TextStream(STDOUT_FILENO)
  private let sentences = TextStream(STDERR_FILENO)

  /// Whether something waits for standard output to take it.
  var wantsToWrite: Bool { !events.isEmpty }

  /// Tells one event.
  func tell(_ event: SessionEvent) {
    if case .listeners(let kind) = event.audience, listens.isDisjoint(with: kind) { return }
    let draws = event.sentence != nil || isatty(STDOUT_FILENO) == 1
    if draws { aside?.before() }
    if let json = event.json { events.add(json.text) }
    if let sentence = event.sentence { sentences.add(sentence.withoutControls) }
    flush()
    if draws { aside?.after() }
  }

  /// Hands over what is taken without waiting.
  func flush() {
    events.flush()
    sentences.flush()
    if events.isEmpty, events.dropped > 0 {
      let count = events.dropped
      events.dropped = 0
      tell(.event("dropped", [("what", "events"), ("count", .whole(count))]))
    }
  }
}
