// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import EngineSupport
import Testing

@testable import YuiSound

private struct TimingVectors: Decodable, Sendable {
  struct Loop: Decodable, Sendable {
    let rate: Double
    let bpm: Double
    let steps: Int
    let swing: Double
    let at: [[Int64]]
  }
  struct Metronome: Decodable, Sendable {
    struct Click: Decodable, Sendable {
      let step: Int
      let frame: Int64
      let kind: String
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        step = try list.decode(Int.self)
        frame = try list.decode(Int64.self)
        kind = try list.decode(String.self)
      }
    }
    let rate: Double
    let bpm: Double
    let beats: Int
    let sub: Int
    let at: [Click]
  }
  struct TempoChange: Decodable, Sendable {
    let rate: Double
    let steps: Int
    let bpm: Double
    let change_at_seconds: Double
    let new_bpm: Double
    let step_samples: [Int64]
  }
  let loops: [Loop]
  let metronome: [Metronome]
  let tempo_change: TempoChange

  static let all: TimingVectors = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors/timing.json")
    return try! JSONDecoder().decode(TimingVectors.self, from: Data(contentsOf: file))
  }()
}

@Suite struct GridTests {
  @Test(arguments: TimingVectors.all.loops.indices)
  func `steps of a loop fall on the vectors' frames, the hundred-thousandth too`(_ index: Int) {
    let vector = TimingVectors.all.loops[index]
    let grid = BeatGrid(anchor: 0, beatsPerMinute: vector.bpm, sampleRate: vector.rate)
    let ticks: Int64 = vector.steps <= 8 ? 12 : 6
    for pair in vector.at {
      let place = pair[0] % Int64(vector.steps)
      let late = place % 2 == 1 ? vector.swing / 100 * 0.5 * Double(ticks) * grid.framesPerTick : 0
      #expect(RealtimeMath.roundHalfUp(grid.position(ofTick: pair[0] * ticks) + late) == pair[1])
    }
  }

  @Test(arguments: TimingVectors.all.loops.indices)
  func `the engine sounds the first steps of each vector`(_ index: Int) {
    let vector = TimingVectors.all.loops[index]
    let rig = EngineRig(sampleRate: vector.rate)
    rig.send(.put(slot: 0, loop(vector.bpm, steps: vector.steps, swing: vector.swing)))
    rig.send(.start(1))
    let near = vector.at.filter { $0[0] < 100 }
    rig.render(Int(near.last![1]) + 100, cycle: { 1000 })
    let steps = rig.steps(of: 0)
    for pair in near {
      #expect(steps[Int(pair[0])].frame == pair[1])
      #expect(steps[Int(pair[0])].place == Int(pair[0]) % vector.steps)
    }
  }

  @Test(arguments: TimingVectors.all.metronome.indices)
  func `clicks of a metronome fall on the vectors' frames with their accents`(_ index: Int) {
    let vector = TimingVectors.all.metronome[index]
    let rig = EngineRig(sampleRate: vector.rate)
    let settings = PlayerSettings.metronome(beatsPerMinute: vector.bpm, beats: vector.beats, subdivision: vector.sub)
    rig.send(.put(slot: 0, settings))
    rig.send(.start(1))
    rig.render(Int(vector.at.last!.frame) + 100)
    let steps = rig.steps(of: 0)
    for click in vector.at {
      #expect(steps[click.step].frame == click.frame)
      let note = settings.click(at: Int64(steps[click.step].place), slot: 0)
      switch click.kind {
      case "accent": #expect(note.frequency == 3000 && note.velocity == 1)
      case "beat": #expect(note.frequency == 2000 && note.velocity == 0.65)
      default: #expect(note.frequency == 2000 && note.velocity == 0.3)
      }
    }
  }

  @Test func `a tempo change keeps the next step and turns the grid there`() {
    let vector = TimingVectors.all.tempo_change
    let rig = EngineRig(sampleRate: vector.rate)
    rig.send(.put(slot: 0, loop(vector.bpm, steps: vector.steps)))
    rig.send(.start(1))
    rig.render(Int(vector.change_at_seconds * vector.rate))
    rig.send(.patch(slot: 0, .tempo, loop(vector.new_bpm)))
    rig.render(40_000)
    #expect(rig.steps(of: 0).prefix(vector.step_samples.count).map(\.frame) == vector.step_samples)
  }

  @Test(arguments: [(48_000.0, 127.0), (44_100, 127), (44_100, 133), (48_000, 133.7), (44_100, 88)])
  func `steps of four to a beat equal the product of number and length`(_ rate: Double, _ tempo: Double) {
    let grid = BeatGrid(anchor: 1234, beatsPerMinute: tempo, sampleRate: rate)
    for step in stride(from: Int64(0), to: 2_000_000, by: 997) {
      let exact = 1234 + Double(step) * (rate * 15) / tempo
      #expect(grid.frame(ofTick: step * 6) == Int64((exact + 0.5).rounded(.down)))
    }
  }
}
