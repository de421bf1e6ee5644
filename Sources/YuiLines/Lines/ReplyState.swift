// SPDX-License-Identifier: GPL-3.0-or-later

/// What all readers of one reply share: the counter of ids, and which preset each id has.
///
/// A plain value: hand it in turn to every reader of a running session, which is one reply, and begin a new one for each
/// file that stands by itself. A counted id costs one byte, so it may live for days.
public struct ReplyState: Sendable {
  /// The presets of counted ids, the first at index 0.
  private var counted: [Preset] = []
  /// The presets of chosen ids.
  private var chosen: [String: Preset] = [:]
  /// Ids of earlier replies that can still be patched. An id made in this reply hides one of the same name.
  public var lasting: [String: Preset]

  /// The most chosen ids among which a near one is looked for when an id is unknown.
  private static let mostCompared = 200

  /// Whether counting passes over ids that a line chose, so that nothing is replaced that was not named.
  private let skipsChosen: Bool

  /// A reply at its start.
  ///
  /// - Parameter skipsChosen: whether counting passes over ids that a line chose. The language itself lets the newer one count.
  public init(lasting: [String: Preset] = [:], skipsChosen: Bool = false) {
    self.lasting = lasting
    self.skipsChosen = skipsChosen
  }

  /// The preset that an id was last made with; nil for an unknown id.
  public func preset(of id: String) -> Preset? {
    chosen[id] ?? countedPreset(of: id) ?? lasting[id]
  }

  /// Makes the next counted id of a preset: `n1`, `n2`, and `c3` for a custom block.
  mutating func makeID(for preset: Preset) -> String {
    var id: String
    repeat {
      counted.append(preset)
      id = "\(Self.prefix(of: preset))\(counted.count)"
    } while skipsChosen && chosen[id] != nil
    // An id like n3 may have been chosen before the count came to it; the newer one counts.
    chosen[id] = nil
    return id
  }

  /// Remembers an id that a line chose.
  mutating func choose(_ id: String, for preset: Preset) { chosen[id] = preset }

  /// Finds what a target means: the name of a preset, a known id, or `preset@id`.
  func resolve(_ text: String) throws(LineProblem) -> Target {
    if let preset = Preset(rawValue: text) {
      guard preset.isPatchable else { throw .customTarget }
      return .newest(preset)
    }
    if let preset = preset(of: text) {
      guard preset.isPatchable else { throw .customTarget }
      return Target(name: text, preset: preset, isID: true)
    }
    guard let at = text.firstIndex(of: "@"), Name.isName(text[text.index(after: at)...]) else { throw .unknownTarget }
    let (word, id) = (String(text[..<at]), String(text[text.index(after: at)...]))
    guard let preset = Preset(rawValue: word) else { throw .unknownTargetPreset(word) }
    guard preset.isPatchable else { throw .customTarget }
    guard let known = self.preset(of: id) else { return .newest(preset) }
    guard known == preset else { throw .otherPreset(id: id, has: known, asked: preset) }
    return Target(name: id, preset: preset, isID: true)
  }

  /// The names that a target could have meant: presets and, where they are not too many, ids.
  var targetNames: [String] {
    let presets = Preset.patchable.map(\.rawValue)
    guard chosen.count + lasting.count <= Self.mostCompared else { return presets }
    return presets + chosen.keys + lasting.keys
  }

  private func countedPreset(of id: String) -> Preset? {
    guard let initial = id.utf8.first, let number = Int(id.dropFirst()), counted.indices.contains(number - 1) else {
      return nil
    }
    let preset = counted[number - 1]
    // Compared as text so that n01 and n+1 are not n1.
    return Self.prefix(of: preset).utf8.first == initial && id.dropFirst() == String(number) ? preset : nil
  }

  private static func prefix(of preset: Preset) -> String { preset == .custom ? "c" : "n" }
}
