// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit
import Synchronization

/// What JACK's notification thread tells the main loop.
final class Events: Sendable {
  let xruns = Atomic(0)
  private let loss = Mutex<String?>(nil)

  /// Why the server is gone, `nil` while it is there.
  var serverLost: String? { loss.withLock { $0 } }

  func receive(_ notification: Notification) {
    switch notification {
    case .xrun: _ = xruns.add(1, ordering: .relaxed)
    case .shutdown(_, let reason): loss.withLock { $0 = reason }
    default: break
    }
  }
}

/// The delay that the probe pretends to have.
final class DeclaredLatency: Sendable {
  let playback: Atomic<UInt32>
  let capture: Atomic<UInt32>

  init(playback: UInt32, capture: UInt32) {
    self.playback = Atomic(playback)
    self.capture = Atomic(capture)
  }
}
