// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Testing

@testable import YuiSound

@Suite struct StealingTests {
  private func note(_ kind: VoiceKind, _ note: UInt8, velocity: Float = 1) -> NoteRequest {
    NoteRequest(kind, note: note, velocity: velocity, hold: .key, owner: .line(note: note))
  }

  /// The owners' notes of what still sounds, found by cutting one after another and counting.
  private func sounding(_ pool: inout VoicePool) -> [UInt8] {
    (0..<128 as Range<UInt8>).filter { note in
      let before = pool.count
      pool.cut(.one(.line(note: note)))
      return pool.count < before
    }
  }

  @Test func `a decayed hat goes before a held bass, however old that is`() {
    var pool = VoicePool(limit: 4, sampleRate: 48_000)
    for index in 1...3 as ClosedRange<UInt8> { pool.strike(note(.bass, index)) }
    pool.strike(note(.hat, 4))
    // In 50 ms a hat falls to a sixteenth; its place in the younger half does not save it.
    _ = render(&pool, 2400)
    pool.strike(note(.kick, 5))
    #expect(sounding(&pool) == [1, 2, 3, 5])
  }

  @Test func `what was let go goes before what is held, the quietest first`() {
    var pool = VoicePool(limit: 4, sampleRate: 48_000)
    for index in 1...4 as ClosedRange<UInt8> { pool.strike(note(.pad, index, velocity: index == 4 ? 0.3 : 1)) }
    _ = render(&pool, 4800)
    for index in [2, 3] as [UInt8] {
      pool.release(.one(.line(note: index)))
      _ = render(&pool, 480)
    }
    pool.strike(note(.pad, 5))
    pool.strike(note(.pad, 6))
    #expect(sounding(&pool) == [1, 4, 5, 6])
  }

  @Test func `of held notes the quietest of the older half goes, of equals the oldest`() {
    var pool = VoicePool(limit: 6, sampleRate: 48_000)
    for index in 1...6 as ClosedRange<UInt8> {
      pool.strike(note(.lead, index, velocity: index == 2 ? 0.4 : index == 5 ? 0.1 : 1))
      _ = render(&pool, 480)
    }
    pool.strike(note(.lead, 7))
    pool.strike(note(.lead, 8))
    // First 2, the quietest of 1, 2 and 3; then 1, the oldest of 1, 3 and 4.
    #expect(sounding(&pool) == [3, 4, 5, 6, 7, 8])
    #expect(pool.stolen == 2)
  }

  @Test func `a note in its attack counts as loud as it will be`() {
    var pool = VoicePool(limit: 2, sampleRate: 48_000)
    pool.strike(note(.pad, 1))
    pool.strike(note(.lead, 2, velocity: 0.5))
    pool.strike(note(.bass, 3, velocity: 0.9))
    #expect(sounding(&pool) == [2, 3])
  }

  @Test func `a lower limit fades the surplus and a higher one has room at once`() {
    let rig = EngineRig(voices: 8)
    for index in 0..<8 as Range<UInt8> {
      rig.send(.strike(note(.bass, 40 + index, velocity: 0.2 + 0.1 * Float(index))))
    }
    rig.render(9600)
    let before = rig.left.count
    rig.send(.voiceLimit(3))
    rig.render(4800)
    #expect(rig.link.counters.pointee.voices.load(ordering: .relaxed) == 3)
    let plain = EngineRig(voices: 8)
    for index in 0..<8 as Range<UInt8> {
      plain.send(.strike(note(.bass, 40 + index, velocity: 0.2 + 0.1 * Float(index))))
    }
    plain.render(14_400)
    #expect(rig.left.prefix(before) == plain.left.prefix(before))
    // Five voices leave over 192 frames: what is taken off grows by at most 1/96 of their sum a frame.
    let taken = zip(plain.left, rig.left).map { $0 - $1 }
    let steepest = zip(taken, taken.dropFirst()).map { abs($1 - $0) }[before - 1..<before + 192].max()!
    #expect(steepest < 0.06 && taken[before + 192..<14_400].contains { abs($0) > 0.3 })
    rig.send(.voiceLimit(1000))
    for index in 0..<255 as Range<UInt8> { rig.send(.strike(note(.pad, index % 128, velocity: 0.01))) }
    rig.render(64)
    #expect(rig.link.counters.pointee.voices.load(ordering: .relaxed) == 256)
    rig.send(.voiceLimit(0))
    rig.render(64)
    #expect(rig.link.counters.pointee.voices.load(ordering: .relaxed) == 1)
  }
}
