// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What hands changed in loops and nobody was sent yet, by id. It outlives the loop, and returns when the same loop is drawn
/// again.
struct LoopEdits {
  /// What the author wrote, as far as hands can change it.
  struct Base: Equatable {
    private let rows: [String]
    private let patterns: [String]
    private let steps: Int
    private let bpm: Double
    private let swing: Double

    init(_ loop: LoopSettings) {
      rows = loop.rows.map(\.name)
      patterns = loop.patternTexts
      steps = loop.steps
      bpm = loop.bpm
      swing = loop.swing
    }

    /// What a loop's props come to.
    init(_ props: Props) {
      var unheard: [PropWarning] = []
      self.init(LoopSettings(props, warnings: &unheard))
    }
  }

  private var kept: [String: (base: Base, edits: Props)] = [:]

  /// Keeps what hands changed. What plays as the author wrote it is nothing to keep.
  ///
  /// - Returns: the changes that count.
  mutating func keep(_ edits: Props, over props: Props, of id: String) -> Props {
    let base = Base(props)
    var played = props
    played.merge(edits)
    guard Base(played) != base else {
      kept[id] = nil
      return Props()
    }
    kept[id] = (base, edits)
    return edits
  }

  /// A loop is drawn: what was kept for exactly this one. For another it is dropped.
  mutating func drawn(_ props: Props, id: String) -> Props {
    guard let found = kept[id] else { return Props() }
    if found.base == Base(props) { return found.edits }
    kept[id] = nil
    return Props()
  }

  /// The author changed a loop: what a patch names wins over the hands' own, and rows, steps and pattern are one thing.
  ///
  /// - Parameter props: the author's, the change included.
  /// - Returns: what is left of the edits.
  mutating func patched(_ edits: Props, by patch: Props, to props: Props, id: String) -> Props {
    guard !edits.isEmpty else { return edits }
    var left = edits
    for (key, _) in patch.entries { left[key] = nil }
    let pattern = [LoopProps.rows.name, LoopProps.steps.name, LoopProps.pattern.name]
    if pattern.contains(where: { patch[$0] != nil }) { for key in pattern { left[key] = nil } }
    return keep(left, over: props, of: id)
  }

  /// The changes were sent: they are nobody's secret, and do not return.
  mutating func sent(_ id: String) { kept[id] = nil }
}
