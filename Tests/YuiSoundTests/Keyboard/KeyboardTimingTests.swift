// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import TestSupport
import Testing

@testable import YuiSound

@Suite struct KeyboardTimingTests {
  /// Frames from a strike to the first sample that is not zero.
  private func delay(_ kind: VoiceKind) -> Int {
    let rig = EngineRig.keyboard(kind)
    rig.after(Key.on(69, 127), frames: 100)
    return rig.left.firstIndex { $0 != 0 }! - 1
  }

  @Test(arguments: [VoiceKind.keys, .pluck, .lead])
  func `K7 from message to sound is always the same number of frames`(_ kind: VoiceKind) {
    let delay = delay(kind)
    for size in [64, 256, 1024] {
      var dice = Dice(UInt64(size))
      let rig = EngineRig.keyboard(kind)
      var struck: [Int] = []
      for _ in 0..<200 {
        let offset = Int.random(in: 0..<size, using: &dice)
        struck.append(Int(rig.frame) + offset)
        rig.cycle(size, [(offset, Key.on(69, 127))])
        rig.receive(Key.control(120, 0))
        // The cut is over before the next note.
        rig.render(1024, cycle: { size })
      }
      for frame in struck {
        #expect(rig.left[frame..<frame + delay].allSatisfy { $0 == 0 })
        #expect(rig.left[frame + delay] != 0)
      }
    }
  }

  @Test func `K8 a key down and up within one cycle sounds`() {
    let rig = EngineRig.keyboard(.keys)
    rig.cycle(64, [(3, Key.on(60, 127)), (40, Key.off(60))])
    rig.render(30_000)
    #expect(rig.left.contains { abs($0) > 0.05 })
    #expect(rig.voices == 0)
  }

  @Test func `a key down and up on one frame sounds too`() {
    let rig = EngineRig.keyboard(.pluck)
    rig.cycle(64, [(3, Key.on(60, 127)), (3, Key.off(60))])
    rig.render(30_000)
    #expect(rig.left.contains { abs($0) > 0.05 })
    #expect(rig.voices == 0)
  }

  @Test func `M9 two pads struck 3 ms apart in cycles of 1024 sound 3 ms apart`() {
    let rig = EngineRig.keyboard()
    rig.cycle(1024, [(100, Key.on(0, 127, channel: 9)), (244, Key.on(3, 127, channel: 9))])
    func alone(_ note: UInt8) -> [Float] {
      let rig = EngineRig.keyboard()
      rig.cycle(1024, [(100, Key.on(note, 127, channel: 9))])
      return rig.left
    }
    let kick = alone(0)
    #expect(rig.left.prefix(245) == kick.prefix(245))
    let second = zip(rig.left, kick).enumerated().first { $1.0 != $1.1 }!.offset
    let first = kick.firstIndex { $0 != 0 }!
    let delays = (alone(0).firstIndex { $0 != 0 }!, alone(3).firstIndex { $0 != 0 }!)
    #expect(second - first == 144 + delays.1 - delays.0)
  }

  @Test(arguments: [7, 11] as [UInt8])
  func `volume and expression move the gain without a step, to the square of their value`(_ number: UInt8) {
    let plain = EngineRig.keyboard(.pad)
    plain.after(Key.on(69, 127), frames: 60_000)
    let rig = EngineRig.keyboard(.pad)
    rig.after(Key.on(69, 127), frames: 30_000)
    rig.after(Key.control(number, 32), frames: 10_000)
    rig.after(Key.control(number, 0), frames: 100)
    rig.after(Key.control(number, 127), frames: 19_900)
    var (gain, place): (Float, Int) = (1, -1)
    for index in plain.left.indices where abs(plain.left[index]) > 0.01 {
      let next = rig.left[index] / plain.left[index]
      // A whole turn of the knob takes 5 ms: 240 frames.
      #expect(abs(next - gain) <= Float(index - place) / 239)
      (gain, place) = (next, index)
    }
    #expect(rig.left.prefix(30_000) == plain.left.prefix(30_000))
    let wanted: Float = 32.0 * 32 / (127 * 127)
    for index in 30_300..<40_000 {
      #expect(abs(rig.left[index] - plain.left[index] * wanted) < 1e-6)
    }
    #expect(rig.left.suffix(19_000) == plain.left.suffix(19_000))
  }

  @Test func `volume and expression multiply, and stay on their own channel`() {
    let rig = EngineRig.keyboard(.pad)
    rig.after(Key.control(7, 64), Key.control(11, 64), Key.control(7, 0, channel: 1), frames: 1000)
    rig.after(Key.on(69, 127), frames: 20_000)
    let plain = EngineRig.keyboard(.pad)
    plain.after(frames: 1000)
    plain.after(Key.on(69, 127), frames: 20_000)
    let half: Float = 64.0 * 64 / (127 * 127)
    for index in plain.left.indices { #expect(abs(rig.left[index] - plain.left[index] * half * half) < 1e-6) }
  }

  @Test func `a reset of controllers brings expression back and leaves the volume`() {
    let rig = EngineRig.keyboard(.pad)
    rig.after(Key.control(7, 64), Key.control(11, 0), Key.on(69, 127), frames: 20_000)
    #expect(rig.left.suffix(5000).allSatisfy { $0 == 0 })
    rig.after(Key.control(121, 0), frames: 20_000)
    let plain = EngineRig.keyboard(.pad)
    plain.after(Key.on(69, 127), frames: 40_000)
    for index in 20_500..<40_000 {
      #expect(abs(rig.left[index] - plain.left[index] * (64.0 * 64 / (127 * 127))) < 1e-6)
    }
  }
}
