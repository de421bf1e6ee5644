// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line can say about drum pads.
public enum DrumsProps {
  /// Rows by columns, each 1 to 4.
  public static let grid = TextProp(name: "grid", defaultValue: "2x2")
  /// Names of the pads; what the grid has more is filled from the kit.
  public static let pads = ListProp(name: "pads", defaultValue: [])
  /// Beats per minute of a take; decimals count.
  public static let bpm = NumberProp(name: "bpm", defaultValue: 96, range: 40...240)
  /// Whether a take can be recorded, with a count-in.
  public static let record = FlagProp(name: "record")

  /// The keys of its own, without those that every instrument has.
  static let names = [grid.name, pads.name, bpm.name, record.name]

  /// All props as written, or their defaults; the grid in lower case and the pads filled up.
  public static func resolved(_ props: Props) -> JSON {
    var unheard: [PropWarning] = []
    let settings = DrumsSettings(props, warnings: &unheard)
    return .object([
      props.resolved(CommonProps.title), props.resolved(bpm), props.resolved(record),
      (grid.name, .string("\(settings.gridRows)x\(settings.gridColumns)")),
      (pads.name, .strings(settings.pads.map(\.name))),
    ])
  }

  /// Reads a grid such as `2x3`, in either case: rows, then columns, each 1 to 4.
  static func size(_ text: String) -> (rows: Int, columns: Int)? {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let rows = side(sides[0]), let columns = side(sides[1]) else { return nil }
    return (rows, columns)
  }

  private static func side(_ text: Substring) -> Int? {
    ["1", "2", "3", "4"].firstIndex(of: text).map { $0 + 1 }
  }
}

/// Drum pads as they are played.
public struct DrumsSettings: Sendable, Equatable {
  /// A pad.
  public struct Pad: Sendable, Equatable {
    /// The name as the line wrote it, or the kit's word.
    public var name: String
    /// What it plays.
    public var word: SoundWord
  }

  /// Text above them.
  public var title: String
  /// Rows of the grid, `1...4`.
  public var gridRows: Int
  /// Columns of the grid, `1...4`.
  public var gridColumns: Int
  /// The pads row by row, as many as the grid has places.
  public var pads: [Pad]
  /// Beats per minute of a take, `40...240`.
  public var bpm: Double
  /// Whether a take can be recorded.
  public var records: Bool

  /// Clamps and falls back; what is not played as written is added to the warnings.
  ///
  /// The grid is filled with the words of the kit, in its order, that no named pad plays yet.
  public init(_ props: Props, warnings: inout [PropWarning]) {
    title = CommonProps.title.played(in: props, &warnings)
    bpm = DrumsProps.bpm.played(in: props, &warnings)
    records = DrumsProps.record.played(in: props, &warnings)
    let grid = DrumsProps.grid.played(in: props, &warnings)
    let size = DrumsProps.size(grid)
    if size == nil {
      let reason = PropWarning.Reason.unknownWord(kind: "a grid from 1x1 to 4x4")
      warnings.append(PropWarning(prop: DrumsProps.grid.name, given: grid, used: "2x2", reason: reason))
    }
    (gridRows, gridColumns) = size ?? (2, 2)
    let places = gridRows * gridColumns
    let names = DrumsProps.pads.played(in: props, &warnings)
    if names.count > places {
      let reason = PropWarning.Reason.tooMany(kind: "pads", limit: places)
      warnings.append(
        PropWarning(prop: DrumsProps.pads.name, given: String(names.count), used: String(places), reason: reason))
    }
    var pads: [Pad] = []
    var taken: Set<SoundWord> = []
    for name in names.prefix(places) {
      let word = SoundWord(reading: name)
      if let word {
        taken.insert(word)
      } else {
        warnings.append(unknownSound(name, in: DrumsProps.pads.name, used: SoundWord.tick.rawValue))
      }
      pads.append(Pad(name: name, word: word ?? .tick))
    }
    let spare = SoundWord.kit.filter { !taken.contains($0) }
    self.pads = pads + spare.prefix(places - pads.count).map { Pad(name: $0.rawValue, word: $0) }
  }
}
