// SPDX-License-Identifier: GPL-3.0-or-later

/// What was played, on its way to whoever writes it down.
extension Engine {
  /// Lets only some strikes be heard, one place each, counted from the engine's first; later ones are heard. All else goes on as
  /// if they were: the same strikes on the same frames. The memory has to outlive the engine.
  ///
  /// - Thread: control, before anything is rendered.
  public mutating func hearOnly(_ strikes: UnsafeBufferPointer<Bool>) { pool.log.hear(strikes) }

  /// Passes on what the voices have noted.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func sendPlayed() {
    var lost = pool.log.lost
    pool.log.lost = 0
    while let event = pool.log.take() {
      if !link.played.pointee.sendInCallback(event) { lost += 1 }
    }
    if lost > 0 { link.counters.pointee.lostNotes.add(lost, ordering: .relaxed) }
  }
}
