// SPDX-License-Identifier: GPL-3.0-or-later

/// One row of a loop as text and as a mask of steps: bit `n` set is a hit on step `n`, counted from 0.
public enum Pattern {
  /// The most steps a mask holds.
  public static let longest = 32

  /// Reads a row: `x`, `X`, `1`, `o` and `*` are hits, every other Unicode scalar a rest.
  ///
  /// Cut to `steps` (`0...32`); what is missing rests.
  public static func mask(_ text: String, steps: Int) -> UInt32 {
    var mask: UInt32 = 0
    for (step, scalar) in text.unicodeScalars.prefix(steps).enumerated() where isHit(scalar) { mask |= 1 << step }
    return mask
  }

  /// Writes a row as `x` and `.` of exactly `steps` (`0...32`) characters; a row without a hit is empty text.
  public static func text(_ mask: UInt32, steps: Int) -> String {
    let text = String((0..<steps).map { mask >> $0 & 1 == 1 ? "x" : "." })
    return text.contains("x") ? text : ""
  }

  /// The number of the last hit, counted from 1; 0 when there is none.
  static func lastHit(_ text: String) -> Int {
    let scalars = text.unicodeScalars
    guard let last = scalars.lastIndex(where: isHit) else { return 0 }
    return scalars.distance(from: scalars.startIndex, to: last) + 1
  }

  private static func isHit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "x", "X", "1", "o", "*": true
    default: false
    }
  }
}
