// SPDX-License-Identifier: GPL-3.0-or-later

/// A pitch of the twelve-tone scale, as a MIDI note number: C4 is 60, A4 is 69.
public struct Note: Sendable, Hashable {
  /// The MIDI note number. Texts such as `Cb-1` and `B9` give numbers outside `0...127`.
  public var number: Int

  /// The note with this MIDI number.
  public init(_ number: Int) { self.number = number }

  /// Reads a letter A to G in either case, `#` or `b`, and one octave digit from -9 to 9; white space around it is ignored.
  ///
  /// Nil for all else, so `C10` and `C##4` are no notes.
  public init?(reading text: String) {
    var rest = text.trimmed().unicodeScalars[...]
    guard let pitchClass = PitchClass.take(from: &rest, lowerCase: true) else { return nil }
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    guard let digit = rest.popFirst(), rest.isEmpty, ("0"..."9").contains(digit) else { return nil }
    let octave = Int(digit.value - 48) * (isNegative ? -1 : 1)
    number = 12 * (octave + 1) + pitchClass.written
  }

  /// Whether MIDI can send the note: `0...127`.
  public var isPlayable: Bool { (0...127).contains(number) }

  /// The nearest note of the same name that MIDI can send.
  public var playable: Note {
    if number < 0 { return Note(PitchClass.wrapped(number)) }
    return number > 127 ? Note(number - (number - 127 + 11) / 12 * 12) : self
  }

  /// The frequency in hertz in equal temperament, `a4 × 2^((number − 69) / 12)`.
  public func frequency(a4: Double = 440) -> Double {
    let above = number - 69
    let semitone = PitchClass.wrapped(above)
    return Double(sign: .plus, exponent: (above - semitone) / 12, significand: a4 * Self.ratios[semitone])
  }

  /// 2^(k/12) for k from 0 to 11, so that no call into C is needed.
  private static let ratios: [Double] = [
    1, 1.059463094359295, 1.122462048309373, 1.189207115002721, 1.2599210498948732, 1.3348398541700344,
    1.4142135623730951, 1.4983070768766815, 1.5874010519681994, 1.681792830507429, 1.7817974362806785,
    1.8877486253633868,
  ]

  /// The name with its octave, spelled with flats or with sharps: 61 is `Db4` or `C#4`.
  public func name(flats: Bool) -> String {
    let pitchClass = PitchClass.wrapped(number)
    return PitchClass.name(pitchClass, flats: flats) + String((number - pitchClass) / 12 - 1)
  }
}
