// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The way to a page: what waits for it, filled by the control thread and emptied by the one that serves.
final class StageLine: Sendable {
  /// Tells pages apart, from 1.
  let number: Int
  let backlog = SharedBacklog()
  /// Whether it is hung up once nothing waits.
  let isEnding = Atomic<Bool>(false)

  init(number: Int) { self.number = number }
}

/// What the thread that serves the stage tells the control thread.
enum StageNews: Sendable {
  /// A page came.
  case came(StageLine)
  /// A page sent lines, without the end of the last; seconds on the clock that does not go back.
  case message(page: Int, [UInt8], seconds: Double)
  /// A page is gone.
  case left(page: Int)
  /// Somebody was sent away.
  case refused(StageRefusal)
}
