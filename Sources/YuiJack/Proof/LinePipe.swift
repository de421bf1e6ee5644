// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Lines of text that arrive at a file, such as the pipe between two parts of the proof.
///
/// - Thread: control.
final class LinePipe {
  let descriptor: Int32
  private(set) var hasEnded = false
  private var splitter = LineSplitter()
  private var waiting: [String] = []

  /// - Parameter descriptor: an open file; stays the caller's.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next line, or nil where none comes in time or the lines have ended.
  func next(within milliseconds: Int) -> String? {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while waiting.isEmpty, !hasEnded {
      let left = max(0, Int((end - .now) / .milliseconds(1)))
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, Int32(left)) > 0 else {
        if left == 0 { return nil }
        continue
      }
      read()
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    func keep(_ line: SourceLine) { if case .text(let text) = line.content { waiting.append(text) } }
    if count > 0 {
      splitter.feed(bytes[..<count], each: keep)
    } else {
      hasEnded = true
      splitter.finish(each: keep)
    }
  }
}
