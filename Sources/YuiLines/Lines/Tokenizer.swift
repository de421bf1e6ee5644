// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a line token by token, from bytes of UTF-8. Linear time.
struct Tokenizer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset: Int

  /// A tokenizer that begins at an offset in the bytes of the line.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Reads a route at the offset, `>` and a name, and gives the name; reads nothing and gives nil when there is none.
  mutating func route() -> String? {
    skipSpace()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: ">") else { return nil }
    var end = offset + 1
    while end < bytes.count, Name.holds(bytes[end]) { end += 1 }
    guard end > offset + 1, isBoundary(end) else { return nil }
    defer { offset = end }
    return text(offset + 1..<end)
  }

  /// Reads the next token; nil at the end of the line or at a comment.
  mutating func next() -> Token? {
    skipSpace()
    let start = offset
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "#"), isBoundary(start + 1) {
      offset = bytes.count
      return nil
    }
    var key: String?
    // Only what stands before the first `=` can be a key.
    var canBeKey = true
    var parts: [Token.Part] = []
    var first: Token.Part?
    var partStart = start
    // Copied only from the first quote of a part on; before it the part is a slice of the line.
    var copied: [UInt8] = []
    var isQuoted = false
    func part(_ end: Int) -> Token.Part {
      Token.Part(text: isQuoted ? String(decoding: copied, as: UTF8.self) : text(partStart..<end), isQuoted: isQuoted)
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        if !isQuoted {
          isQuoted = true
          copied.append(contentsOf: bytes[partStart..<offset])
        }
        readQuoted(into: &copied)
        continue
      case UInt8(ascii: "|"):
        if first == nil { first = part(offset) } else { parts.append(part(offset)) }
        copied.removeAll(keepingCapacity: true)
        isQuoted = false
        offset += 1
        partStart = offset
        continue
      case UInt8(ascii: "="):
        if canBeKey, first == nil, !isQuoted, Name.isKey(bytes[start..<offset]) {
          canBeKey = false
          key = text(start..<offset)
          offset += 1
          partStart = offset
          continue
        }
        canBeKey = false
      default:
        if WhiteSpace.length(in: bytes, at: offset) > 0 {
          return token(start, key, first, parts, last: part(offset))
        }
      }
      if isQuoted { copied.append(byte) }
      offset += 1
    }
    return token(start, key, first, parts, last: part(offset))
  }

  private func token(
    _ start: Int, _ key: String?, _ first: Token.Part?, _ parts: [Token.Part], last: Token.Part
  ) -> Token {
    guard let first else { return Token(range: start..<offset, key: key, first: last) }
    var others = parts
    others.append(last)
    return Token(range: start..<offset, key: key, first: first, others: others)
  }

  /// Reads from an opening quote to behind its closing one, or to the end of the line. A backslash makes the next
  /// character literal; one at the very end stands for itself.
  private mutating func readQuoted(into text: inout [UInt8]) {
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), offset < bytes.count {
        text.append(bytes[offset])
        offset += 1
      } else {
        text.append(byte)
      }
    }
  }

  /// Moves the offset behind white space.
  mutating func skipSpace() {
    while offset < bytes.count {
      let length = WhiteSpace.length(in: bytes, at: offset)
      if length == 0 { return }
      offset += length
    }
  }

  private func isBoundary(_ index: Int) -> Bool {
    index >= bytes.count || WhiteSpace.length(in: bytes, at: index) > 0
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
