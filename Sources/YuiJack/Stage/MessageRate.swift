// SPDX-License-Identifier: GPL-3.0-or-later

/// How many messages may still come: a bucket that fills by the clock.
///
/// - Thread: any; a plain value.
struct MessageRate {
  private var left = StageLimits.burst
  private var lastSeconds: Double?

  /// Counts one message.
  ///
  /// - Parameter seconds: now, on a clock that does not go back.
  /// - Returns: false where it is one too many.
  mutating func count(at seconds: Double) -> Bool {
    let passed = lastSeconds.map { max(0, seconds - $0) } ?? 0
    lastSeconds = seconds
    left = min(StageLimits.burst, left + passed * Double(StageLimits.messagesPerSecond))
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
