// SPDX-License-Identifier: GPL-3.0-or-later

/// The props that a line named, in the order it named them, without defaults.
///
/// A key stands once. Finding a key takes constant time, however many there are.
public struct Props: Sendable {
  private var keys: [String] = []
  private var values: [String: Value] = [:]

  /// No props.
  public init() {}

  /// Whether the line named none.
  public var isEmpty: Bool { keys.isEmpty }

  /// The props in order.
  public var entries: [(key: String, value: Value)] { keys.map { ($0, values[$0]!) } }

  /// The value of a key; setting nil takes the key away, setting a value keeps the key's place.
  public subscript(key: String) -> Value? {
    get { values[key] }
    set {
      if newValue == nil, values[key] != nil { keys.removeAll { $0 == key } }
      if newValue != nil, values[key] == nil { keys.append(key) }
      values[key] = newValue
    }
  }

  /// Lays a patch over the props: key by key, a list replaced whole.
  ///
  /// A patch that names only one of `prog` and `chords` takes the other away, because what it names is what should sound.
  public mutating func merge(_ patch: Props) {
    if patch["prog"] != nil, patch["chords"] == nil { self["chords"] = nil }
    if patch["chords"] != nil, patch["prog"] == nil { self["prog"] = nil }
    for key in patch.keys { self[key] = patch[key] }
  }

  /// The props as a JSON object, keys in order.
  public var json: JSON { .object(entries.map { ($0.key, $0.value.json) }) }
}

extension Props: Equatable {
  /// Whether both hold the same keys and values, in any order.
  public static func == (left: Props, right: Props) -> Bool { left.values == right.values }
}

extension Props: ExpressibleByDictionaryLiteral {
  /// Props in the order written; of a key that stands twice the last value counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}
