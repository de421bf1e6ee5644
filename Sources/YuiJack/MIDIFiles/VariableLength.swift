// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers as Standard MIDI Files write them: seven bits a byte, the highest first, the top bit set on all but the last.
enum VariableLength {
  /// The largest number that four bytes hold.
  static let largest = 0x0FFF_FFFF

  /// The bytes of a number; what lies outside 0...`largest` is brought to its nearer end.
  static func bytes(_ number: Int) -> [UInt8] {
    var rest = min(max(number, 0), largest)
    var bytes = [UInt8(rest & 0x7F)]
    while rest > 0x7F {
      rest >>= 7
      bytes.insert(UInt8(rest & 0x7F | 0x80), at: 0)
    }
    return bytes
  }

  /// Takes a number from the front of `bytes`; nil where they end within it, or it has more than four bytes.
  static func take(from bytes: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    for _ in 0..<4 {
      guard let byte = bytes.popFirst() else { return nil }
      number = number << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}
