// SPDX-License-Identifier: GPL-3.0-or-later

/// How the notes between two octaves are spaced.
///
/// All but the equal one count from a key, and leave A4 where it is.
public enum Temperament: String, Sendable, CaseIterable {
  /// Twelve equal steps.
  case equal
  /// Whole-number ratios of 2, 3 and 5 above the key: pure thirds and fifths.
  case just
  /// Pure fifths up and down from the key.
  case pythagorean

  /// The frequency of a note in hertz.
  ///
  /// - Parameters:
  ///   - key: the pitch class that the ratios count from, `0...11`, C is 0.
  ///   - a4: hertz of A4.
  public func frequency(of note: Note, key: Int, a4: Double) -> Double {
    guard let ratios else { return note.frequency(a4: a4) }
    let (above, reference) = (note.number - key, 69 - key)
    let (step, referenceStep) = (PitchClass.wrapped(above), PitchClass.wrapped(reference))
    let octaves = (above - step) / 12 - (reference - referenceStep) / 12
    let inOctave = a4 * ratios[step] / ratios[referenceStep]
    return Double(sign: .plus, exponent: octaves, significand: inOctave)
  }

  /// What each step above the key is in terms of it; nil where the steps are equal.
  private var ratios: [Double]? {
    switch self {
    case .equal: nil
    case .just: [1, 16 / 15, 9 / 8, 6 / 5, 5 / 4, 4 / 3, 45 / 32, 3 / 2, 8 / 5, 5 / 3, 9 / 5, 15 / 8]
    case .pythagorean:
      [1, 256 / 243, 9 / 8, 32 / 27, 81 / 64, 4 / 3, 729 / 512, 3 / 2, 128 / 81, 27 / 16, 16 / 9, 243 / 128]
    }
  }
}
