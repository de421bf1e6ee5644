// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Testing

@testable import YuiSound

@Suite struct BusTests {
  private static let notes: [Command] = [
    .strike(NoteRequest(.kick, velocity: 0.8)), .strike(NoteRequest(.keys, note: 64, velocity: 0.6)),
    .strike(NoteRequest(.tick, velocity: 0.5, bus: .click)), .strike(NoteRequest(.pop, note: 72, velocity: 0.5)),
  ]

  private func rig(_ commands: [Command], limiter: Bool = false, splits: Bool = true, frames: Int = 12_000) -> EngineRig
  {
    let rig = EngineRig(limiter: limiter, room: 0.3)
    rig.splits = splits
    for command in commands { rig.send(command) }
    rig.render(frames)
    return rig
  }

  @Test func `drums are kit, notes and bars are pitched, and only what says so is a click`() {
    let pitched: [VoiceKind] = [.bell, .keys, .pluck, .pad, .bass, .lead, .bar, .hum]
    for kind in VoiceKind.allCases { #expect(kind.bus == (pitched.contains(kind) ? .pitched : .kit)) }
    #expect(NoteRequest(.tick, velocity: 1).bus == .kit)
    #expect(NoteRequest(.tick, frequency: 2000, velocity: 1, bus: .click).bus == .click)
    #expect(PlayerSettings.click(at: 0, ticksPerPlace: 24, slot: 0).bus == .click)
  }

  @Test func `each bus has its own notes and nothing else`() {
    let all = rig(Self.notes)
    let kit = rig([Self.notes[0], Self.notes[3]])
    let keys = rig([Self.notes[1]])
    let click = rig([.strike(NoteRequest(.kick, velocity: 0)), .strike(NoteRequest(.keys, velocity: 0)), Self.notes[2]])
    #expect(all.kit.contains { abs($0) > 0.3 } && all.click.contains { abs($0) > 0.1 })
    #expect(all.kit.prefix(100) == kit.kit.prefix(100))
    #expect(all.pitchedLeft == keys.pitchedLeft && all.pitchedRight == keys.pitchedRight)
    #expect(all.click == click.click)
    #expect(keys.kit.allSatisfy { $0 == 0 } && keys.click.allSatisfy { $0 == 0 })
    #expect(kit.pitchedLeft.allSatisfy { $0 == 0 })
  }

  @Test func `without the limiter the buses are together the main pair, which is the same bits as ever`() {
    for limiter in [false, true] {
      let split = rig([.master(0.7)] + Self.notes, limiter: limiter)
      let plain = rig([.master(0.7)] + Self.notes, limiter: limiter, splits: false)
      #expect(split.left == plain.left && split.right == plain.right)
      guard !limiter else { continue }
      for index in split.left.indices {
        let dry = split.kit[index] + split.click[index]
        #expect(abs(split.left[index] - (dry + split.pitchedLeft[index])) < 1e-6)
        #expect(abs(split.right[index] - (dry + split.pitchedRight[index])) < 1e-6)
      }
      #expect(split.sidesDiffer)
    }
  }

  @Test func `the gain of a bus is its own, and the room follows that of what plays notes`() {
    let plain = rig(Self.notes)
    for bus in Bus.allCases {
      let gained = rig([.busGain(bus, 0.25)] + Self.notes)
      func same(_ gain: Float, _ one: [Float], _ other: [Float]) -> Bool {
        zip(one, other).allSatisfy { abs($0 * gain - $1) < 1e-6 }
      }
      #expect(same(bus == .kit ? 0.25 : 1, plain.kit, gained.kit))
      #expect(same(bus == .click ? 0.25 : 1, plain.click, gained.click))
      #expect(same(bus == .pitched ? 0.25 : 1, plain.pitchedLeft, gained.pitchedLeft))
      #expect(same(bus == .pitched ? 0.25 : 1, plain.pitchedRight, gained.pitchedRight))
    }
  }

  @Test func `a gain turned while its bus sounds gets there in 20 ms`() {
    let turned = rig([.strike(NoteRequest(.tom, velocity: 1))], frames: 960)
    turned.send(.busGain(.kit, 0))
    turned.render(2000)
    let plain = rig([.strike(NoteRequest(.tom, velocity: 1))], frames: 2960)
    #expect(abs(turned.kit[960 + 480] - plain.kit[960 + 480] / 2) < 1e-3)
    #expect(turned.kit[(960 + 961)...].allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `a bus that nobody wants may be left out`() {
    let link = EngineLink()
    defer { link.deallocate() }
    var engine = Engine(Engine.Configuration(sampleRate: 48_000), link: link)
    for command in Self.notes { #expect(link.send(LaneCommand(lane: 0, command))) }
    var left = [Float](repeating: .nan, count: 512)
    var (right, click) = (left, left)
    var (kit, pitchedLeft, pitchedRight) = ([Float](), [Float](), [Float]())
    engine.takeCommands()
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    var clickSpan = click.mutableSpan
    var kitSpan = kit.mutableSpan
    var pitchedLeftSpan = pitchedLeft.mutableSpan
    var pitchedRightSpan = pitchedRight.mutableSpan
    engine.renderSplit(
      left: &leftSpan, right: &rightSpan, kit: &kitSpan, pitchedLeft: &pitchedLeftSpan,
      pitchedRight: &pitchedRightSpan, click: &clickSpan)
    for sound in [left, right, click] {
      #expect(sound.allSatisfy { $0.isFinite } && sound.contains { abs($0) > 0.1 })
    }
    #expect(kit.isEmpty && pitchedLeft.isEmpty && pitchedRight.isEmpty)
  }
}
