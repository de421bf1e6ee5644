// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import YuiSound

@Suite struct VoiceKindTests {
  @Test func `the kit comes first, in pad order`() {
    let names = VoiceKind.allCases.prefix(16).map { "\($0)" }
    #expect(
      names == [
        "kick", "snare", "clap", "hat", "open", "rim", "tom", "shaker", "crash", "cow", "snap", "conga", "pop",
        "sweep", "tick", "bell",
      ])
    #expect(VoiceKind.allCases.count == 23)
  }

  @Test func `there are twelve drums, five effects and six pitched voices`() {
    #expect(VoiceKind.allCases.filter { $0.family == .drum }.map(\.rawValue) == Array(0..<12))
    #expect(VoiceKind.allCases.filter { $0.family == .effect } == [.pop, .sweep, .tick, .bar, .hum])
    #expect(VoiceKind.allCases.filter { $0.family == .pitched } == [.bell, .keys, .pluck, .pad, .bass, .lead])
  }

  @Test func `only pad, bass and lead are held`() {
    #expect(VoiceKind.allCases.filter(\.isSustained) == [.pad, .bass, .lead])
    #expect(VoiceKind.allCases.filter { $0.naturalLength == nil } == [.pad, .bass, .lead])
  }

  @Test func `just the pitched voices and the bar have a release`() {
    #expect(VoiceKind.allCases.filter { $0.release != nil } == VoiceKind.allCases.filter { $0.isPitched } + [.bar])
    #expect(VoiceKind.allCases.compactMap(\.release) == [0.4, 0.15, 0.15, 0.5, 0.08, 0.08, 0.15])
  }

  @Test func `bell, pop and bar sound at C5 by default, hum at F3, the others at C4, tick at 3000 hertz`() {
    #expect(VoiceKind.allCases.filter { $0.defaultNote == 72 } == [.pop, .bell, .bar])
    #expect(VoiceKind.allCases.filter { $0.defaultNote != 72 && $0.defaultNote != 60 } == [.hum])
    #expect(VoiceKind.hum.defaultNote == 53)
    #expect(abs(VoiceKind.bell.defaultFrequency - 523.2511306) < 1e-6)
    #expect(abs(VoiceKind.lead.defaultFrequency - 261.6255653) < 1e-6)
    #expect(VoiceKind.tick.defaultFrequency == 3000)
  }
}
