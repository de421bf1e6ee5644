// SPDX-License-Identifier: GPL-3.0-or-later

/// A musical key: a root, major or minor, and how its notes are spelled.
public struct Key: Sendable, Equatable {
  /// Pitch class of the root, C is 0.
  public var root: Int
  /// Whether the key is minor.
  public var isMinor: Bool
  /// Whether its notes are spelled with flats rather than sharps.
  public var usesFlats: Bool
  /// The name: `C`, `F#`, `Bbm`.
  public var name: String

  /// C major, the key of every text that does not read.
  public static let cMajor = Key(root: 0, isMinor: false, usesFlats: false, name: "C")

  /// Roots of the major keys written with flats: F, Bb, Eb, Ab, Db and Gb.
  private static let flatMajorRoots: Set<Int> = [5, 10, 3, 8, 1, 6]

  private init(root: Int, isMinor: Bool, usesFlats: Bool, name: String) {
    self.root = root
    self.isMinor = isMinor
    self.usesFlats = usesFlats
    self.name = name
  }

  /// Reads a letter in either case, `#` or `b`, and `m` for minor, with white space around it; nil for all else.
  ///
  /// A written accidental decides the spelling; otherwise it is flat when the relative major is a flat key.
  public init?(reading text: String) {
    var rest = text.trimmed().unicodeScalars[...]
    guard let spelling = PitchClass.take(from: &rest, lowerCase: true) else { return nil }
    isMinor = rest.first == "m"
    if isMinor { rest.removeFirst() }
    guard rest.isEmpty else { return nil }
    root = spelling.number
    name = spelling.name + (isMinor ? "m" : "")
    switch spelling.accidental {
    case "b": usesFlats = true
    case "#": usesFlats = false
    default: usesFlats = Self.flatMajorRoots.contains(isMinor ? (root + 3) % 12 : root)
    }
  }
}
