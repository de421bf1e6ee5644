// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Synchronization
import Testing

@testable import YuiSound

/// Messages of a keyboard on a channel, short to write.
enum Key {
  static func on(_ note: UInt8, _ velocity: UInt8 = 100, channel: UInt8 = 0) -> MIDIMessage {
    .noteOn(channel: channel, note: note, velocity: velocity)
  }
  static func off(_ note: UInt8, channel: UInt8 = 0) -> MIDIMessage { .noteOff(channel: channel, note: note) }
  static func control(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0) -> MIDIMessage {
    .control(channel: channel, number: number, value: value)
  }
  static func program(_ number: UInt8, channel: UInt8 = 0) -> MIDIMessage {
    .program(channel: channel, number: number)
  }
}

extension EngineRig {
  /// Voices that sound, as the engine counted them after the last cycle.
  var voices: Int { link.counters.pointee.voices.load(ordering: .relaxed) }

  /// A rig whose keyboards play a voice that lasts as long as its key is down, and whose kit is the sixteen words in order.
  static func keyboard(_ sound: VoiceKind = .bass) -> EngineRig {
    var map = MIDIMap()
    for index in 0..<128 {
      map.drums[index] = VoiceKind.allCases[index % 16]
      map.programs[index] = [.keys, .pluck, .bell, .pad, .bass, .lead][index % 6]
    }
    let rig = EngineRig(map: map)
    rig.send(.keyboardSound(sound))
    rig.render(1)
    return rig
  }

  /// Receives messages now, then renders `frames`.
  func after(_ messages: MIDIMessage..., port: UInt8 = 0, frames: Int = 12_000) {
    for message in messages { receive(message, port: port) }
    render(frames)
  }
}

@Suite struct KeyboardTests {
  @Test func `M1 a note-on of velocity 0 releases`() {
    let rig = EngineRig.keyboard()
    rig.after(MIDIMessage(0x90, 0x3C, 0x40, count: 3)!)
    #expect(rig.voices == 1)
    rig.after(MIDIMessage(0x90, 0x3C, 0x00, count: 3)!)
    #expect(rig.voices == 0)
  }

  @Test func `M3 the pedal outlasts all-notes-off, a reset of controllers lifts it, all-sound-off cuts`() {
    let rig = EngineRig.keyboard()
    rig.after(Key.control(64, 127), Key.on(60), Key.on(64), Key.on(67))
    rig.after(Key.off(60))
    #expect(rig.voices == 3)
    rig.after(Key.control(123, 0))
    #expect(rig.voices == 3)
    rig.after(Key.control(121, 0))
    #expect(rig.voices == 0)
    rig.after(Key.on(60), Key.on(64), Key.on(67))
    rig.after(Key.control(120, 0), frames: 192)
    #expect(rig.voices == 0)
    #expect(rig.isQuiet)
  }

  @Test func `M3 all-notes-off without a pedal releases`() {
    let rig = EngineRig.keyboard()
    rig.after(Key.on(60), Key.on(64), Key.on(67, channel: 1))
    rig.after(Key.control(123, 0))
    #expect(rig.voices == 1)
  }

  @Test func `M4 a pedal is up only where it was lifted`() {
    let rig = EngineRig.keyboard()
    rig.after(Key.control(64, 127), Key.on(60), Key.off(60))
    rig.after(Key.control(64, 0, channel: 1))
    rig.receive(Key.control(64, 0), port: 1)
    rig.render(12_000)
    #expect(rig.voices == 1)
    rig.after(Key.control(64, 63))
    #expect(rig.voices == 0)
  }

  @Test func `a key pressed again under the pedal is one note, held by the key`() {
    let rig = EngineRig.keyboard()
    rig.after(Key.control(64, 127), Key.on(60), Key.off(60), Key.on(60))
    #expect(rig.voices == 1)
    rig.after(Key.control(64, 0))
    #expect(rig.voices == 1)
    rig.after(Key.off(60))
    #expect(rig.voices == 0)
  }

  @Test func `M6 the same key twice is struck again and one off ends it`() {
    let rig = EngineRig.keyboard()
    rig.after(Key.on(60), frames: 5000)
    let level = rig.left.suffix(1000).map { abs($0) }.max()!
    rig.after(Key.on(60))
    #expect(rig.voices == 1)
    #expect(abs(rig.left.suffix(1000).map { abs($0) }.max()! - level) < 0.01)
    rig.after(Key.off(60))
    #expect(rig.voices == 0)
  }

  @Test func `the same key on two channels and two ports is four notes`() {
    let rig = EngineRig.keyboard()
    for port in 0..<2 as Range<UInt8> { rig.after(Key.on(60), Key.on(60, channel: 1), port: port) }
    #expect(rig.voices == 4)
    rig.after(Key.off(60, channel: 1), port: 1)
    #expect(rig.voices == 3)
  }

  @Test func `a pulled cable releases its own port and lifts its pedals`() {
    let rig = EngineRig.keyboard()
    for port in 0..<3 as Range<UInt8> {
      rig.after(Key.control(64, 127, channel: 3), Key.on(60, channel: 3), Key.off(60, channel: 3), port: port)
      rig.after(Key.on(64), port: port)
    }
    rig.send(.strike(NoteRequest(.pad, velocity: 1, hold: .key, owner: .line(note: 60))))
    rig.render(64)
    #expect(rig.voices == 7)
    rig.send(.releasePort(1))
    rig.render(12_000)
    #expect(rig.voices == 5)
    // The pedal of that port is up: a new key does not stay.
    rig.after(Key.on(70, channel: 3), Key.off(70, channel: 3), port: 1)
    #expect(rig.voices == 5)
    rig.after(Key.on(70, channel: 3), Key.off(70, channel: 3), port: 2)
    #expect(rig.voices == 6)
  }

  @Test func `ports beyond the eighth are the eighth, in every way`() {
    let rig = EngineRig.keyboard()
    rig.after(Key.control(64, 127), Key.on(60), Key.off(60), port: 12)
    #expect(rig.voices == 1)
    rig.send(.releasePort(12))
    rig.render(12_000)
    #expect(rig.voices == 0)
    rig.after(Key.on(61), Key.off(61), port: 7)
    #expect(rig.voices == 0)
  }

  @Test func `the newest wins, of program changes on a channel and the sound for all`() {
    func sound(_ messages: [MIDIMessage], then voice: VoiceKind? = nil, channel: UInt8 = 0) -> [Float] {
      let rig = EngineRig.keyboard(.lead)
      for message in messages { rig.receive(message) }
      if let voice { rig.send(.keyboardSound(voice)) }
      rig.render(63)
      rig.after(Key.on(60, channel: channel), frames: 5000)
      return rig.left
    }
    let lead = sound([])
    let bell = sound([Key.program(2)])
    #expect(bell != lead)
    #expect(sound([Key.program(2)], channel: 1) == lead)
    #expect(sound([Key.program(3), Key.program(2)]) == bell)
    #expect(sound([Key.program(2)], then: .lead) == lead)
    #expect(sound([], then: .bell) == bell)
    let rig = EngineRig.keyboard(.pad)
    rig.send(.keyboardSound(.lead))
    rig.render(63)
    rig.after(Key.program(2), Key.on(60), frames: 5000)
    #expect(rig.left == bell)
  }

  @Test func `channel 10 plays the kit and nothing lets it go`() {
    let rig = EngineRig.keyboard()
    rig.after(Key.program(2, channel: 9), Key.on(0, 127, channel: 9), Key.off(0, channel: 9), frames: 20_000)
    let kick = EngineRig()
    kick.render(1)
    kick.send(.strike(NoteRequest(.kick, velocity: 1)))
    kick.render(20_000)
    #expect(rig.left == kick.left)
    // Note 8 is the crash, which rings for three seconds.
    rig.after(Key.on(8, channel: 9), Key.off(8, channel: 9), Key.control(123, 0, channel: 9), frames: 48_000)
    #expect(rig.voices == 1)
  }

  @Test func `each key is reported with its velocity and frame`() {
    let rig = EngineRig.keyboard()
    rig.cycle(64, [(5, Key.on(60, 99)), (9, Key.off(60)), (9, Key.on(36, 1, channel: 9))])
    let keys = rig.events.compactMap { event -> [Int64]? in
      guard case .key(_, let channel, let note, let velocity, let frame) = event else { return nil }
      return [Int64(channel), Int64(note), Int64(velocity), frame]
    }
    #expect(keys == [[0, 60, 99, 6], [0, 60, 0, 10], [9, 36, 1, 10]])
  }
}
