// SPDX-License-Identifier: GPL-3.0-or-later

/// A chord written as the degree of a key, such as `bVII` or `ii7`.
public struct RomanNumeral: Sendable, Equatable {
  /// The degree, `1...7`.
  public var degree: Int
  /// Semitones added by the accidental: -1, 0 or 1.
  public var accidental: Int
  /// Whether the letters are lower case, which makes the chord minor.
  public var isLowerCase: Bool
  /// What follows the letters: `7`, `sus4`, `°`.
  public var suffix: String

  private static let degrees = ["I", "II", "III", "IV", "V", "VI", "VII"]

  /// Reads an accidental, a numeral I to VII in one case, and a suffix; nil for mixed case and for all else.
  public init?(reading text: String) {
    var rest = text.unicodeScalars[...]
    accidental = rest.first == "b" ? -1 : rest.first == "#" ? 1 : 0
    if accidental != 0 { rest.removeFirst() }
    let letters = String(rest.prefix { ["I", "V", "i", "v"].contains($0) })
    isLowerCase = letters.unicodeScalars.first?.properties.isLowercase ?? false
    let numeral = isLowerCase ? letters.uppercased() : letters
    guard letters == (isLowerCase ? letters.lowercased() : letters.uppercased()),
      let index = Self.degrees.firstIndex(of: numeral)
    else { return nil }
    degree = index + 1
    suffix = String(rest.dropFirst(letters.unicodeScalars.count))
  }

  /// The name of the chord in a key. The suffix is not checked, so the name may be one that no chord has.
  ///
  /// Without an accidental the degree is counted in the key's own scale (natural minor for minor keys) and spelled as the
  /// key is; with one, from the major scale of the root, in minor keys too, and spelled with that accidental.
  public func chordName(in key: Key) -> String {
    let scale: Scale = key.isMinor && accidental == 0 ? .minor : .major
    let steps = scale.steps(inMinorKey: key.isMinor)
    let root = PitchClass.wrapped(key.root + steps[degree - 1] + accidental)
    let usesFlats = accidental == 0 ? key.usesFlats : accidental < 0
    return PitchClass.name(root, flats: usesFlats) + chordSuffix
  }

  private var chordSuffix: String {
    switch suffix {
    case "°", "o": "dim"
    case _ where !isLowerCase: suffix
    case _ where suffix.hasPrefix("dim") || suffix.hasPrefix("m"): suffix
    default: "m" + suffix
    }
  }
}
