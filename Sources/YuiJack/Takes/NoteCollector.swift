// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines
import YuiSound

/// What was played of late, as a take writes it down: notes with their lengths, pedals and wheels, and the tempo.
///
/// A note lasts as long as the finger, however soon its sound rings down; one that nobody holds as long as was asked, a drum 0.1 s.
/// Clicks are no notes. What belongs to no word of the language, such as the chimes of effects, is left out.
///
/// - Thread: control.
struct NoteCollector {
  /// Seconds that a note lasts where nothing says how long.
  private static let drumLength = 0.1
  private static let naturalLength = 0.5
  /// Seconds that a key is down at least.
  private static let shortest = 0.01

  private struct Played {
    var start: Int64
    var end: Int64
    var note: UInt8
    var velocity: UInt8
    var channel: UInt8
    var owner: NoteOwner
  }

  private static let words = Dictionary(uniqueKeysWithValues: SoundWord.allCases.map { (VoiceKind($0), $0) })

  /// In the order of their starts.
  private var notes: [Played] = []
  /// Places in `notes` of those that may still be let go, each with the end that it has by itself.
  private var open: [Int] = []
  private var controls = ControlCollector()
  private var tempo = TempoCollector()

  /// The engine told something.
  mutating func hear(_ event: PlayedEvent, sampleRate: Double) {
    switch event {
    case .struck(let note, let frame): struck(note, at: frame, sampleRate)
    case .released(let group, let frame):
      let shortest = Int64((Self.shortest * sampleRate).rounded())
      var stillOpen: [Int] = []
      for index in open where notes[index].end > frame {
        if group.has(notes[index].owner) {
          notes[index].end = min(notes[index].end, max(frame, notes[index].start + shortest))
        } else {
          stillOpen.append(index)
        }
      }
      open = stillOpen
    case .turned(let message, let port, let frame): controls.hear(message, port: port, at: frame)
    }
  }

  /// The sequencer told something.
  mutating func hear(_ event: SequencerEvent) { tempo.hear(event) }

  private mutating func struck(_ note: NoteRequest, at frame: Int64, _ sampleRate: Double) {
    guard note.bus != .click, let word = Self.words[note.voice] else { return }
    func frames(_ seconds: Double) -> Int64 { Int64((seconds * sampleRate).rounded()) }
    let velocity = UInt8(min(max((note.velocity * 127).rounded(), 1), 127))
    guard let voice = word.pitched else {
      notes.append(
        Played(
          start: frame, end: frame + frames(Self.drumLength), note: word.drumNote, velocity: velocity,
          channel: TakeScore.drums, owner: note.owner))
      return
    }
    let end =
      switch note.hold {
      case .natural: frame + frames(Self.naturalLength)
      case .key: Int64.max
      case .frames(let length): frame + max(length, frames(Self.shortest))
      }
    let number = UInt8(min(max((69 + 12 * log2(note.frequency / 440)).rounded(), 0), 127))
    if let input = note.channel { controls.plays(input, on: voice.channel, at: frame) }
    open.append(notes.count)
    notes.append(
      Played(
        start: frame, end: end, note: number, velocity: velocity, channel: voice.channel, owner: note.owner))
  }

  /// Forgets what began before a frame, which no take will ask for.
  mutating func forget(before frame: Int64) {
    // A take that begins later has no use for those either, but moving what is left has its price.
    if let first = notes.first, first.start < frame, notes.count > 256 {
      let count = notes.firstIndex { $0.start >= frame } ?? notes.count
      // A key may be down for longer than anything is kept: it is not in the list any more, and nobody asks for it.
      notes.removeFirst(count)
      open = open.compactMap { $0 >= count ? $0 - count : nil }
    }
    controls.forget(before: frame)
    tempo.forget(before: frame)
  }

  /// The tempo that holds at a frame, and whether something that keeps time has said so.
  func tempo(at frame: Int64) -> (beatsPerMinute: Double, isPlayed: Bool) { tempo.tempo(at: frame) }

  /// Bytes that no score of what is kept exceeds in a file: a note takes two events of seven bytes there, what is turned six of them
  /// at most, and a tempo one of ten.
  var mostFileBytes: Int { 1024 + 14 * notes.count + 42 * controls.count + 10 * tempo.count }

  /// The notes that began in a range of frames, cut where it ends.
  func score(of range: Range<Int64>, sampleRate: Double) -> TakeScore {
    func seconds(_ frame: Int64) -> Double { Double(frame - range.lowerBound) / sampleRate }
    var score = TakeScore(tempo: tempo.map(of: range, sampleRate: sampleRate))
    for note in notes where range.contains(note.start) {
      score.notes.append(
        TakeScore.Note(
          start: seconds(note.start), length: seconds(min(note.end, range.upperBound)) - seconds(note.start),
          note: note.note, velocity: note.velocity, channel: note.channel))
    }
    score.controls = controls.controls(of: range).map {
      TakeScore.Control(seconds: seconds($0.frame), message: $0.message, channel: $0.channel)
    }
    return score
  }
}
