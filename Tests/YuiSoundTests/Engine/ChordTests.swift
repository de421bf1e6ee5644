// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Testing

@testable import YuiSound

private let owner = NoteOwner.hands(on: 7)

private func chord(_ notes: [UInt8], gap: Double = 0.025, voice: VoiceKind = .pluck) -> ChordStroke {
  var chord = ChordStroke(voice, velocity: 0.75, gap: gap, length: 1.4, owner: owner)
  for note in notes { chord.append(note) }
  return chord
}

private func string(_ note: UInt8, rate: Double, velocity: Float = 0.75) -> Command {
  .strike(
    NoteRequest(.pluck, note: note, velocity: velocity, hold: .frames(Int64((1.4 * rate).rounded())), owner: owner))
}

@Suite struct ChordTests {
  @Test(arguments: [44_100.0, 48_000, 96_000])
  func `the strings of a strummed chord start 25 ms apart to the frame`(_ rate: Double) {
    let notes: [UInt8] = [45, 57, 60, 64, 67]
    let strummed = EngineRig(sampleRate: rate)
    strummed.play([(1001, .command(.strum(chord(notes))))], frames: Int(rate)) { 77 }
    let struck = EngineRig(sampleRate: rate)
    let cues = notes.enumerated().map { index, note in
      let start = 1001 + Int64((Double(index) * 0.025 * rate + 0.5).rounded(.down))
      return (frame: start, input: EngineRig.Input.command(string(note, rate: rate)))
    }
    struck.play(cues, frames: Int(rate)) { 512 }
    #expect(strummed.left.first { $0 != 0 } != nil)
    #expect(strummed.left == struck.left)
  }

  @Test func `without a gap all strings start together`() {
    let together = EngineRig()
    together.play([(10, .command(.strum(chord([60, 64], gap: 0))))], frames: 9600)
    let struck = EngineRig()
    struck.play(
      [(10, .command(string(60, rate: 48_000))), (10, .command(string(64, rate: 48_000)))], frames: 9600)
    #expect(together.left == struck.left)
  }

  @Test func `no string sounds after a cut or a release 30 ms into the chord`() {
    for command in [Command.cut(.one(owner)), .cut(.hands), .cut(.everyone), .release(.hands)] {
      let rig = EngineRig()
      rig.play(
        [(0, .command(.strum(chord([45, 57, 60, 64])))), (1440, .command(command))], frames: 48_000)
      let alone = EngineRig()
      alone.play(
        [
          (0, .command(string(45, rate: 48_000))), (1200, .command(string(57, rate: 48_000))),
          (1440, .command(command)),
        ], frames: 48_000)
      #expect(rig.left == alone.left)
      #expect(rig.isQuiet)
    }
  }

  @Test func `an engine with a string still to come is not quiet`() {
    let rig = EngineRig()
    rig.play([(0, .command(.strikeLater(NoteRequest(.tick, velocity: 1), 4800)))], frames: 4000)
    #expect(!rig.isQuiet)
    rig.render(48_000)
    #expect(rig.isQuiet)
    #expect(rig.left.firstIndex { $0 != 0 }.map { (4800..<4804).contains($0) } == true)
  }

  @Test func `more notes than can wait sound at once instead of never`() {
    let rig = EngineRig(voices: 256)
    for _ in 0..<WaitingNotes.places { rig.send(.strikeLater(NoteRequest(.tick, velocity: 0.1), 48_000)) }
    rig.render(480)
    #expect(rig.left.allSatisfy { $0 == 0 })
    rig.send(.strikeLater(NoteRequest(.tick, velocity: 0.1), 48_000))
    rig.render(480)
    #expect(rig.left.contains { $0 != 0 })
  }

  @Test func `nothing of a chord is left when the ports go`() {
    let rig = EngineRig()
    rig.play([(0, .command(.strum(chord([45, 57, 60, 64]))))], frames: 600)
    _ = rig.suspend()
    let start = rig.left.count
    rig.render(9600)
    #expect(rig.left[start...].allSatisfy { $0 == 0 })
  }
}

@Suite struct ChordKeyTests {
  private func rig(_ count: Int) -> EngineRig {
    let rig = EngineRig()
    rig.send(.chordKey(0, chord([60, 64, 67])))
    rig.send(.chordKey(1, chord([62, 65, 69])))
    rig.send(.chordKeys(count))
    return rig
  }

  @Test func `the white keys from C3 are the buttons, in order`() {
    let names = [48, 50, 52, 53, 55, 57, 59, 60, 62]
    #expect(names.map { ChordKeys.button(of: UInt8($0)) } == Array(0..<9))
    #expect([47, 49, 51, 54, 56, 58, 61].allSatisfy { ChordKeys.button(of: UInt8($0)) == nil })
    #expect(ChordKeys.button(of: 127) == ChordKeys.limit - 1)
  }

  @Test func `a white key strikes its chord at its frame and velocity`() {
    let keyed = rig(2)
    keyed.play([(333, .message(.noteOn(channel: 0, note: 50, velocity: 64)))], frames: 9600) { 200 }
    let struck = EngineRig()
    var expected = chord([62, 65, 69])
    expected.velocity = 0.75 * 64 / 127
    struck.play([(333, .command(.strum(expected)))], frames: 9600)
    #expect(keyed.left == struck.left)
    #expect(keyed.left.contains { $0 != 0 })
    let keys = keyed.events.compactMap {
      if case .key(_, _, let note, _, let frame) = $0 { (note, frame) } else { nil }
    }
    #expect(keys.map(\.0) == [50] && keys.map(\.1) == [333])
  }

  @Test(arguments: [(49, 2), (47, 2), (52, 2), (48, 0)] as [(UInt8, Int)])
  func `keys that are no buttons stay keys`(_ note: UInt8, _ count: Int) {
    let keyed = rig(count)
    let plain = EngineRig()
    for rig in [keyed, plain] {
      rig.play(
        [
          (10, .message(.noteOn(channel: 0, note: note, velocity: 100))),
          (4000, .message(.noteOff(channel: 0, note: note))),
        ], frames: 24_000)
    }
    #expect(keyed.left == plain.left)
  }

  @Test func `the kit's channel strikes no chord`() {
    let keyed = rig(2)
    let plain = EngineRig()
    for rig in [keyed, plain] {
      rig.play([(10, .message(.noteOn(channel: 9, note: 48, velocity: 100)))], frames: 9600)
    }
    #expect(keyed.left == plain.left)
  }

  @Test func `all sound off ends a chord with its strings to come`() {
    let keyed = rig(2)
    keyed.play(
      [
        (0, .message(.noteOn(channel: 0, note: 48, velocity: 100))),
        (600, .message(.control(channel: 0, number: 120, value: 0))),
      ], frames: 9600)
    #expect(keyed.left[2000...].allSatisfy { $0 == 0 })
    #expect(keyed.isQuiet)
  }
}
