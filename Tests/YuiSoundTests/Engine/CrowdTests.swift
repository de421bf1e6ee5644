// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Testing

@testable import YuiSound

/// Every sound, as many at once as there are voices, through the soft limiter and the usual room.
@Suite struct CrowdTests {
  private func crowd(_ kind: VoiceKind, rate: Double, messages: [MIDIMessage] = []) -> EngineRig {
    let rig = EngineRig(sampleRate: rate, limiter: true, room: nil)
    for message in messages { rig.receive(message) }
    for index in 0..<32 as Range<UInt8> {
      let hold: NoteRequest.Hold = kind.isSustained ? .frames(Int64(0.3 * rate)) : .natural
      rig.send(.strike(NoteRequest(kind, note: 40 + index, velocity: 1, hold: hold, channel: 0)))
    }
    rig.render(Int(((kind.naturalLength ?? 1.3) + 5) * rate), cycle: { 1024 })
    return rig
  }

  @Test(arguments: VoiceKind.allCases)
  func `32 at once are finite, below full scale, and end in exact zeros without a denormal number`(_ kind: VoiceKind) {
    for rate in [44_100.0, 96_000] {
      let rig = crowd(kind, rate: rate)
      for side in [rig.left, rig.right] {
        #expect(side.allSatisfy { abs($0) < 1 && ($0 == 0 || $0.isNormal) })
        #expect(side.contains { abs($0) > 0.3 })
        #expect(side.suffix(Int(rate / 10)).allSatisfy { $0 == 0 })
      }
      #expect(rig.isQuiet)
    }
  }

  @Test(arguments: VoiceKind.allCases.filter(\.isPitched))
  func `32 at once, bent by two octaves, swung and pressed, are as well behaved`(_ kind: VoiceKind) {
    let messages = Key.range(24) + [Key.bend(16_383), Key.control(1, 127), Key.press(127)]
    let rig = crowd(kind, rate: 48_000, messages: messages)
    #expect(rig.left.allSatisfy { abs($0) < 1 && ($0 == 0 || $0.isNormal) })
    #expect(rig.left.contains { abs($0) > 0.3 } && rig.isQuiet)
  }
}
