// SPDX-License-Identifier: GPL-3.0-or-later

/// A chord as its name says it: a root, tones above it, a bass.
public struct Chord: Sendable, Equatable {
  /// Pitch class of the root, C is 0.
  public var root: Int
  /// Semitones above the root, ascending from 0.
  public var tones: [Int]
  /// Pitch class of the bass: the one behind the slash, else the root.
  public var bass: Int

  /// The tones of each suffix. `maj` is the same as none, `min` as `m`, `+` as `aug`, `sus` as `sus4`.
  static let suffixes: [String: [Int]] = [
    "": [0, 4, 7], "maj": [0, 4, 7], "m": [0, 3, 7], "min": [0, 3, 7], "7": [0, 4, 7, 10], "maj7": [0, 4, 7, 11],
    "m7": [0, 3, 7, 10], "dim": [0, 3, 6], "dim7": [0, 3, 6, 9], "m7b5": [0, 3, 6, 10], "aug": [0, 4, 8],
    "+": [0, 4, 8], "sus2": [0, 2, 7], "sus4": [0, 5, 7], "sus": [0, 5, 7], "6": [0, 4, 7, 9], "m6": [0, 3, 7, 9],
    "add9": [0, 4, 7, 14], "9": [0, 4, 7, 10, 14], "m9": [0, 3, 7, 10, 14], "5": [0, 7],
  ]

  private init(root: Int, tones: [Int]) {
    self.root = root
    self.tones = tones
    bass = root
  }

  /// Reads a chord name such as `Am7` or `D/F#`, exactly as written; nil when a part of it is unknown.
  public init?(reading name: String) {
    var rest = name.unicodeScalars[...]
    guard let spelling = PitchClass.take(from: &rest, lowerCase: false) else { return nil }
    let suffix = rest.prefix { $0 != "/" }
    rest = rest.dropFirst(suffix.count)
    guard let tones = Self.suffixes[String(suffix)] else { return nil }
    self.init(root: spelling.number, tones: tones)
    guard !rest.isEmpty else { return }
    rest.removeFirst()
    guard let slash = PitchClass.take(from: &rest, lowerCase: false), rest.isEmpty else { return nil }
    bass = slash.number
  }

  /// The chord that sounds for a name that does not read: the triad of its leading letter, else C major.
  ///
  /// It is minor when `m` follows the letter and its accidental, and not `maj`.
  public init(guessing name: String) {
    var rest = name.unicodeScalars[...]
    guard let spelling = PitchClass.take(from: &rest, lowerCase: false) else {
      self.init(root: 0, tones: [0, 4, 7])
      return
    }
    let isMinor = rest.first == "m" && !rest.starts(with: "maj".unicodeScalars)
    self.init(root: spelling.number, tones: isMinor ? [0, 3, 7] : [0, 4, 7])
  }
}
