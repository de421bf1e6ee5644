// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Synchronization
import TestSupport
import Testing

@testable import YuiSound

@Suite struct VoicePoolTests {
  @Test func `a storm of 500 notes in one cycle stays finite and within the places`() {
    for seed in 0..<20 as Range<UInt64> {
      var dice = Dice(seed)
      var pool = VoicePool(limit: 32, sampleRate: 48_000)
      var struck = 0
      while struck < 500 {
        for _ in 0..<Int.random(in: 1...9, using: &dice) {
          let kind = VoiceKind.allCases.randomElement(using: &dice)!
          pool.strike(NoteRequest(kind, note: UInt8.random(in: 0...127, using: &dice), velocity: 1, hold: .key))
          struck += 1
        }
        #expect(pool.count <= 32 && pool.used <= VoicePool.places)
        #expect(render(&pool, Int.random(in: 1...8, using: &dice)).allSatisfy { $0.isFinite && abs($0) < 64 })
      }
      pool.cut(.everyone)
      #expect(pool.count == 0)
      _ = render(&pool, 192)
      let isSilent = pool.isSilent
      #expect(isSilent)
    }
  }

  @Test func `notes struck and stolen on one frame leave nothing behind`() {
    var pool = VoicePool(limit: 4, sampleRate: 48_000)
    for note in 0..<100 as Range<UInt8> { pool.strike(NoteRequest(.lead, note: note, velocity: 1, hold: .key)) }
    #expect(pool.used == 4 && pool.count == 4 && pool.stolen == 96)
  }

  @Test func `strange pitches, velocities and lengths do no harm`() {
    for kind in VoiceKind.allCases {
      for frequency in [0, -1, 1e-300, 1e9, .infinity, -.infinity, .nan] as [Double] {
        for velocity in [0, -1, 5, .infinity, .nan] as [Float] {
          var pool = VoicePool(limit: 4, sampleRate: 48_000)
          for hold in [NoteRequest.Hold.natural, .key, .frames(.min), .frames(0), .frames(.max)] {
            pool.strike(NoteRequest(kind, frequency: frequency, velocity: velocity, hold: hold))
          }
          #expect(render(&pool, 300).allSatisfy { $0.isFinite })
          pool.release(.everyone)
          #expect(render(&pool, 300).allSatisfy { $0.isFinite })
        }
      }
    }
  }

  @Test func `a pool gives the same sound every time, and each strike its own noise`() {
    func play() -> [Float] {
      var pool = VoicePool(limit: 8, sampleRate: 48_000)
      var sound: [Float] = []
      for _ in 0..<4 {
        pool.strike(NoteRequest(.snare, velocity: 1))
        sound += render(&pool, 40_000)
      }
      return sound
    }
    let first = play()
    #expect(first == play())
    let hits = (0..<4).map { Array(first[$0 * 40_000..<$0 * 40_000 + 2000]) }
    for index in 1..<4 { #expect(hits[index] != hits[0]) }
  }

  @Test(arguments: [VoiceKind.pad, .bass, .lead])
  func `a held key sounds until it is let go, M7 for a minute`(_ kind: VoiceKind) {
    let rig = EngineRig()
    rig.receive(.program(channel: 0, number: 1))
    rig.send(.keyboardSound(kind))
    rig.render(64)
    rig.receive(.noteOn(channel: 0, note: 60, velocity: 100))
    rig.render(60 * 48_000, cycle: { 1024 })
    // Loud in every tenth of a second of the minute.
    for start in stride(from: 30_000, to: rig.left.count - 4800, by: 4800) {
      #expect(rig.left[start..<start + 4800].contains { abs($0) > 0.05 })
    }
    rig.receive(.noteOff(channel: 0, note: 60))
    rig.render(100_000, cycle: { 1024 })
    #expect(rig.isQuiet)
    #expect(rig.left.suffix(1000).allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `keys, pluck and bell ring on under a key beyond their natural length`() {
    for kind in [VoiceKind.keys, .pluck, .bell] {
      var pool = VoicePool(limit: 4, sampleRate: 48_000)
      pool.strike(NoteRequest(kind, velocity: 1, hold: .key))
      let frames = Int(kind.naturalLength! * 48_000)
      let sound = render(&pool, frames + 10_000)
      #expect(pool.count == 1)
      #expect(sound.suffix(9000).contains { $0 != 0 })
    }
  }
}
