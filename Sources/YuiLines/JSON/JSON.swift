// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON value whose objects keep the order of their keys.
///
/// Equality is that of JSON values: the order of keys does not matter, and `1` equals `1.0`.
public enum JSON: Sendable {
  /// The JSON literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number of up to 64 bits, for frame counts.
  case integer(Int64)
  /// Any other number; written with at most six decimals.
  case number(Double)
  /// Text.
  case string(String)
  /// A list of values.
  case array([JSON])
  /// Keys and values in the order they are written. A key stands once.
  case object([(key: String, value: JSON)])

  /// A whole number.
  public static func whole(_ number: Int) -> JSON { .integer(Int64(number)) }

  /// A list of texts.
  public static func strings(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }

  /// The value under a key of an object; nil for a missing key or another kind of value. Cost: linear in the keys.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }
}

extension JSON: Equatable {
  /// Compares as JSON values: objects without regard to the order of keys, numbers by what they are worth.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a.count == b.count && table(a) == table(b)
    default: false
    }
  }

  private static func table(_ members: [(key: String, value: JSON)]) -> [String: JSON] {
    Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A flag.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}
