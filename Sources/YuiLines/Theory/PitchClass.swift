// SPDX-License-Identifier: GPL-3.0-or-later

/// Names and numbers of the twelve pitch classes: C is 0, B is 11.
public enum PitchClass {
  private static let sharpNames = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
  private static let flatNames = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]

  /// The name of a pitch class from 0 to 11, spelled with a flat or with a sharp where it needs one.
  public static func name(_ pitchClass: Int, flats: Bool) -> String {
    (flats ? flatNames : sharpNames)[pitchClass]
  }

  /// Brings any number of semitones into `0...11`.
  static func wrapped(_ semitones: Int) -> Int { ((semitones % 12) + 12) % 12 }

  /// A letter and its accidental as they were written.
  struct Spelling {
    /// The letter's semitone moved by the accidental, not wrapped: B# is 12, Cb is -1, so that octaves stay with the letter.
    var written: Int
    /// The letter in upper case and the accidental.
    var name: String
    /// `#`, `b` or nothing.
    var accidental: Unicode.Scalar?
    /// The pitch class, `0...11`.
    var number: Int { PitchClass.wrapped(written) }
  }

  /// Takes a letter A to G and an accidental from the front of a text; takes nothing and gives nil when there is no letter.
  static func take(from text: inout Substring.UnicodeScalarView, lowerCase: Bool) -> Spelling? {
    guard var letter = text.first else { return nil }
    if lowerCase, ("a"..."g").contains(letter) { letter = Unicode.Scalar(UInt8(letter.value - 32)) }
    guard ("A"..."G").contains(letter) else { return nil }
    text.removeFirst()
    let semitones = [9, 11, 0, 2, 4, 5, 7][Int(letter.value - 65)]
    var spelling = Spelling(written: semitones, name: String(letter), accidental: nil)
    if let accidental = text.first, accidental == "#" || accidental == "b" {
      text.removeFirst()
      spelling.written += accidental == "#" ? 1 : -1
      spelling.name.unicodeScalars.append(accidental)
      spelling.accidental = accidental
    }
    return spelling
  }
}
