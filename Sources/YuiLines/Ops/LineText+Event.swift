// SPDX-License-Identifier: GPL-3.0-or-later

extension LineText {
  /// The line that lays what a player made over an instrument: `~beat 104 steps=4 rows=kick|C3 p=x.x.|`.
  ///
  /// The line holds the fields of the event that are props of the target's preset, in the event's order and with its own
  /// strings, so a drum take pastes into a loop; other fields, such as the place of a sound, are left out. Any thread.
  /// - Parameters:
  ///   - target: not a custom block, which no line can change.
  ///   - event: an instrument's event, as `InstrumentEvent.json` gives it.
  /// - Returns: nil when the event holds nothing that the target takes.
  public static func patch(_ target: Target, event: JSON) -> String? {
    guard case .object(let members) = event else { return nil }
    var props = Props()
    for (key, field) in members where target.preset.props.contains(key) { props[key] = Value(field) }
    return props.isEmpty ? nil : patch(target, props)
  }
}

extension Value {
  /// A value of an event; nil for `null` and objects, which no prop takes.
  fileprivate init?(_ json: JSON) {
    switch json {
    case .string(let text): self = .text(text)
    case .bool(let flag): self = .flag(flag)
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .array(let values): self = .list(values.compactMap { Value($0) })
    case .null, .object: return nil
    }
  }
}
