// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// One channel of a MIDI file as a loop: each note on its nearest sixteenth, a row for each sound.
struct BeatReading {
  /// The sound of the rows that are notes; nil for the drums.
  let voice: PitchedWord?
  private(set) var rows: [String]
  private(set) var masks: [UInt32]
  private(set) var steps: Int
  /// Rows that there was no room for: those that are struck least.
  private(set) var leftOut = 0

  /// Brings notes onto `steps` sixteenths, at most `Pattern.longest`; nil where none falls on them.
  init?(_ notes: [(place: Int, note: UInt8)], voice: PitchedWord?, steps: Int) {
    self.voice = voice
    self.steps = steps
    var marks: [Int: UInt32] = [:]
    for note in notes where (0..<steps).contains(note.place) {
      let row = voice == nil ? SoundWord.kit.firstIndex(of: SoundWord(drumNote: note.note)) ?? 0 : Int(note.note)
      marks[row, default: 0] |= 1 << UInt32(note.place)
    }
    guard !marks.isEmpty else { return nil }
    var kept = marks.keys.sorted { (marks[$0]!.nonzeroBitCount, $1) > (marks[$1]!.nonzeroBitCount, $0) }
    leftOut = max(0, kept.count - LoopProps.mostRows)
    kept = kept.prefix(LoopProps.mostRows).sorted()
    rows = kept.map { voice == nil ? SoundWord.kit[$0].rawValue : Note($0).name(flats: false) }
    masks = kept.map { marks[$0]! }
    shorten()
  }

  /// Keeps only the first of two equal halves, and eighths where all marks are on them: up to eight steps are eighths.
  private mutating func shorten() {
    let half = steps / 2
    let low = (UInt32(1) << UInt32(half)) - 1
    if steps % 2 == 0, half >= 8, masks.allSatisfy({ $0 >> UInt32(half) == $0 & low }) {
      masks = masks.map { $0 & low }
      steps = half
    }
    let odd: UInt32 = 0xAAAA_AAAA
    if steps % 2 == 0, (4...8).contains(steps / 2), masks.allSatisfy({ $0 & odd == 0 }) {
      masks = masks.map { mask in (0..<16).reduce(0) { $0 | (mask >> UInt32(2 * $1) & 1) << UInt32($1) } }
      steps /= 2
      return
    }
    // Fewer sixteenths than nine would be taken for eighths: they are played twice or more.
    let once = steps
    let pattern = masks
    while steps <= 8 {
      masks = zip(masks, pattern).map { $0 | $1 << UInt32(steps) }
      steps += once
    }
  }

  /// The loop's line.
  func line(id: String, beatsPerMinute: Double) -> String {
    let sound = voice.map { " sound=\($0.rawValue)" } ?? ""
    let patterns = masks.map { Pattern.text($0, steps: steps) }.joined(separator: "|")
    return "loop@\(id) \(JSON.number(beatsPerMinute).text) steps=\(steps)\(sound) "
      + "rows=\(rows.joined(separator: "|")) p=\(patterns)"
  }
}
