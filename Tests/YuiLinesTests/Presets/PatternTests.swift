// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct PatternTests {
  private let table: JSON

  init() throws { table = try Vectors.table("timing") }

  @Test func `patterns are cut, filled up and written back as the table says`() throws {
    for row in table["patterns"]!.items {
      let rows = (0..<row["rows"]!.int!).map { "k\($0)" }
      let props: Props = [
        "rows": .texts(rows), "p": .texts(row["p"]!.strings), "steps": .number(row["steps"]!.double!),
      ]
      var warnings: [PropWarning] = []
      let loop = LoopSettings(props, warnings: &warnings)
      let grid = loop.rows.map { row in String((0..<loop.steps).map { row.mask >> $0 & 1 == 1 ? "x" : "." }) }
      #expect(grid == row["grid"]?.strings)
      #expect(loop.patternTexts == row["sent"]?.strings)
    }
  }

  @Test func `1,000 random loops paste back unchanged from their own event`() throws {
    var random = SplitMix(seed: 1_000)
    for _ in 0..<1_000 {
      let steps = Int.random(in: 4...32, using: &random)
      let names = (0..<Int.random(in: 1...16, using: &random)).map { SoundWord.kit[$0].rawValue }
      let masks = names.map { _ in
        UInt32.random(in: 0...UInt32.max, using: &random) & (steps == 32 ? .max : 1 << steps - 1)
      }
      let texts = masks.map { Pattern.text($0, steps: steps) }
      let line = "loop 133.7 steps=\(steps) rows=\(names.joined(separator: "|")) p=\(texts.joined(separator: "|"))"
      guard case .loop(let loop) = try settings(line) else { return }
      #expect(loop.rows.map(\.mask) == masks)
      let event = InstrumentEvent.loop(loop).json(id: "n1")
      #expect(event["p"]?.strings == texts)
      let pasted = """
        loop bpm=\(event["bpm"]!.text) swing=\(event["swing"]!.text) steps=\(event["steps"]!.text) \
        rows=\(event["rows"]!.strings.joined(separator: "|")) p=\(event["p"]!.strings.joined(separator: "|"))
        """
      #expect(try settings(pasted) == .loop(loop))
    }
  }

  @Test func `takes are brought onto the grid as the table says`() {
    for row in table["quantize"]!.items {
      let pads = row["pads"]!.strings
      let hits = row["hits"]!.items.map {
        (pad: pads.firstIndex(of: $0.items[0].string)!, seconds: $0.items[1].double!)
      }
      let take = TakePattern(hits: hits, pads: pads, bpm: row["bpm"]!.double!)
      #expect(take.rows == row["take"]?["rows"]?.strings)
      #expect(take.patternTexts == row["take"]?["p"]?.strings)
    }
  }

  @Test func `a take begins half a sixteenth before the bar line`() {
    let edges = [
      (pad: 0, seconds: -0.0625), (pad: 1, seconds: -0.0626), (pad: 2, seconds: 3.9999), (pad: 3, seconds: 4),
    ]
    let take = TakePattern(hits: edges + [(pad: 9, seconds: 0)], pads: ["a", "b", "c", "d"], bpm: 120)
    #expect(take.rows == ["a", "c"])
    #expect(take.masks == [1, 1])
  }

  @Test func `taps give the tempo as the table says`() {
    for row in table["tap_tempo"]!.items {
      var tempo = TapTempo()
      #expect(row["taps"]!.items.map { tempo.tap(at: $0.double!) } == row["bpm"]!.items.map(\.double))
    }
  }

  @Test func `only the last five taps count`() {
    var tempo = TapTempo()
    let taps = [0, 1, 2, 2.5, 3, 3.5, 4]
    #expect(taps.map { tempo.tap(at: $0) } == [nil, 60, 60, 72, 80, 96, 120])
  }
}
