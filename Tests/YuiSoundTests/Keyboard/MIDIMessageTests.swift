// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import TestSupport
import Testing

@testable import YuiSound

@Suite struct MIDIMessageTests {
  private func read(_ bytes: [UInt8]) -> MIDIMessage? {
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    return MIDIMessage(byte(0), byte(1), byte(2), count: bytes.count)
  }

  @Test func `channel messages are read as MIDI has them`() {
    #expect(read([0x93, 60, 64]) == .noteOn(channel: 3, note: 60, velocity: 64))
    #expect(read([0x90, 60, 0]) == .noteOff(channel: 0, note: 60))
    #expect(read([0x8F, 127, 64]) == .noteOff(channel: 15, note: 127))
    #expect(read([0xB9, 64, 127]) == .control(channel: 9, number: 64, value: 127))
    #expect(read([0xC1, 5]) == .program(channel: 1, number: 5))
    #expect(read([0xD2, 99]) == .pressure(channel: 2, value: 99))
    #expect(read([0xE0, 0, 64]) == .bend(channel: 0, value: 8192))
    #expect(read([0xEF, 0x7F, 0x7F]) == .bend(channel: 15, value: 16_383))
    #expect(read([0xE3, 1, 0]) == .bend(channel: 3, value: 1))
  }

  @Test func `what lies behind a short message is not read`() {
    #expect(MIDIMessage(0xC1, 5, 0xF7, count: 2) == .program(channel: 1, number: 5))
  }

  @Test func `everything else is passed over`() {
    let others: [[UInt8]] = [
      [], [0x90], [0x90, 60], [0x90, 60, 64, 1], [0x90, 0x80, 64], [0x90, 60, 0x80], [0xC0], [0xC0, 5, 5],
      [0xC0, 0x85],
      [0xA0, 60, 99], [0xD0], [0xD0, 1, 2], [0xE0, 1], [0xE0, 0x80, 1], [0xB0, 7], [0x3C, 64], [0x3C, 64, 64], [0xF8],
      [0xF0, 1, 0xF7], [0xFF, 0, 0], [0xF2, 1, 2],
    ]
    for bytes in others { #expect(read(bytes) == nil, "\(bytes)") }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `M5 a hundred thousand random events leave nothing stuck`(_ seed: UInt64) {
    var dice = Dice(seed)
    let rig = EngineRig.keyboard(.pad)
    rig.keepsSound = false
    for turn in 0..<25_000 {
      let count = Int.random(in: 0...300, using: &dice) / (Bool.random(using: &dice) ? 1 : 60)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }
      if count > 0, Bool.random(using: &dice) {
        bytes[0] = [0x90, 0x80, 0xB0, 0xC0, 0xF8, 0xF0, 0xD0, 0xE0, 0xA0][turn % 9] | bytes[0] & 15
      }
      if count > 1, turn % 3 == 0 { bytes[1] = [64, 123, 121, 7, 11, 60, 1, 6, 100, 101].randomElement(using: &dice)! }
      if count > 2, turn % 4 > 0 { bytes[2] &= 0x7F }
      if let message = read(bytes) { rig.receive(message, port: UInt8.random(in: 0...9, using: &dice)) }
      if turn % 8 == 0 { rig.render(16, cycle: { 16 }) }
    }
    rig.render(16)
    #expect(rig.voices > 8)
    for port in 0..<8 as Range<UInt8> {
      for channel in 0..<16 as Range<UInt8> { rig.receive(Key.control(123, 0, channel: channel), port: port) }
      rig.send(.releasePort(port))
    }
    // Drums and bells ring out within three seconds.
    rig.render(3 * 48_000 + 1000, cycle: { 1024 })
    #expect(rig.voices == 0)
    #expect(rig.isQuiet)
  }
}
