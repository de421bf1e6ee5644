// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import YuiJack
import YuiLines

/// A screen of the library as its lines say it is played.
struct ReadScreen {
  /// Every op, in order.
  var ops: [Op]
  /// What is not played as written.
  var warnings: [PropWarning] = []
  /// Its loops, by id.
  var loops: [String: LoopSettings] = [:]
  /// The ids of its loops, in order.
  var order: [String] = []
  /// Its metronome.
  var metronome: MetronomeSettings?
  /// Its keyboard.
  var keys: KeysSettings?
  /// Its newest chord buttons.
  var chords: ChordsSettings?

  /// Reads the screen of a name.
  init(_ name: String) throws {
    let screen = try #require(Library.screen(named: name))
    var reply = ReplyState()
    ops = LineReader.read(screen.text, hostLines: true, in: &reply)
    for op in ops {
      guard case .add(let preset, let id, let props) = op.action else { continue }
      switch InstrumentSettings(preset, props, warnings: &warnings) {
      case .loop(let loop):
        loops[id] = loop
        order.append(id)
      case .metronome(let metronome): self.metronome = metronome
      case .keys(let keys): self.keys = keys
      case .chords(let chords): self.chords = chords
      default: break
      }
    }
  }

  /// The host lines among its lines.
  var hostLines: [HostLine] {
    ops.compactMap { op in
      guard case .host(let line) = op.action else { return nil }
      return line
    }
  }

  /// The loop of an id.
  func loop(_ id: String) throws -> LoopSettings { try #require(loops[id], "no loop '\(id)'") }

  /// The drums, which lead every screen that has any.
  func beat() throws -> LoopSettings { try loop("beat") }
}

extension LoopSettings {
  /// The steps on which a sound of the kit is struck, whatever its rows are called.
  func hits(_ word: SoundWord) -> Set<Int> {
    rows.reduce(into: []) { hits, row in
      guard row.sound == .word(word) else { return }
      hits.formUnion((0..<steps).filter { row.mask >> $0 & 1 == 1 })
    }
  }

  /// The steps of one bar on which a sound is struck in every bar.
  func hits(_ word: SoundWord, inEachBarOf length: Int) -> Set<Int> {
    let hits = hits(word)
    return Set((0..<length).filter { step in stride(from: step, to: steps, by: length).allSatisfy(hits.contains) })
  }

  /// The notes that begin on a step, from the lowest.
  func notes(at step: Int) -> [Int] {
    rows.compactMap { row in
      guard case .note(_, let note) = row.sound, row.mask >> step & 1 == 1 else { return nil }
      return note
    }.sorted()
  }

  /// The steps on which any note begins.
  var noteSteps: [Int] { (0..<steps).filter { !notes(at: $0).isEmpty } }

  /// Seconds that a round lasts.
  var seconds: Double { Double(steps) * 60 / bpm / Double(stepsPerBeat) }
}
