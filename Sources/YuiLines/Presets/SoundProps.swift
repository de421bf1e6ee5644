// SPDX-License-Identifier: GPL-3.0-or-later

extension TextProp {
  /// The pitched voice that the prop names; `keys`, with a warning, for drums, effects and unknown words.
  func voice(in props: Props, _ warnings: inout [PropWarning]) -> PitchedWord {
    let name = played(in: props, &warnings)
    if let voice = PitchedWord(reading: name) { return voice }
    let voices = PitchedWord.allCases.map(\.rawValue)
    warnings.append(
      PropWarning(
        prop: self.name, given: name, used: PitchedWord.keys.rawValue, reason: .unknownWord(kind: "a pitched sound"),
        suggest: Suggestion.nearest(to: name, among: voices)))
    return .keys
  }

  /// The key that the prop names; C major, with a warning, for what does not read.
  func key(in props: Props, _ warnings: inout [PropWarning]) -> Key {
    let name = played(in: props, &warnings)
    if let key = Key(reading: name) { return key }
    warnings.append(PropWarning(prop: self.name, given: name, used: "C", reason: .unknownWord(kind: "a key")))
    return .cMajor
  }

  /// The word of a small set that the prop names; `fallback`, with a warning, for all others.
  func word<Choice: RawRepresentable & CaseIterable>(
    in props: Props, kind: String, fallback: Choice, _ warnings: inout [PropWarning]
  ) -> Choice where Choice.RawValue == String {
    guard let value = props[self.name] else { return fallback }
    // Words such as `off` arrive as flags, so what counts here is how the value was written.
    let name = value.written
    if let word = Choice(rawValue: name) { return word }
    warnings.append(
      PropWarning(
        prop: self.name, given: name, used: fallback.rawValue, reason: .unknownWord(kind: kind),
        suggest: Suggestion.nearest(to: name, among: Choice.allCases.map(\.rawValue))))
    return fallback
  }
}

/// The warning about a sound's name that is not known.
func unknownSound(_ name: String, in prop: String, used: String) -> PropWarning {
  PropWarning(
    prop: prop, given: name, used: used, reason: .unknownWord(kind: "a known sound"),
    suggest: Suggestion.nearest(to: name, among: SoundWord.names))
}
