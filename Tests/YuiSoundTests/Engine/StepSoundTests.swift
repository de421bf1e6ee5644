// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import TestSupport
import Testing

@testable import YuiSound

/// Steps as they are heard: in the samples, not in what the engine says about them.
@Suite struct StepSoundTests {
  @Test(arguments: [(48_000.0, 64), (48_000, 1024), (44_100, 64), (44_100, 1024)])
  func `a minute of sixteenths at 127 starts every sound on its frame`(_ rate: Double, _ size: Int) {
    let rig = EngineRig(sampleRate: rate)
    rig.send(.put(slot: 0, loop(127, [(.hat, "xxxxxxxxxxxxxxxx")])))
    rig.render(777, cycle: { size })
    rig.send(.start(1))
    rig.render(Int(60 * rate), cycle: { size })
    // A hat is over before the next one begins: a sound starts where a sample that is not zero follows a silence.
    let silence = Int(0.01 * rate)
    var onsets: [Int] = []
    var last = -silence
    for (index, sample) in rig.left.enumerated() where sample != 0 {
      if index - last > silence { onsets.append(index) }
      last = index
    }
    let alone = EngineRig(sampleRate: rate)
    alone.send(.strike(NoteRequest(.hat, velocity: 0.9)))
    alone.render(100)
    let delay = alone.left.firstIndex { $0 != 0 }!
    #expect(onsets.count >= 127 * 4)
    let length = rate * 15 / 127
    for (step, onset) in onsets.enumerated() {
      #expect(onset - delay == 777 + Int((Double(step) * length + 0.5).rounded(.down)))
    }
  }

  /// What a step is expected to sound: a voice, its velocity, its pitch and its length.
  private struct Note {
    var frame: Int64
    var request: NoteRequest
  }

  /// The sum of voices rendered alone, each from its own frame, with the seeds that a pool gives in that order.
  private func sum(_ notes: [Note], frames: Int, rate: Double = 48_000) -> [Float] {
    var mix = [Float](repeating: 0, count: frames)
    var seed: UInt32 = 0x1234_5678
    for note in notes {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      var slot = VoiceSlot(note.request, seed: seed | 1, sampleRate: rate)
      let count = frames - Int(note.frame)
      guard count > 0 else { continue }
      var part = [Float](repeating: 0, count: count)
      var scratch = part
      slot.render(into: &part, scratch: &scratch, count: count, channel: nil, at: note.frame)
      for index in 0..<count { mix[Int(note.frame) + index] += part[index] }
    }
    return mix.map { $0 * 0.8 }
  }

  @Test(arguments: [0, -7000] as [Int64])
  func `tempo, swing and pattern patched 200 times sound as the sum of their voices`(_ shift: Int64) {
    let rig = EngineRig(voices: 256)
    var dice = Dice(5)
    rig.send(.clockShift(shift))
    rig.send(.put(slot: 0, loop(120, [(.kick, "xxxxxxxxxxxxxxxx"), (.snare, "x.x.x.x.x.x.x.x.")])))
    rig.send(.start(1))
    for turn in 0..<200 {
      rig.render(Int.random(in: 100...6000, using: &dice), cycle: { 128 })
      var settings = loop(Double.random(in: 70...220, using: &dice), swing: Double.random(in: 0...75, using: &dice))
      // Each pattern has the same marks, so that the voices are known however patches land.
      settings.rowCount = 2
      settings.rows[1] = RowVoice(.snare)
      settings.masks[0] = 0xFFFF
      settings.masks[1] = 0x5555
      rig.send(.patch(slot: 0, [.tempo, .swing, .pattern][turn % 3], settings))
    }
    rig.render(40_000, cycle: { 128 })
    let steps = rig.steps(of: 0)
    #expect(steps.count > 100)
    #expect(steps.enumerated().allSatisfy { $1.place == $0 % 16 })
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.frame < $1.frame })
    let last = steps[steps.count - 1].frame
    #expect(rig.ticks.count >= (steps.count - 1) * 6)
    // Swung steps come after their clock, by at most three quarters of half a step.
    #expect(rig.ticks.filter { $0 <= last + shift }.count <= (steps.count - 1) * 6 + 4)
    var notes: [Note] = []
    for step in steps {
      notes.append(Note(frame: step.frame, request: NoteRequest(.kick, velocity: 0.9)))
      if step.place % 2 == 0 { notes.append(Note(frame: step.frame, request: NoteRequest(.snare, velocity: 0.9))) }
    }
    let expected = sum(notes, frames: rig.left.count)
    // Both add in the order of the strikes; only the headroom is multiplied elsewhere: no more than a rounding.
    let error = zip(rig.left, expected).map { abs($0 - $1) }.max()!
    #expect(error <= 1e-6)
    #expect(rig.left.contains { abs($0) > 0.3 })
  }

  @Test(arguments: [0, -30_000] as [Int64])
  func `a metronome's clicks keep the accents of the bar that they were planned in`(_ shift: Int64) {
    let rig = EngineRig()
    rig.send(.clockShift(shift))
    rig.send(.put(slot: 0, .metronome(beatsPerMinute: 240, beats: 4, subdivision: 1)))
    rig.send(.start(1))
    let first = max(0, -shift)
    rig.render(Int(first) + 40_000)
    rig.send(.patch(slot: 0, .places, .metronome(beatsPerMinute: 240, beats: 3, subdivision: 3)))
    rig.render(150_000)
    let clicks = rig.steps(of: 0)
    let turn = clicks.indices.dropFirst().first { clicks[$0].frame - clicks[$0 - 1].frame < 12_000 }! - 1
    let notes = clicks.enumerated().map { index, click in
      let ticks: Int64 = index < turn ? 24 : 8
      return Note(
        frame: click.frame, request: PlayerSettings.click(at: Int64(click.place), ticksPerPlace: ticks, slot: 0))
    }
    let expected = sum(notes, frames: rig.left.count)
    #expect(zip(rig.left, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: [0, -30_000] as [Int64])
  func `a note row lasts nine tenths of the step that it was planned in`(_ shift: Int64) {
    let rig = EngineRig()
    var settings = loop(120, steps: 8, [(.bass, "xxxxxxxx")])
    settings.rows[0].note = 45
    rig.send(.clockShift(shift))
    rig.send(.put(slot: 0, settings))
    rig.send(.start(1))
    rig.render(20_000 + Int(max(0, -shift)))
    settings.beatsPerMinute = 60
    rig.send(.patch(slot: 0, .tempo, settings))
    rig.render(150_000)
    let steps = rig.steps(of: 0)
    let turn = steps.indices.dropLast().first { steps[$0 + 1].frame - steps[$0].frame > 12_000 }!
    let notes = steps.enumerated().map { index, step in
      let hold = NoteRequest.Hold.frames(index < turn ? 10_800 : 21_600)
      return Note(frame: step.frame, request: NoteRequest(.bass, note: 45, velocity: 0.9, hold: hold))
    }
    let expected = sum(notes, frames: rig.left.count)
    #expect(zip(rig.left, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }
}
