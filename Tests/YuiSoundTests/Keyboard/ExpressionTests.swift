// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Foundation
import Testing

@testable import YuiSound

extension Key {
  static func bend(_ value: UInt16, channel: UInt8 = 0) -> MIDIMessage { .bend(channel: channel, value: value) }
  static func press(_ value: UInt8, channel: UInt8 = 0) -> MIDIMessage { .pressure(channel: channel, value: value) }

  /// Sets the range of the pitch wheel as a registered parameter.
  static func range(_ semitones: UInt8, cents: UInt8? = nil) -> [MIDIMessage] {
    [control(101, 0), control(100, 0), control(6, semitones)] + (cents.map { [control(38, $0)] } ?? [])
  }
}

@Suite struct ExpressionTests {
  private static let rate = 48_000.0

  /// A4 held on a keyboard from 0.1 s on, with messages before and behind the strike; at least so many seconds.
  private func sound(
    _ kind: VoiceKind, before: [MIDIMessage] = [], _ messages: [MIDIMessage] = [], seconds: Double = 1
  ) -> [Float] {
    let rig = EngineRig.keyboard(kind)
    for message in before { rig.receive(message) }
    rig.render(4799)
    rig.receive(Key.on(69, 127))
    rig.render(2400)
    for message in messages { rig.receive(message) }
    rig.render(Int(seconds * Self.rate))
    return rig.left
  }

  /// The sharpest bend of the sound, its largest second difference.
  private func bend(_ sound: [Float], _ range: Range<Int>) -> Float {
    range.map { abs(sound[$0] - 2 * sound[$0 - 1] + sound[$0 - 2]) }.max()!
  }

  /// How far A4 is off, in cents, once a bend has settled.
  private func cents(_ sound: [Float], _ semitones: Double, _ kind: VoiceKind = .bass) -> Double {
    let wanted = 440 * exp2(semitones / 12)
    switch kind {
    // Long enough to tell the middle of the pad from its neighbours, and whole cycles of the lead's vibrato.
    case .pad:
      let window = 640 / wanted
      return meanCents(sound, near: wanted, rate: Self.rate, from: 0.6, seconds: window, window: window)
    case .lead: return meanCents(sound, near: wanted, rate: Self.rate, from: 0.4, seconds: 5)
    default: return meanCents(sound, near: wanted, rate: Self.rate, from: 0.2, seconds: 0.3)
    }
  }

  @Test(arguments: [VoiceKind.keys, .bell, .pluck, .bass, .pad, .lead], [16_383, 0] as [UInt16])
  func `the wheel bends a note that sounds by two semitones, within a cent`(_ kind: VoiceKind, _ wheel: UInt16) {
    let seconds = kind == .lead ? 6.0 : kind == .pad ? 4 : 1
    let bent = sound(kind, [Key.bend(wheel)], seconds: seconds)
    #expect(abs(cents(bent, wheel == 0 ? -2 : 2, kind)) < 1)
  }

  @Test(arguments: [VoiceKind.keys, .bell, .pluck, .bass, .pad, .lead])
  func `a note struck under a held wheel is bent from its first frame`(_ kind: VoiceKind) {
    let bent = sound(kind, before: [Key.bend(16_383)])
    let rig = EngineRig()
    rig.render(4800)
    let frequency = 440 * exp2(2.0 * 8191 / 8192 / 12)
    rig.send(.strike(NoteRequest(kind, frequency: frequency, velocity: 1, hold: .key)))
    rig.render(50_000)
    #expect(zip(bent, rig.left).allSatisfy { abs($0 - $1) < 2e-3 })
    #expect(bent.contains { abs($0) > 0.1 })
  }

  @Test func `the range of the wheel is that of registered parameter 0`() {
    #expect(abs(cents(sound(.bass, Key.range(12) + [Key.bend(16_383)]), 12 * 8191 / 8192)) < 1)
    #expect(abs(cents(sound(.bass, Key.range(24) + [Key.bend(0)]), -24)) < 1)
    #expect(abs(cents(sound(.bass, Key.range(0, cents: 50) + [Key.bend(16_383)]), 0.5)) < 1)
    // A wheel that is held follows the range.
    #expect(abs(cents(sound(.bass, [Key.bend(12_288)] + Key.range(7, cents: 50)), 3.75)) < 1)
    // A new coarse value takes the cents back.
    #expect(abs(cents(sound(.bass, Key.range(3, cents: 50) + Key.range(1) + [Key.bend(0)]), -1)) < 1)
  }

  @Test func `data entry reaches only a parameter that is selected`() {
    let null = [Key.control(101, 127), Key.control(100, 127)]
    let other = [Key.control(101, 0), Key.control(100, 1)]
    let unregistered = [Key.control(99, 0), Key.control(98, 0)]
    for deselect in [null, other, unregistered, [Key.control(121, 0)]] {
      let messages = Key.range(5) + deselect + [Key.control(6, 24), Key.control(38, 50), Key.bend(16_383)]
      #expect(abs(cents(sound(.bass, messages), 5 * 8191 / 8192)) < 1)
    }
    #expect(abs(cents(sound(.bass, [Key.control(6, 24), Key.bend(0)]), -2)) < 1)
  }

  @Test(arguments: [VoiceKind.bass, .keys])
  func `a wheel thrown from end to end moves the pitch without a step`(_ kind: VoiceKind) {
    let rig = EngineRig.keyboard(kind)
    for message in Key.range(12) + [Key.bend(0), Key.on(69, 127)] { rig.receive(message) }
    rig.render(4800)
    for value in [16_383, 0, 16_383, 9000, 16_383] as [UInt16] {
      rig.receive(Key.bend(value))
      rig.render(Int(value % 7) + 97)
    }
    rig.render(4800)
    // A jump of the phase by a thousandth of a turn would add 0.003 to the second difference, which is 0.015 at A5.
    let settled = bend(rig.left, rig.left.count - 4000..<rig.left.count)
    #expect(bend(rig.left, 4700..<5700) < settled * (kind == .keys ? 1.25 : 1.02))
  }

  @Test(arguments: [VoiceKind.keys, .bell, .pad])
  func `the modulation wheel swings by half a semitone, 5.2 times a second`(_ kind: VoiceKind) {
    let swung = sound(kind, [Key.control(1, 127)], seconds: 2.5)
    // Ten cycles, looked at 400 times.
    let times = (0..<400).map { 0.4 + Double($0) * 10 / 5.2 / 400 }
    let course = times.map { meanCents(swung, near: 440, rate: Self.rate, from: $0, seconds: 0.01, window: 0.02) }
    func swing(_ hertz: Double) -> Double {
      let parts = zip(times, course).map { ($1 * cos(2 * .pi * hertz * $0), $1 * sin(2 * .pi * hertz * $0)) }
      return hypot(parts.reduce(0) { $0 + $1.0 }, parts.reduce(0) { $0 + $1.1 }) / 200
    }
    // The pad beats: its pitch strays by some cents by itself.
    #expect(abs(swing(5.2) - 50) < (kind == .pad ? 8 : 2))
    #expect(swing(4.7) < 25 && swing(5.7) < 25)
  }

  @Test func `half a modulation wheel swings half as far, and the lead swings on top of its own`() {
    func depth(_ kind: VoiceKind, _ value: UInt8) -> Double {
      let swung = sound(kind, [Key.control(1, value)], seconds: 1.2)
      return stride(from: 0.5, to: 1, by: 0.005).map {
        meanCents(swung, near: 440, rate: Self.rate, from: $0, seconds: 0.01, window: 0.02)
      }.max()!
    }
    #expect(abs(depth(.keys, 64) - 25.2) < 1.5)
    #expect(abs(depth(.lead, 127) - 56.9) < 3)
  }

  @Test func `pluck and bass take no vibrato, and only pad and lead are pressed`() {
    for kind in [VoiceKind.pluck, .bass] { #expect(sound(kind, [Key.control(1, 127)]) == sound(kind)) }
    for kind in [VoiceKind.keys, .bell, .pluck, .bass] { #expect(sound(kind, [Key.press(127)]) == sound(kind)) }
  }

  @Test(arguments: [VoiceKind.pad, .lead])
  func `pressure opens the filter, evenly and without a step`(_ kind: VoiceKind) {
    func centroid(_ pressure: UInt8) -> Double {
      Spectrum.centroid(sound(kind, [Key.press(pressure)]).suffix(16_384), rate: Self.rate)
    }
    let course = [0, 32, 64, 96, 127].map { centroid($0) }
    #expect(zip(course, course.dropFirst()).allSatisfy { $0 * 1.02 < $1 })
    #expect(course[4] > 1.3 * course[0])
    // Moving, it bends no sharper than pressed in full.
    let rig = EngineRig.keyboard(kind)
    rig.after(Key.on(60, 127), frames: 30_000)
    rig.after(Key.press(127), frames: 30_000)
    #expect(bend(rig.left, 30_000..<31_100) < bend(rig.left, 40_000..<60_000) * 1.02)
  }

  @Test func `a reset brings wheel, vibrato and pressure back, and keeps the range`() {
    for kind in [VoiceKind.lead, .pad] {
      let messages = Key.range(5) + [Key.bend(16_383), Key.control(1, 127), Key.press(127), Key.control(121, 0)]
      let rig = EngineRig.keyboard(kind)
      for message in messages { rig.receive(message) }
      rig.render(4799)
      rig.after(Key.on(69, 127), frames: 2400)
      rig.render(48_000)
      #expect(rig.left == sound(kind))
    }
    let kept = Key.range(5) + [Key.control(121, 0), Key.bend(0)]
    #expect(abs(cents(sound(.bass, kept), -5)) < 1)
  }

  @Test func `wheels move their own channel and port alone, and no note of a line`() {
    let rig = EngineRig.keyboard(.bass)
    rig.send(.strike(NoteRequest(.bass, note: 69, velocity: 1, hold: .key)))
    rig.receive(Key.on(69, 127, channel: 1))
    rig.receive(Key.on(69, 127), port: 1)
    rig.render(2400)
    let plain = EngineRig.keyboard(.bass)
    plain.send(.strike(NoteRequest(.bass, note: 69, velocity: 1, hold: .key)))
    plain.receive(Key.on(69, 127, channel: 1))
    plain.receive(Key.on(69, 127), port: 1)
    plain.render(2400)
    for message in [Key.bend(16_383), Key.control(1, 127), Key.press(99)] { rig.receive(message) }
    rig.render(9600)
    plain.render(9600)
    #expect(rig.left == plain.left)
  }

  @Test func `a pulled cable lets the wheels spring back`() {
    let rig = EngineRig.keyboard(.bass)
    rig.after(Key.bend(16_383), Key.control(1, 127), Key.press(127), frames: 1000)
    rig.send(.releasePort(0))
    rig.render(4799 - 1000)
    rig.after(Key.on(69, 127), frames: 50_400)
    #expect(rig.left == sound(.bass))
  }
}
