// SPDX-License-Identifier: GPL-3.0-or-later

/// A prop that takes a number.
public struct NumberProp: Sendable {
  /// The key in a line.
  public let name: String
  /// The value when a line does not name it.
  public let defaultValue: Double
  /// The values that are played, both ends included.
  public let range: ClosedRange<Double>
  /// Whether the number played is rounded to a whole one, halves up.
  public var isWhole = false

  /// The number that is played: rounded and clamped, the default for what is not a number; each change gives a warning.
  func played(in props: Props, _ warnings: inout [PropWarning]) -> Double {
    guard let value = props[name] else { return defaultValue }
    guard case .number(let given) = value else {
      warnings.append(mismatch(name, value, expected: "a number", used: NumberText.text(defaultValue)))
      return defaultValue
    }
    let whole = isWhole ? given.roundedHalfUp : given
    let used = min(max(whole, range.lowerBound), range.upperBound)
    if used != given {
      warnings.append(
        PropWarning(
          prop: name, given: value.written, used: NumberText.text(used),
          reason: used == whole ? .notWhole : .outOfRange(range)))
    }
    return used
  }
}

/// A prop that takes text. A number counts as the text it was written as.
public struct TextProp: Sendable {
  /// The key in a line.
  public let name: String
  /// The value when a line does not name it.
  public let defaultValue: String

  /// The text in the props; the default, with a warning, for flags and lists.
  func played(in props: Props, _ warnings: inout [PropWarning]) -> String {
    guard let value = props[name] else { return defaultValue }
    switch value {
    case .text(let text): return text
    case .number: return value.written
    case .flag, .list, .spec:
      warnings.append(
        mismatch(name, value, expected: "text", used: defaultValue.isEmpty ? "the default" : "'\(defaultValue)'"))
      return defaultValue
    }
  }
}

/// A prop that is on or off; off when a line does not name it.
public struct FlagProp: Sendable {
  /// The key in a line.
  public let name: String

  /// Whether the prop is on; off, with a warning, for what is no flag.
  func played(in props: Props, _ warnings: inout [PropWarning]) -> Bool {
    guard let value = props[name] else { return false }
    if case .flag(let flag) = value { return flag }
    warnings.append(mismatch(name, value, expected: "on or off", used: "off"))
    return false
  }
}

/// A prop that takes a list of texts.
public struct ListProp: Sendable {
  /// The key in a line.
  public let name: String
  /// The value when a line does not name it.
  public let defaultValue: [String]

  /// The texts in the props; the default, with a warning, for what is no list.
  func played(in props: Props, _ warnings: inout [PropWarning]) -> [String] {
    guard let value = props[name] else { return defaultValue }
    if case .list(let values) = value { return values.map(\.written) }
    warnings.append(mismatch(name, value, expected: "a list", used: "the default"))
    return defaultValue
  }
}

private func mismatch(_ name: String, _ value: Value, expected: String, used: String) -> PropWarning {
  PropWarning(prop: name, given: value.written, used: used, reason: .wrongType(expected: expected))
}

extension Props {
  /// The value as written, or the default; nothing is clamped.
  func resolved(_ prop: NumberProp) -> (key: String, value: JSON) {
    (prop.name, self[prop.name]?.json ?? .number(prop.defaultValue))
  }

  /// The value as written, or the default.
  func resolved(_ prop: TextProp) -> (key: String, value: JSON) {
    (prop.name, self[prop.name]?.json ?? .string(prop.defaultValue))
  }

  /// The value as written, or off.
  func resolved(_ prop: FlagProp) -> (key: String, value: JSON) { (prop.name, self[prop.name]?.json ?? .bool(false)) }

  /// The value as written, or the default.
  func resolved(_ prop: ListProp) -> (key: String, value: JSON) {
    (prop.name, self[prop.name]?.json ?? .strings(prop.defaultValue))
  }
}

/// The props that every instrument has.
public enum CommonProps {
  /// Text above the instrument; empty shows the preset's name.
  public static let title = TextProp(name: "title", defaultValue: "")
  /// Whether the instrument stays in the chat instead of opening full screen.
  public static let inline = FlagProp(name: "inline")

  /// The keys.
  static let names = [title.name, inline.name]
}
