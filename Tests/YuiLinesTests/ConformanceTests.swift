// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// The language's tables of inputs and the ops they must give, fed whole, by characters, by bytes and in random pieces.
@Suite struct ConformanceTests {
  @Test(arguments: Vectors.own)
  func `the project's own vectors hold`(_ vector: Vectors.Vector) throws { try check(vector) }

  @Test(.enabled(if: Vectors.outside != nil), arguments: Vectors.verbatim)
  func `the language's own vectors hold`(_ vector: Vectors.Vector) throws { try check(vector) }

  @Test func `no vector of the repository is missing`() {
    #expect(Vectors.own.count == 65 + 195)
  }

  @Test(.enabled(if: Vectors.outside != nil))
  func `every vector that applies is found`() { #expect(Vectors.verbatim.count == 75) }

  private func check(_ vector: Vectors.Vector) throws {
    let input = vector.json["input"]!.string
    let expected = vector.json["expected"]!.items
    #expect(run([input], vector).map(\.shape) == expected)
    #expect(run(input.unicodeScalars.map { String($0) }, vector).map(\.shape) == expected)
    #expect(run(bytes: input.utf8.map { [$0] }, vector).map(\.shape) == expected)
    var random = SplitMix(seed: UInt64(input.utf8.count))
    for _ in 0..<10 { #expect(run(bytes: random.pieces(of: input), vector).map(\.shape) == expected) }
    let ops = run([input], vector)
    checkPlayed(ops, vector)
    checkStage(ops, vector)
    if let chunks = vector.json["chunks"] { checkChunks(chunks.strings, vector) }
  }

  private func checkPlayed(_ ops: [Op], _ vector: Vectors.Vector) {
    if let resolved = vector.json["resolved"] {
      #expect(ops.adds.map { InstrumentSettings.resolved($0.preset, $0.props) } == resolved.items)
    }
    guard let voices = vector.json["voices"] else { return }
    var warnings: [PropWarning] = []
    let loop = ops.adds.first { $0.preset == .loop }
    let settings = loop.map { LoopSettings($0.props, warnings: &warnings) }
    #expect(settings?.rows.map(\.sound.word.rawValue) == voices.strings)
  }

  private func checkStage(_ ops: [Op], _ vector: Vectors.Vector) {
    if let stage = vector.json["stage"] {
      let style = vector.json["style"]?["screen"].flatMap { Screens.Style(rawValue: $0.string) }
      let opened = ops.adds.filter { Screens.opensFull($0.preset, screen: $0.screen, props: $0.props, style: style) }
      #expect(opened.map(\.id) == stage.strings)
    }
    if let pages = vector.json["pages"] {
      #expect(ops.adds.map { Screens.page(of: $0.screen) } == pages.items.map(\.int))
    }
  }

  private func checkChunks(_ chunks: [String], _ vector: Vectors.Vector) {
    var reply = reply(vector)
    var reader = LineReader(hostLines: false)
    var emits = chunks.map { JSON.array(reader.feed($0.utf8, in: &reply).map(\.shape)) }
    emits.append(.array(reader.finish(in: &reply).map(\.shape)))
    #expect(emits == vector.json["emits"]?.items)
  }

  private func run(_ pieces: [String], _ vector: Vectors.Vector) -> [Op] {
    run(bytes: pieces.map { Array($0.utf8) }, vector)
  }

  private func run(bytes pieces: [[UInt8]], _ vector: Vectors.Vector) -> [Op] {
    var reply = reply(vector)
    var reader = LineReader(hostLines: false)
    return pieces.flatMap { reader.feed($0, in: &reply) } + reader.finish(in: &reply)
  }

  private func reply(_ vector: Vectors.Vector) -> ReplyState {
    let known = vector.json["known"]?.members ?? []
    let presets = known.compactMap { id, preset in Preset(rawValue: preset.string).map { (id, $0) } }
    return ReplyState(lasting: Dictionary(uniqueKeysWithValues: presets))
  }
}

extension Op {
  /// The op as the vectors show it: an error has no fields but its screen.
  var shape: JSON {
    guard case .error = action else { return json }
    return .object([("op", "error"), ("screen", .string(screen))])
  }
}

extension [Op] {
  var adds: [(preset: Preset, id: String, screen: String, props: Props)] {
    compactMap { op in
      guard case .add(let preset, let id, let props) = op.action else { return nil }
      return (preset, id, op.screen, props)
    }
  }
}

/// A small random number generator (SplitMix64) that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The bytes of a text in pieces of 0 to 7, so that characters are cut too.
  mutating func pieces(of text: String) -> [[UInt8]] {
    var rest = Array(text.utf8)[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...7, using: &self))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}
