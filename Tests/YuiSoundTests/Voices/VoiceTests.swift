// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

@Suite struct VoiceTests {
  static let noisy: [VoiceKind] = [
    .kick, .snare, .clap, .hat, .open, .rim, .shaker, .crash, .snap, .conga, .tick,
  ]

  @Test(arguments: VoiceKind.allCases)
  func `any split into blocks gives the same samples`(kind: VoiceKind) {
    let whole = render(kind, frames: 20000, blocks: [20000])
    var state: UInt32 = 1
    let mixed = (0..<500).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 16) % 300
    }
    for blocks in [[1], [7], [8], [32], [64], [1000], [1, 0, 9, 16, 3], mixed] {
      let split = render(kind, frames: 20000, blocks: blocks)
      #expect(zip(whole, split).allSatisfy { $0.bitPattern == $1.bitPattern }, "blocks \(blocks.prefix(8))")
    }
  }

  @Test(arguments: VoiceKind.allCases)
  func `every frame is finite, at any pitch and rate`(kind: VoiceKind) {
    for rate in [8000.0, 22050, 48000, 192_000, 384_000] {
      for frequency in [0, 8.1758, 440, 12543.85, 1e9, .infinity, .nan, -440] {
        let sound = render(kind, rate: rate, frames: 4000, frequency: frequency)
        #expect(sound.allSatisfy { $0.isFinite && abs($0) < 4 }, "\(frequency) at \(rate)")
      }
    }
  }

  @Test(arguments: VoiceKind.allCases)
  func `the same seed repeats the sound`(kind: VoiceKind) {
    #expect(render(kind, frames: 4000, seed: 77) == render(kind, frames: 4000, seed: 77))
  }

  @Test(arguments: VoiceKind.allCases)
  func `another seed gives another sound just where there is noise`(kind: VoiceKind) {
    let same = render(kind, frames: 4000, seed: seeds[0]) == render(kind, frames: 4000, seed: seeds[1])
    #expect(same == !Self.noisy.contains(kind))
  }

  @Test(arguments: VoiceKind.allCases)
  func `it is heard within 50 milliseconds`(kind: VoiceKind) {
    #expect(render(kind, frames: 2400).contains { abs($0) > 0.01 })
  }

  @Test(arguments: VoiceKind.allCases.filter { !$0.isSustained })
  func `it dies away by itself`(kind: VoiceKind) {
    #expect(render(kind, frames: 480_000).suffix(4800).allSatisfy { abs($0) < 1e-4 })
  }

  @Test(arguments: VoiceKind.allCases.filter(\.isSustained))
  func `it lasts while it is held`(kind: VoiceKind) throws {
    let sound = render(kind, frames: 480_000)
    let early = try #require(rmsDecibels(sound, rate: 48000, from: 1, to: 5))
    let late = try #require(rmsDecibels(sound, rate: 48000, from: 6, to: 10))
    #expect(abs(early - late) < 0.2)
  }

  @Test(arguments: VoiceKind.allCases)
  func `a strike of velocity 0 is silent`(kind: VoiceKind) {
    #expect(render(kind, frames: 1000, velocity: 0).allSatisfy { $0 == 0 })
  }

  @Test(arguments: VoiceKind.allCases.filter { ![.kick, .snare, .tom].contains($0) })
  func `velocity is a plain factor`(kind: VoiceKind) {
    let full = render(kind, frames: 4000)
    let half = render(kind, frames: 4000, velocity: 0.5)
    #expect(zip(full, half).allSatisfy { abs($0 * 0.5 - $1) < 2e-6 })
  }

  @Test(arguments: [VoiceKind.keys, .pluck, .pad, .bass, .lead, .bell])
  func `a tuned voice goes on without a jump, at the new pitch`(kind: VoiceKind) {
    var voice = Voice(kind, Strike(sampleRate: 48000, velocity: 1, frequency: 220, seed: 1))
    let before = renderBlocks(frames: 24003, blocks: [64]) { voice.render(into: &$0) }
    voice.tune(to: 330)
    let after = renderBlocks(frames: 72000, blocks: [64]) { voice.render(into: &$0) }
    let steps = zip(before.suffix(4000), before.suffix(3999)).map { abs($0 - $1) }.max() ?? 0
    let joint = zip([before[24002]] + after.prefix(40), after).map { abs($0 - $1) }.max() ?? 0
    #expect(joint < 2 * steps)
    #expect(abs(meanCents(after, near: 330, rate: 48000, from: 0.3)) < (kind == .pad ? 8 : 1))
  }

  @Test func `drums ignore tuning`() {
    var voice = Voice(.tom, Strike(sampleRate: 48000, velocity: 1, frequency: 220, seed: 1))
    voice.tune(to: 1000)
    #expect(renderBlocks(frames: 480, blocks: [64]) { voice.render(into: &$0) } == render(.tom, frames: 480))
  }

  @Test func `a voice is a plain value, and its memory has room for each`() {
    #expect(_isPOD(Voice.self))
    #expect(Recipe.hasRoom)
  }
}
