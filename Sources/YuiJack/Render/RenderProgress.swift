// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Says on a terminal how far a render is, ten times a second, on one line that goes away at the end.
///
/// - Thread: main.
final class RenderProgress {
  private let sampleRate: Double
  private let total: Double?
  private let name: String?
  private let isShown = isatty(STDERR_FILENO) == 1
  private var next = ContinuousClock.now
  private var hasShown = false

  /// - Parameters:
  ///   - total: seconds in all, where that is known.
  ///   - name: what is rendered; nil for everything.
  init(sampleRate: Double, total: Double?, of name: String? = nil) {
    self.sampleRate = sampleRate
    self.total = total
    self.name = name
  }

  /// So many frames are done.
  func show(_ frames: Int64) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    hasShown = true
    let seconds = Int(Double(frames) / sampleRate)
    let whole = total.map { " of \(Int($0.rounded(.up)))" } ?? ""
    _ = TextStream.write(
      "\(TextStream.eraseLine)Rendered \(seconds)\(whole) s\(name.map { " of '\($0)'" } ?? "")", to: STDERR_FILENO)
  }

  /// Takes the line away.
  func end() { if hasShown { _ = TextStream.write(TextStream.eraseLine, to: STDERR_FILENO) } }
}
