// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Reads lines from standard input without waiting longer than told.
struct LineReader {
  private var bytes: [UInt8] = []
  private(set) var hasEnded = false

  /// The next line, or `nil` when there is none within the time.
  mutating func next(milliseconds: Int32) -> String? {
    if let line = takeLine() { return line }
    guard !hasEnded else { return nil }
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, milliseconds) > 0 else { return nil }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(0, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] } else { hasEnded = true }
    return takeLine()
  }

  private mutating func takeLine() -> String? {
    guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { bytes.removeSubrange(...newline) }
    return String(decoding: bytes[..<newline], as: UTF8.self)
  }
}

/// Writes a line to standard output at once.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Writes an error to standard error.
func complain(_ error: any Error) {
  let text = Array("Error: \(error)\n".utf8)
  _ = write(2, text, text.count)
}

/// Splits a line at spaces; double quotes hold a word with spaces together.
func words(of line: String) -> [String] {
  var words: [String] = []
  var word: String?
  var isQuoted = false
  for character in line {
    if character == "\"" {
      isQuoted.toggle()
      word = word ?? ""
    } else if character == " ", !isQuoted {
      if let done = word { words.append(done) }
      word = nil
    } else {
      word = (word ?? "") + String(character)
    }
  }
  if let done = word { words.append(done) }
  return words
}
