// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

/// The tempo of the clock source over time; 120 before any.
///
/// - Thread: control.
struct TempoCollector {
  private var turns: [(frame: Int64, beatsPerMinute: Double)] = []
  private var before = (beatsPerMinute: 120.0, isPlayed: false)
  /// What each player was told to play at last, by slot.
  private var players: [Int: Double] = [:]
  private var source: Int?
  /// The frame of what was told last: a new source is named behind what made it the source.
  private var lastFrame: Int64 = 0

  /// How often it turned.
  var count: Int { turns.count }

  /// The sequencer told something.
  mutating func hear(_ event: SequencerEvent) {
    switch event {
    case .started(let slot, let frame, let tempo), .continued(let slot, let frame, let tempo):
      players[slot] = tempo
      lastFrame = frame
      if slot == source { turn(at: frame, to: tempo) }
    case .tempo(let slot, let frame, let tempo):
      players[slot] = tempo
      if slot == source { turn(at: frame, to: tempo) }
    case .stopped(_, let frame, _): lastFrame = frame
    case .source(let slot):
      source = slot
      if let slot, let tempo = players[slot] { turn(at: lastFrame, to: tempo) }
    }
  }

  private mutating func turn(at frame: Int64, to tempo: Double) {
    // What a former source had planned for later does not come.
    while let last = turns.last, last.frame >= frame { turns.removeLast() }
    turns.append((frame, tempo))
  }

  /// Forgets when it turned before a frame.
  mutating func forget(before frame: Int64) {
    while turns.count > 1, turns[1].frame <= frame {
      before = (turns[0].beatsPerMinute, true)
      turns.removeFirst()
    }
  }

  /// The tempo that holds at a frame, and whether something that keeps time has said so.
  func tempo(at frame: Int64) -> (beatsPerMinute: Double, isPlayed: Bool) {
    turns.last { $0.frame <= frame }.map { ($0.beatsPerMinute, true) } ?? before
  }

  /// The tempi of a range of frames. Where none holds at its beginning, the first within counts from there.
  func map(of range: Range<Int64>, sampleRate: Double) -> TempoMap {
    let inside = turns.filter { $0.frame > range.lowerBound && $0.frame < range.upperBound }
    let first = tempo(at: range.lowerBound)
    let tempo = first.isPlayed ? first.beatsPerMinute : inside.first?.beatsPerMinute ?? first.beatsPerMinute
    var map = TempoMap(beatsPerMinute: tempo)
    for turn in inside {
      map.turn(at: Double(turn.frame - range.lowerBound) / sampleRate, beatsPerMinute: turn.beatsPerMinute)
    }
    return map
  }
}
