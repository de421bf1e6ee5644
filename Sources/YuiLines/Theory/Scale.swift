// SPDX-License-Identifier: GPL-3.0-or-later

/// A scale word, which names steps above the root of a key whatever the key's own mode is.
public enum Scale: String, Sendable, CaseIterable {
  /// The seven notes of the major scale.
  case major
  /// Natural minor.
  case minor
  /// Five notes: those of the major key, or of the minor key.
  case pentatonic
  /// Six notes with the blue one: those of the major key, or of the minor key.
  case blues
  /// Minor with a raised sixth.
  case dorian
  /// Major with a lowered seventh.
  case mixolydian
  /// All twelve notes.
  case chromatic

  /// The scale a key has by itself: minor for a minor key, else major.
  public init(of key: Key) { self = key.isMinor ? .minor : .major }

  /// Semitones above the root, ascending. Pentatonic and blues differ between major and minor keys.
  public func steps(inMinorKey isMinor: Bool) -> [Int] {
    switch self {
    case .major: [0, 2, 4, 5, 7, 9, 11]
    case .minor: [0, 2, 3, 5, 7, 8, 10]
    case .pentatonic: isMinor ? [0, 3, 5, 7, 10] : [0, 2, 4, 7, 9]
    case .blues: isMinor ? [0, 3, 5, 6, 7, 10] : [0, 2, 3, 4, 7, 9]
    case .dorian: [0, 2, 3, 5, 7, 9, 10]
    case .mixolydian: [0, 2, 4, 5, 7, 9, 10]
    case .chromatic: Array(0..<12)
    }
  }

  /// The pitch classes of the scale on a key's root, ascending from C.
  public func pitchClasses(in key: Key) -> [Int] {
    steps(inMinorKey: key.isMinor).map { (key.root + $0) % 12 }.sorted()
  }

  /// Whether a note lies in the scale on a key's root.
  public func contains(_ note: Note, in key: Key) -> Bool {
    steps(inMinorKey: key.isMinor).contains(PitchClass.wrapped(note.number - key.root))
  }
}
