// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Lines of text on their way to a file that may be slow.
///
/// A reader that does not read never holds the sender up: lines wait for it, up to a mebibyte, and are then left out and
/// counted. One that went away ends nothing.
///
/// - Thread: control.
public final class TextStream {
  private static let mostWaiting = 1 << 20
  /// Takes what stands on a terminal's line away.
  static let eraseLine = "\r\u{1B}[K"

  let descriptor: Int32
  private var waiting: [UInt8] = []
  /// Lines that were left out since this was last set to 0.
  var dropped = 0
  private var readerIsGone = false

  /// A stream to an open file.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether everything has been taken.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a line, to which its end is added.
  func add(_ line: String) { addText(line + "\n") }

  /// Adds text as it is.
  func addText(_ text: String) {
    guard !readerIsGone else { return }
    guard waiting.count + text.utf8.count <= TextStream.mostWaiting else {
      dropped += 1
      return
    }
    waiting.append(contentsOf: text.utf8)
  }

  /// Hands over what is taken without waiting.
  func flush() {
    var done = 0
    defer { waiting.removeFirst(done) }
    while done < waiting.count, !readerIsGone {
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard Glibc.poll(&poll, 1, 0) == 1 else { return }
      // A pipe that can be written to takes this much without waiting.
      let count = waiting[done...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, min($0.count, Int(PIPE_BUF)))
      }
      if count > 0 {
        done += count
      } else if errno != EINTR, errno != EAGAIN {
        readerIsGone = true
        done = waiting.count
      }
    }
  }

  /// Writes all of a text and waits for as long as that takes.
  ///
  /// - Returns: whether it was taken.
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    FileBytes.write(Array(text.utf8), to: descriptor)
  }

  /// Writes all of a text to standard output.
  ///
  /// - Throws: `cannotWrite`.
  public static func writeOut(_ text: String) throws(UsageError) {
    guard write(text, to: STDOUT_FILENO) else {
      throw .cannotWrite("Cannot write to standard output: \(FileTrouble.last.reason).")
    }
  }
}

extension String {
  /// The text as a terminal may show it: characters that would move its cursor, or worse, are replaced.
  var withoutControls: String {
    var shown = UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
      shown.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }
}
