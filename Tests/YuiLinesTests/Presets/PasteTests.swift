// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// What a player made goes out as an event and comes back as a line.
@Suite struct PasteTests {
  private static let names = [
    "kick", "snare", "Floor Tom", "  outer  ", "", "Ganzá", "Agogo\u{302}", "C#4", "Bb-1", "C10", "\"quoted\"",
    "it's", "back\\slash", "\\", "#", "# one", "a=b", "+play", "on", "off", "120", "0101", "1.50", "-", "~x", ">2", "💪",
    "\u{301}", "tab\there", "cr\rhere", "no\u{A0}break", "\u{2028}", "{}", "@", "zap", "808",
  ]

  /// A line that keeps its strings between quotes, made without the writer that is tested.
  private func line(_ id: String, _ event: JSON) -> String {
    let rows = event["rows"]!.strings.map { name in
      "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "~\(id) steps=\(event["steps"]!.text) rows=\(rows.joined(separator: "|")) "
      + "p=\(event["p"]!.strings.joined(separator: "|"))"
  }

  /// The loop once the line is laid over another one.
  private func patched(_ line: String, _ id: String, over props: Props) throws -> LoopSettings {
    var reply = ReplyState(lasting: [id: .loop])
    let ops = LineReader.read(line, hostLines: false, in: &reply)
    guard ops.count == 1, case .patch(let target, let patch) = ops[0].action else {
      throw WrongLine(line: line)
    }
    #expect(target == Target(name: id, preset: .loop, isID: true))
    var props = props
    props.merge(patch)
    var warnings: [PropWarning] = []
    return LoopSettings(props, warnings: &warnings)
  }

  private struct WrongLine: Error { var line: String }

  /// Compares names byte by byte, since texts that only look the same count as equal in Swift.
  private func expectSame(_ found: LoopSettings, _ wanted: LoopSettings, _ line: String) {
    #expect(found == wanted, "\(line)")
    #expect(found.rows.map { Array($0.name.utf8) } == wanted.rows.map { Array($0.name.utf8) }, "\(line)")
  }

  @Test func `1,000 random loops paste back over another loop, names and all`() throws {
    var random = SplitMix(seed: 2_024)
    for round in 0..<1_000 {
      let steps = Int.random(in: 4...32, using: &random)
      let names = (0..<Int.random(in: 1...16, using: &random)).map { _ in Self.names.randomElement(using: &random)! }
      let texts = names.map { _ in
        // Some rows rest throughout, and the event then has no text for them.
        let density = Int.random(in: 0...2, using: &random)
        return String(
          (0..<steps).map { _ in
            Int.random(in: 0..<4, using: &random) < density ? "xX1o*".randomElement(using: &random)! : "."
          })
      }
      let bpm = Double(Int.random(in: 400...2400, using: &random)) / 10
      let props: Props = [
        "bpm": .number(bpm), "swing": .number(Double(Int.random(in: 0...750, using: &random)) / 10),
        "steps": .number(Double(steps)), "rows": .texts(names), "p": .texts(texts),
      ]
      var warnings: [PropWarning] = []
      let loop = LoopSettings(props, warnings: &warnings)
      let id = ["beat", "n1", "drums-2"][round % 3]
      // What arrives has been through its JSON text.
      let event = try #require(JSON(reading: InstrumentEvent.loop(loop).json(id: id).text))
      #expect(event["rows"]?.strings == names)
      #expect(event["p"]?.strings == loop.patternTexts)
      var quoted = props
      for key in ["rows", "p", "steps"] { quoted[key] = nil }
      let byHand = line(id, event)
      expectSame(try patched(byHand, id, over: quoted), loop, byHand)
      let written = try #require(
        LineText.patch(Target(name: id, preset: .loop, isID: true), event: event))
      expectSame(try patched(written, id, over: ["bpm": .number(60), "p": .texts(["x", "x"])]), loop, written)
    }
  }

  @Test func `1,000 random drum takes of 32 steps paste into a loop`() throws {
    var random = SplitMix(seed: 32)
    for _ in 0..<1_000 {
      let pads = (0..<Int.random(in: 1...16, using: &random)).map { _ in Self.names.randomElement(using: &random)! }
      let bpm = Double(Int.random(in: 400...2400, using: &random)) / 10
      let hits = (0..<Int.random(in: 1...64, using: &random)).map { _ in
        (pad: pads.indices.randomElement(using: &random)!, seconds: Double.random(in: 0..<480 / bpm, using: &random))
      }
      let take = TakePattern(hits: hits, pads: pads, bpm: bpm)
      let sound = InstrumentEvent.Sound(seconds: 7.5, audio: "take 1.wav", midi: "take 1.mid")
      let sent = InstrumentEvent.drumTake(bpm: bpm, take: take, sound: sound).json(id: "pads")
      let event = try #require(JSON(reading: sent.text))
      let written = try #require(LineText.patch(Target(name: "beat", preset: .loop, isID: true), event: event))
      for line in [line("beat", event), written] {
        let loop = try patched(line, "beat", over: ["bpm": .number(bpm)])
        #expect(loop.steps == 32 && loop.bpm == bpm)
        #expect(loop.rows.map(\.mask) == take.masks)
        #expect(loop.rows.map { Array($0.name.utf8) } == take.rows.map { Array($0.utf8) }, "\(line)")
        #expect(loop.patternTexts == take.patternTexts)
      }
    }
  }

  @Test func `an event pastes only what its target takes`() throws {
    func pasted(_ event: InstrumentEvent, into preset: Preset) -> String? {
      LineText.patch(.newest(preset), event: event.json(id: "x", saved: "night tune"))
    }
    guard case .loop(let loop) = try settings("loop 104 swing=25 steps=4 rows=kick|C3 p=x.x."),
      case .keys(let keys) = try settings("keys Dm"), case .tuner(let tuner) = try settings("tuner strings=E1|A1"),
      case .metronome(let metronome) = try settings("metronome 66 beats=3 sub=2")
    else { return }
    #expect(pasted(.loop(loop), into: .loop) == "~loop 104 swing=25 steps=4 rows=kick|C3 p=x.x.|")
    #expect(pasted(.loop(loop), into: .drums) == "~drums bpm=104")
    #expect(pasted(.loop(loop), into: .keys) == nil)
    #expect(pasted(.keys(played: [62], keys), into: .keys) == "~keys Dm minor")
    #expect(pasted(.keys(played: [62], keys), into: .chords) == "~chords Dm")
    #expect(pasted(.chords(played: ["Dm"], keys.key), into: .chords) == "~chords Dm")
    #expect(pasted(.tuned(tuner, cents: [0, 1]), into: .tuner) == "~tuner guitar tuning=custom strings=E1|A1")
    #expect(pasted(.metronome(metronome, seconds: 95), into: .metronome) == "~metronome 66 beats=3 sub=2")
    let sound = InstrumentEvent.Sound(seconds: 3, audio: "a.wav", midi: nil)
    #expect(pasted(.take(.keys, sound, bpm: nil), into: .keys) == nil)
    #expect(LineText.patch(.newest(.loop), event: "text") == nil)
    #expect(LineText.patch(.newest(.loop), event: .object([("bpm", .null), ("play", true)])) == "~loop +play")
  }
}
