// SPDX-License-Identifier: GPL-3.0-or-later

/// Short signals of a lesson or a game, all in C major and all from one struck bar.
///
/// - Thread: any; a plain value.
public enum Effect: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Something was touched: one quick C.
  case tap
  /// An answer is right: a rising fifth.
  case correct
  /// Several in a row: a quick run up the pentatonic scale.
  case streak
  /// All is done: G, C and E, then the chord of C major.
  case win
  /// The time is over: E, D, C.
  case timeUp
  /// An answer is wrong: a soft hum that falls.
  case wrong

  /// How many notes it has, at most eight.
  var count: Int {
    @_noLocks get {
      switch self {
      case .tap, .wrong: 1
      case .correct: 2
      case .timeUp: 3
      case .streak, .win: 6
      }
    }
  }

  /// The MIDI note numbers in the order they start.
  private var notes: InlineArray<8, UInt8> {
    @_noLocks get {
      switch self {
      case .tap: [72, 0, 0, 0, 0, 0, 0, 0]
      case .correct: [72, 79, 0, 0, 0, 0, 0, 0]
      case .streak: [72, 74, 76, 79, 81, 84, 0, 0]
      case .win: [67, 72, 76, 72, 76, 79, 0, 0]
      case .timeUp: [76, 74, 72, 0, 0, 0, 0, 0]
      case .wrong: [53, 0, 0, 0, 0, 0, 0, 0]
      }
    }
  }

  /// Seconds from one note to the next.
  private var gap: Double {
    @_noLocks get {
      switch self {
      case .tap, .wrong: 0
      case .correct: 0.09
      case .streak: 0.055
      case .win: 0.11
      case .timeUp: 0.16
      }
    }
  }

  /// Seconds from the first note to one of them. The notes of a chord start together.
  @_noLocks
  func start(of index: Int) -> Double {
    if case .win = self, index >= 3 { return 3.5 * gap }
    return Double(index) * gap
  }

  /// What strikes one of its notes.
  @_noLocks
  func request(_ index: Int, sampleRate: Double) -> NoteRequest {
    var request = NoteRequest(.bar, note: notes[index], velocity: 0.7, owner: .effect)
    switch self {
    case .tap: request.hold = .frames(RealtimeMath.roundHalfUp(0.06 * sampleRate))
    case .wrong: request = NoteRequest(.hum, note: notes[index], velocity: 0.6, owner: .effect)
    case .win where index >= 3: request.velocity = 0.5
    default: break
    }
    return request
  }

  /// What sounds in place of the effect where a note belongs to the answer: that note, played by the keys.
  @_noLocks
  static func answer(_ note: UInt8, sampleRate: Double) -> NoteRequest {
    let hold = NoteRequest.Hold.frames(RealtimeMath.roundHalfUp(0.9 * sampleRate))
    return NoteRequest(.keys, note: note, velocity: 0.9, hold: hold, owner: .effect)
  }
}
