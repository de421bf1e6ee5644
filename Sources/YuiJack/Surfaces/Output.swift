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
  /// Whether the line above the prompt, or the one at hand where there is none, is a needle.
  private var hasNeedle = false
  private let events = TextStream(STDOUT_FILENO)
  private let sentences = TextStream(STDERR_FILENO)

  /// Whether something waits for standard output to take it.
  var wantsToWrite: Bool { !events.isEmpty }

  /// Tells one event.
  func tell(_ event: SessionEvent) {
    if case .listeners(let kind) = event.audience, listens.isDisjoint(with: kind) { return }
    let draws = event.sentence != nil || isatty(STDOUT_FILENO) == 1
    if draws {
      leaveNeedle()
      aside?.before()
    }
    if let json = event.json { events.add(json.text) }
    if let picture = event.picture { sentences.add(picture) }
    if let sentence = event.sentence { sentences.add(sentence.withoutControls) }
    flush()
    if draws { aside?.after() }
  }

  /// Draws a needle in the place of the last one on a terminal, or takes it away. A terminal that is slow is spared it.
  func draw(needle: String?) {
    guard needle != nil || hasNeedle, isatty(STDERR_FILENO) == 1, sentences.isEmpty else { return }
    if let aside {
      aside.before()
      // The needle has the line above the prompt.
      sentences.addText(hasNeedle ? "\r\u{1B}[A\u{1B}[K" : "")
      sentences.addText(needle.map { $0 + "\n" } ?? "")
      sentences.flush()
      aside.after()
    } else {
      sentences.addText(TextStream.eraseLine + (needle ?? ""))
      sentences.flush()
    }
    hasNeedle = needle != nil
  }

  /// Other text comes: a needle above the prompt stays where it is, one on the line at hand goes.
  private func leaveNeedle() {
    if hasNeedle, aside == nil { sentences.addText(TextStream.eraseLine) }
    hasNeedle = false
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
