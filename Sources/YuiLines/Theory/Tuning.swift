// SPDX-License-Identifier: GPL-3.0-or-later

/// What a tuner listens for.
public enum TunerInstrument: String, Sendable, CaseIterable {
  /// Six strings.
  case guitar
  /// Four strings, the first of them high.
  case ukulele
  /// Four strings, or five.
  case bass
  /// Any note.
  case chromatic

  /// The names of its tunings, `standard` first. A chromatic tuner has none.
  public var tunings: [String] { table.map(\.name) }

  /// The strings of a tuning in the order a player counts them; nil for a name it does not have.
  ///
  /// Upper case, `-` and spaces in the name do not matter: `Drop-D` is `dropd`.
  public func strings(of tuning: String) -> [String]? {
    let name = Self.canonical(tuning)
    if self == .chromatic { return name == "standard" ? [] : nil }
    return table.first { $0.name == name }?.strings
  }

  /// A tuning's name as the table has it: lower case, without `-` and white space.
  public static func canonical(_ tuning: String) -> String {
    var name = tuning.lowercased()
    name.unicodeScalars.removeAll { $0 == "-" || WhiteSpace.contains($0.value) }
    return name
  }

  private var table: [(name: String, strings: [String])] {
    switch self {
    case .guitar:
      [
        ("standard", ["E2", "A2", "D3", "G3", "B3", "E4"]), ("dropd", ["D2", "A2", "D3", "G3", "B3", "E4"]),
        ("dadgad", ["D2", "A2", "D3", "G3", "A3", "D4"]),
      ]
    case .ukulele: [("standard", ["G4", "C4", "E4", "A4"]), ("lowg", ["G3", "C4", "E4", "A4"])]
    case .bass: [("standard", ["E1", "A1", "D2", "G2"]), ("five", ["B0", "E1", "A1", "D2", "G2"])]
    case .chromatic: []
    }
  }
}
