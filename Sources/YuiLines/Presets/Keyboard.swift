// SPDX-License-Identifier: GPL-3.0-or-later

/// The keys of the keyboard on a screen: ten white ones and the black ones between them.
public enum Keyboard {
  /// Semitones of the white keys above the lowest one, left to right.
  public static let white = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16]

  /// The black keys: the index of the white key whose left edge each sits on, and its semitones above the lowest key.
  public static let black = [(1, 1), (2, 3), (4, 6), (5, 8), (6, 10), (8, 13), (9, 15)]

  /// Letters of a computer keyboard that play the white keys, left to right.
  public static let whiteLetters = "asdfghjkl;"
  /// Letters of a computer keyboard that play the black keys, left to right.
  public static let blackLetters = "wetyuop"

  /// Semitones above the lowest key that a letter plays, in lower case; nil for other characters.
  public static func semitones(of letter: Character) -> Int? {
    for (character, semitones) in zip(whiteLetters, white) where character == letter { return semitones }
    for (character, key) in zip(blackLetters, black) where character == letter { return key.1 }
    return nil
  }
}
