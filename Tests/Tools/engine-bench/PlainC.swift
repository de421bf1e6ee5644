// SPDX-License-Identifier: GPL-3.0-or-later

import EngineBenchC
import Glibc
import YuiSound

/// A voice against the same recipe in C: what each costs, and whether both compute the same samples.
struct PlainC {
  /// The voices that there are in C: one of each make.
  static let kinds: [(kind: VoiceKind, inC: cvoice_kind)] = [
    (.kick, CVOICE_KICK), (.hat, CVOICE_HAT), (.clap, CVOICE_CLAP), (.pluck, CVOICE_PLUCK), (.pad, CVOICE_PAD),
    (.lead, CVOICE_LEAD),
  ]
  /// The seed that the pool gives to the first voice of an engine.
  private static let firstSeed = 0x1234_5678 &* 1_664_525 &+ 1_013_904_223 as UInt32 | 1

  /// What comes out.
  struct Result {
    /// Processor time of our voices, with their places in the pool, as a part of that of C.
    var ratio: Double
    /// The largest difference of a sample.
    var difference: Float
  }

  let bench: VoiceBench

  /// Compares one voice.
  func compare(_ kind: VoiceKind, _ inC: cvoice_kind) -> Result {
    Result(ratio: ratio(kind, inC), difference: difference(kind, inC))
  }

  /// The runs alternate, so that both see the same machine.
  private func ratio(_ kind: VoiceKind, _ inC: cvoice_kind) -> Double {
    let engine = BenchEngine(period: VoiceBench.period, voices: VoiceBench.voices)
    let plain = PlainVoices(inC, count: VoiceBench.voices)
    var (ours, silent, theirs) = (Double.infinity, Double.infinity, Double.infinity)
    for _ in 0..<bench.runs {
      ours = min(ours, bench.run(kind, on: engine))
      silent = min(silent, bench.run(nil, on: engine))
      plain.strike(velocity: VoiceBench.velocity) { VoiceBench.frequency($0) }
      theirs = min(theirs, ThreadClock.seconds { for _ in 0..<bench.cycles { plain.cycle() } })
    }
    return (ours - silent) / theirs
  }

  private func difference(_ kind: VoiceKind, _ inC: cvoice_kind) -> Float {
    let engine = BenchEngine(period: VoiceBench.period, voices: 1)
    engine.strike(kind, frequency: 220, velocity: VoiceBench.velocity)
    let plain = PlainVoices(inC, count: 1)
    plain.strike(velocity: VoiceBench.velocity, seed: Self.firstSeed) { _ in 220 }
    var largest: Float = 0
    for _ in 0..<bench.cycles {
      engine.cycle()
      plain.cycle()
      for frame in 0..<VoiceBench.period { largest = max(largest, abs(engine.left[frame] - plain.mix[frame])) }
    }
    return largest
  }
}

/// Voices in C.
private final class PlainVoices {
  /// The sum of the last cycle.
  private(set) var mix = [Float](repeating: 0, count: VoiceBench.period)
  private var scratch = [Float](repeating: 0, count: VoiceBench.period)
  private let kind: cvoice_kind
  private let voices: OpaquePointer
  private let count: Int

  init(_ kind: cvoice_kind, count: Int) {
    guard let voices = cvoice_allocate(Int32(count)) else { preconditionFailure("there is no memory for the voices") }
    (self.kind, self.voices, self.count) = (kind, voices, count)
  }

  deinit { free(UnsafeMutableRawPointer(voices)) }

  func strike(velocity: Float, seed: UInt32 = 1, frequency: (Int) -> Double) {
    var seed = seed
    for index in 0..<count {
      cvoice_strike(voices, Int32(index), kind, BenchEngine.sampleRate, velocity, frequency(index), seed)
      seed = (seed &* 1_664_525 &+ 1_013_904_223) | 1
    }
  }

  func cycle() {
    for frame in mix.indices { mix[frame] = 0 }
    let mode = FloatMode.flushDenormals()
    cvoice_add(voices, Int32(count), &mix, &scratch, Int32(VoiceBench.period))
    mode.restore()
  }
}
