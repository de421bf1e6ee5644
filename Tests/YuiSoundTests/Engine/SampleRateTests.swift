// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Foundation
import Testing

@testable import YuiSound

/// S4: the engine at every rate that servers run at.
@Suite struct SampleRateTests {
  private static let rates: [Double] = [22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000]

  /// The phase of a tone in a stretch of sound, in turns, under a Hann window so that other partials do not leak in.
  private func phase(_ sound: ArraySlice<Float>, _ hertz: Double, _ rate: Double) -> Double {
    var (re, im) = (0.0, 0.0)
    for (offset, sample) in sound.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(offset) / Double(sound.count))
      let turn = 2 * .pi * hertz * Double(sound.startIndex + offset) / rate
      re += Double(sample) * window * cos(turn)
      im -= Double(sample) * window * sin(turn)
    }
    return atan2(im, re) / (2 * .pi)
  }

  /// The frequency near 440 Hz, from how far its phase moves against 440 Hz from one stretch to a later one.
  private func pitch(_ sound: [Float], _ rate: Double, from: Double, to: Double, stretch: Double) -> Double {
    let count = Int(stretch * rate)
    let (first, second) = (Int(from * rate), Int(to * rate))
    var moved = phase(sound[second..<second + count], 440, rate) - phase(sound[first..<first + count], 440, rate)
    moved -= moved.rounded()
    return 440 + moved * rate / Double(second - first)
  }

  @Test(arguments: rates)
  func `A4 of every pitched voice is 440 Hz within a cent`(_ rate: Double) {
    for kind in [VoiceKind.keys, .pluck, .bell, .pad, .bass, .lead] {
      let rig = EngineRig(sampleRate: rate)
      rig.send(.strike(NoteRequest(kind, note: 69, velocity: 1, hold: .key)))
      rig.render(Int(2 * rate), cycle: { 1024 })
      // Long enough for the partials of the pad, which beat, and the vibrato of the lead, which turns in 5/26 s, to even out.
      let hertz =
        switch kind {
        case .pad: pitch(rig.left, rate, from: 0.5, to: 0.9, stretch: 0.9)
        case .lead: pitch(rig.left, rate, from: 0.4, to: 0.4 + 5 / 26.0, stretch: 25 / 26.0)
        default: pitch(rig.left, rate, from: 0.05, to: 0.25, stretch: 0.2)
        }
      let cents = 1200 * log2(hertz / 440)
      // The pad is three voices; its middle is at 440 and the sum drifts by what the outer two differ.
      #expect(abs(cents) < 1, "\(kind): \(cents) cents")
    }
  }

  @Test(arguments: rates)
  func `loops keep time and end on the same beat at every rate`(_ rate: Double) {
    let rig = EngineRig(sampleRate: rate)
    rig.keepsSound = false
    rig.send(.put(slot: 0, loop(127, swing: 30)))
    rig.send(.put(slot: 1, .metronome(beatsPerMinute: 127, beats: 4, subdivision: 2)))
    rig.send(.start(3))
    rig.render(Int(20 * rate), cycle: { 1024 })
    let length = rate * 15 / 127
    for (index, step) in rig.steps(of: 0).enumerated() {
      let late = index % 2 == 1 ? 0.15 * length : 0
      #expect(abs(Double(step.frame) - (Double(index) * length + late)) <= 0.5 + 1e-6)
    }
    for (index, click) in rig.steps(of: 1).enumerated() {
      #expect(abs(Double(click.frame) - Double(index) * length * 2) <= 0.5 + 1e-6)
    }
    #expect(rig.steps(of: 0).count == 170)
    #expect(rig.ticks.count == Int(20 * 127 * 24 / 60))
  }

  @Test(arguments: rates)
  func `every sound is heard and ends at every rate`(_ rate: Double) {
    let rig = EngineRig(sampleRate: rate)
    for kind in VoiceKind.allCases {
      let start = rig.left.count
      rig.send(.strike(NoteRequest(kind, velocity: 1)))
      rig.render(Int(0.05 * rate), cycle: { 256 })
      #expect(rig.left[start...].contains { abs($0) > 0.01 }, "\(kind)")
      rig.send(.cut(.everyone))
      rig.render(Int(0.02 * rate), cycle: { 256 })
      #expect(rig.isQuiet)
    }
    #expect(rig.left.allSatisfy { $0.isFinite && abs($0) < 2 })
  }
}
