// SPDX-License-Identifier: GPL-3.0-or-later

extension PropWarning {
  /// Whole words that people write for a key that is short.
  private static let longForms = [
    "pattern": LoopProps.pattern.name, "tempo": LoopProps.bpm.name, "progression": ChordsProps.progression.name,
    "subdivision": MetronomeProps.sub.name,
  ]

  /// The keys and flags that a preset does not have, in their order, where they are a slip away from one that it has, or
  /// from a word that is written for one. Keys that resemble none are the author's own and are not mentioned.
  static func misspelt(_ props: Props, _ preset: Preset) -> [PropWarning] {
    let known = preset.props
    let longForms = longForms.filter { known.contains($0.value) }
    return props.entries.compactMap { key, value in
      guard !known.contains(key) else { return nil }
      guard let near = longForms[key].map({ _ in key }) ?? Suggestion.nearest(to: key, among: known + longForms.keys)
      else {
        return nil
      }
      return PropWarning(
        prop: key, given: value.written, used: "", reason: .unknownProp(preset: preset.rawValue),
        suggest: longForms[near] ?? near)
    }
  }
}
