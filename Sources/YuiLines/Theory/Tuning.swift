// SPDX-License-Identifier: GPL-3.0-or-later

/// What a tuner listens for.
public enum TunerInstrument: String, Sendable, CaseIterable {
  /// Six strings, or seven.
  case guitar
  /// Four strings, the first of them high.
  case ukulele
  /// Four strings, or five or six.
  case bass
  /// Any note.
  case chromatic
  /// Four strings in fifths from G3.
  case violin
  /// Four strings in fifths from C3.
  case viola
  /// Four strings in fifths from C2.
  case cello
  /// Four pairs of strings, tuned as a violin.
  case mandolin
  /// Five strings, the first of them short and high.
  case banjo
  /// Four strings from D4.
  case cavaquinho

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

  /// Hertz that are listened for before the strings are known.
  ///
  /// - Source: for guitar, ukulele, bass and chromatic the limits that the language sets; the others begin about a fourth
  ///   below the lowest string of their tunings (the cavaquinho's of its standard one) and end more than a fourth above the
  ///   highest.
  public var range: ClosedRange<Double> {
    switch self {
    case .guitar: 70...1000
    case .ukulele: 150...1000
    case .bass: 28...450
    case .chromatic: 28...2000
    case .violin, .mandolin: 150...1100
    case .viola: 100...1000
    case .cello: 50...700
    case .banjo: 100...1000
    case .cavaquinho: 220...1100
    }
  }

  /// A tuning's name as the table has it: lower case, without `-` and white space.
  public static func canonical(_ tuning: String) -> String {
    var name = tuning.lowercased()
    name.unicodeScalars.removeAll { $0 == "-" || WhiteSpace.contains($0.value) }
    return name
  }

  private typealias Named = (name: String, strings: [String])

  private var table: [Named] {
    switch self {
    case .guitar: Self.guitars
    case .ukulele:
      [
        ("standard", ["G4", "C4", "E4", "A4"]), ("lowg", ["G3", "C4", "E4", "A4"]),
        ("d", ["A4", "D4", "F#4", "B4"]), ("baritone", ["D3", "G3", "B3", "E4"]),
      ]
    case .bass:
      [
        ("standard", ["E1", "A1", "D2", "G2"]), ("five", ["B0", "E1", "A1", "D2", "G2"]),
        ("six", ["B0", "E1", "A1", "D2", "G2", "C3"]), ("dropd", ["D1", "A1", "D2", "G2"]),
        ("halfstepdown", ["Eb1", "Ab1", "Db2", "Gb2"]), ("wholestepdown", ["D1", "G1", "C2", "F2"]),
      ]
    case .chromatic: []
    case .violin: [("standard", ["G3", "D4", "A4", "E5"])]
    case .viola: [("standard", ["C3", "G3", "D4", "A4"])]
    case .cello: [("standard", ["C2", "G2", "D3", "A3"])]
    case .mandolin: [("standard", ["G3", "D4", "A4", "E5"])]
    case .banjo:
      [
        ("standard", ["G4", "D3", "G3", "B3", "D4"]), ("doublec", ["G4", "C3", "G3", "C4", "D4"]),
        ("tenor", ["C3", "G3", "D4", "A4"]),
      ]
    case .cavaquinho:
      [
        ("standard", ["D4", "G4", "B4", "D5"]), ("natural", ["D4", "A4", "B4", "E5"]),
        ("portuguese", ["C4", "G4", "A4", "D5"]),
      ]
    }
  }

  private static var guitars: [Named] {
    [
      ("standard", ["E2", "A2", "D3", "G3", "B3", "E4"]), ("dropd", ["D2", "A2", "D3", "G3", "B3", "E4"]),
      ("dadgad", ["D2", "A2", "D3", "G3", "A3", "D4"]), ("opend", ["D2", "A2", "D3", "F#3", "A3", "D4"]),
      ("openg", ["D2", "G2", "D3", "G3", "B3", "D4"]), ("opene", ["E2", "B2", "E3", "G#3", "B3", "E4"]),
      ("halfstepdown", ["Eb2", "Ab2", "Db3", "Gb3", "Bb3", "Eb4"]),
      ("wholestepdown", ["D2", "G2", "C3", "F3", "A3", "D4"]), ("dropc", ["C2", "G2", "C3", "F3", "A3", "D4"]),
      ("seven", ["B1", "E2", "A2", "D3", "G3", "B3", "E4"]),
    ]
  }
}
