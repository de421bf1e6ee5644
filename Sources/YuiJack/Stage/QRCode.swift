// SPDX-License-Identifier: GPL-3.0-or-later

import CQREncode
import Glibc

/// A text as a QR code for a terminal.
///
/// - Thread: any.
struct QRCode {
  /// Modules without light, row by row; `side` of them in a row.
  private let isDark: [Bool]
  private let side: Int

  /// The code of a text; nil where the text is too long for one.
  init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    self.side = side
    isDark = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Half blocks in black on white whatever the colours of the terminal, two rows a line, with the margin that readers want.
  var text: String {
    stride(from: -2, to: side + 2, by: 2).map { row in
      let blocks = (-2..<side + 2).map { column in
        switch (dark(row, column), dark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m\(blocks.joined())\u{1B}[0m"
    }.joined(separator: "\n")
  }

  private func dark(_ row: Int, _ column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && isDark[row * side + column]
  }
}
