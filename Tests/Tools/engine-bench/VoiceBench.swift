// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

/// What 32 voices of a kind cost, in cycles of 64 frames, over their first fifth of a second, when all are loud.
struct VoiceBench {
  static let period = 64
  static let voices = 32
  static let velocity: Float = 0.5

  /// Cycles of a run.
  let cycles: Int
  /// Runs, of which the quickest counts: whatever else the machine does only makes them slower.
  let runs: Int

  /// What is measured with the time a user has, or as quickly as it goes.
  init(isQuick: Bool) { (cycles, runs) = isQuick ? (10, 1) : (150, 15) }

  /// Seconds that are played in a run.
  var seconds: Double { Double(cycles * Self.period) / BenchEngine.sampleRate }

  /// The frequency of a voice: from A2 up, all different.
  static func frequency(_ index: Int) -> Double { 110 * (1 + Double(index) / 8) }

  /// One run of 32 voices of a kind, or of none; the processor seconds it took.
  func run(_ kind: VoiceKind?, on engine: BenchEngine) -> Double {
    engine.rest()
    if let kind {
      for index in 0..<Self.voices {
        engine.strike(kind, frequency: Self.frequency(index), velocity: Self.velocity)
      }
    }
    let seconds = ThreadClock.seconds { for _ in 0..<cycles { engine.cycle() } }
    engine.takeEvents()
    return seconds
  }

  /// How many times faster than they sound 32 voices of a kind are rendered on one core, with the whole engine.
  func realtimeFactor(_ kind: VoiceKind) -> Double {
    let engine = BenchEngine(period: Self.period, voices: Self.voices)
    return seconds / (0..<runs).reduce(.infinity) { best, _ in min(best, run(kind, on: engine)) }
  }

  /// The voices of a kind that one core could render in real time, the engine's own work left out.
  func voicesOfCore(_ kind: VoiceKind) -> Double {
    let engine = BenchEngine(period: Self.period, voices: Self.voices)
    var (sounding, silent) = (Double.infinity, Double.infinity)
    for _ in 0..<runs {
      sounding = min(sounding, run(kind, on: engine))
      silent = min(silent, run(nil, on: engine))
    }
    return seconds / max(sounding - silent, 1e-9) * Double(Self.voices)
  }
}
