// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

extension Session {
  /// Tells those who want to know what has changed of what is up.
  func tellStates() {
    guard sources.contains(where: { $0.events.contains(.state) }) else { return }
    for event in toldStates.news(shelf) { say(event) }
  }

  /// Tells a source all that is up, which it has just asked for.
  func tellStates(to source: LineSource) {
    for var event in ToldStates.all(shelf) {
      event.audience = .source(source)
      say(event)
    }
  }

  /// The engine's frame now, between cycles, too.
  var frameNow: Double { machine.frameNow ?? Double(frame) }
}
