// SPDX-License-Identifier: GPL-3.0-or-later

/// The white space of the language: the set JavaScript trims by, which is wider than ASCII and holds U+FEFF.
enum WhiteSpace {
  /// Says how many bytes of UTF-8 the white space at `index` takes; 0 when there is none.
  ///
  /// Works on bytes so that a combining mark behind a space or a quote never hides it in one character.
  static func length(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return first == 0x20 || (0x09...0x0D).contains(first) ? 1 : 0 }
    if first == 0xC2 { return index + 1 < bytes.count && bytes[index + 1] == 0xA0 ? 2 : 0 }
    guard first == 0xE1 || first == 0xE2 || first == 0xE3 || first == 0xEF, index + 2 < bytes.count else { return 0 }
    let scalar = UInt32(first & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
    return contains(scalar) ? 3 : 0
  }

  /// Where a text of UTF-8 ends without the white space behind it.
  static func end(ofTextIn bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = bytes.count
    while let length = (1...3).first(where: { $0 <= end && self.length(in: bytes, at: end - $0) == $0 }) {
      end -= length
    }
    return end
  }

  /// Whether the Unicode scalar with this number is white space.
  static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// The text without white space at its ends.
  func trimmed() -> String {
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !WhiteSpace.contains($0.value) }),
      let last = scalars.lastIndex(where: { !WhiteSpace.contains($0.value) })
    else { return "" }
    return String(scalars[start...last])
  }
}
