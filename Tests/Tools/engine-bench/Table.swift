// SPDX-License-Identifier: GPL-3.0-or-later

/// Rows of words in columns: the first at its left edge, the others at their right one.
struct Table {
  private var rows: [[String]]

  /// A table with a heading.
  init(_ heading: String...) { rows = [heading] }

  /// Adds a row, as long as the heading.
  mutating func add(_ row: [String]) { rows.append(row) }

  /// Writes it to standard output.
  func show() {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }
      print(cells.joined(separator: "  "))
    }
  }

  /// A number with so many decimals.
  static func number(_ number: Double, decimals: Int = 0) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((number * scale).rounded())
    guard decimals > 0 else { return String(scaled) }
    let digits = String(scaled % Int(scale))
    return "\(scaled / Int(scale)).\(String(repeating: "0", count: decimals - digits.count))\(digits)"
  }
}
