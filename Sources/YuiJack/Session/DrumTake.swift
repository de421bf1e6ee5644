// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// A take of drums: a bar of count-in, then two bars in which hits are kept.
struct DrumTake {
  private static let countInBeats = 4
  /// All beats, the count-in's too.
  static let beats = 12

  /// What has become of it.
  enum Progress {
    case countIn, recording, over
  }

  /// The drums that it is of.
  let id: String
  /// The name that `show` drew them under.
  let saved: String?
  let drums: DrumsSettings
  /// The pads that can be hit: those of its start, and those that a patch brought since.
  private var pads: [DrumsSettings.Pad]
  /// The mark in front of its first click.
  let mark: Int64
  private let framesPerBeat: Double
  private var start: Int64?
  private var hits: [(pad: Int, frame: Int64)] = []
  /// Pads that were hit, by the mark that tells when.
  private var expected: [Int64: Int] = [:]
  /// What was told of its progress.
  var told: Progress?

  init(_ instrument: PlacedInstrument, _ drums: DrumsSettings, mark: Int64, sampleRate: Double) {
    id = instrument.id
    saved = instrument.saved
    self.drums = drums
    pads = drums.pads
    self.mark = mark
    framesPerBeat = sampleRate * 60 / drums.bpm
  }

  /// The clicks: frames from the first, pitch in hertz, and loudness. They are soft where hits are kept.
  var clicks: [(frame: Int64, frequency: Double, velocity: Float)] {
    (0..<DrumTake.beats).map { beat in
      let velocity: Float = beat == 0 ? 1 : beat < DrumTake.countInBeats ? 0.6 : 0.3
      return (offset(ofBeat: beat), beat == 0 ? 3000 : 2000, velocity)
    }
  }

  /// The frame of the bar line behind the count-in; nil before the first click.
  var barLine: Int64? { start.map { $0 + offset(ofBeat: DrumTake.countInBeats) } }

  /// The frame behind the last bar; nil before the first click.
  var end: Int64? { start.map { $0 + offset(ofBeat: DrumTake.beats) } }

  /// How far it is at a frame; nil before the first click.
  func progress(at frame: Int64) -> Progress? {
    guard let start, let barLine else { return nil }
    if frame >= start + offset(ofBeat: DrumTake.beats) { return .over }
    return frame >= barLine ? .recording : .countIn
  }

  /// A pad was asked for; the mark behind it tells when.
  mutating func expect(_ pad: DrumsSettings.Pad, behind mark: Int64) {
    if let index = pads.firstIndex(where: { $0.word == pad.word }) {
      expected[mark] = index
    } else {
      expected[mark] = pads.count
      pads.append(pad)
    }
  }

  /// The engine came to a mark.
  mutating func reached(_ mark: Int64, at frame: Int64) {
    if mark == self.mark { start = frame }
    if let pad = expected.removeValue(forKey: mark) { hits.append((pad, frame)) }
  }

  /// A sound was struck on a keyboard.
  mutating func add(_ word: SoundWord, at frame: Int64) {
    if let pad = pads.firstIndex(where: { $0.word == word }) { hits.append((pad, frame)) }
  }

  /// What was played; nil where there is no hit.
  func event(sampleRate: Double) -> InstrumentEvent? {
    guard let barLine else { return nil }
    let timed = hits.map { (pad: $0.pad, seconds: Double($0.frame - barLine) / sampleRate) }
    let pattern = TakePattern(hits: timed, pads: pads.map(\.name), bpm: drums.bpm)
    return pattern.rows.isEmpty ? nil : .drumTake(bpm: drums.bpm, take: pattern, sound: nil)
  }

  private func offset(ofBeat beat: Int) -> Int64 { Int64((Double(beat) * framesPerBeat).rounded()) }
}
