// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import HeapCounter
import TestSupport
import Testing

@testable import YuiSound

@Suite struct HeapTests {
  @Test func `the counter sees an allocation of this thread`() {
    let before = heap_calls()
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1000)
    memory.initialize(repeating: 3, count: 1000)
    let between = heap_calls()
    #expect(memory[999] == 3)
    memory.deallocate()
    #expect(between > before)
    #expect(heap_calls() > between)
  }

  @Test func `20,000 renders of 256 frames with notes, keys and patches never touch the heap`() {
    let link = EngineLink(commands: 64)
    var map = MIDIMap()
    for index in 0..<128 { map.drums[index] = VoiceKind.allCases[index % 16] }
    var configuration = Engine.Configuration(sampleRate: 48_000)
    configuration.map = map
    var engine = Engine(configuration, link: link)
    defer { link.deallocate() }
    var left = [Float](repeating: 0, count: 256)
    var right = left
    var dice = Dice(3)
    var loud = 0
    func send(_ command: Command, lane: Int = 0) { #expect(link.send(LaneCommand(lane: lane, command))) }
    for slot in 0..<4 { send(.put(slot: slot, loop(120, [(.kick, "x.x.x.x."), (.bass, "..x...x.")]))) }
    send(.start(15))
    var calls = 0
    for turn in 0..<20_000 {
      let kind = VoiceKind.allCases[turn % VoiceKind.allCases.count]
      if turn % 3 == 0 { send(.strike(NoteRequest(kind, velocity: 1, hold: .key, owner: .line(note: 60)))) }
      if turn % 29 == 0 { send(.release(.lines)) }
      if turn % 7 == 0 {
        let settings = loop(Double.random(in: 60...300, using: &dice), swing: 30, [(kind, "xxxx.xxx.x.x")])
        send(.patch(slot: turn % 4, .all, settings))
      }
      if turn % 61 == 0 { send(.clockShift(Int64.random(in: -900...900, using: &dice))) }
      if turn % 301 == 0 { send(.stop(UInt32(turn % 16))) }
      if turn % 302 == 0 { send(.start(15), lane: 1) }
      let key = MIDIMessage.noteOn(channel: UInt8(turn % 16), note: UInt8(turn % 128), velocity: 99)
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      let before = heap_calls()
      engine.takeCommands()
      if turn % 5 == 0 { engine.receive(key, port: 1) }
      engine.render(left: &leftSpan, right: &rightSpan)
      while engine.takeClock() != nil {}
      calls += heap_calls() - before
      while link.receive() != nil {}
      if abs(left[128]) > 0.1 { loud += 1 }
    }
    #expect(calls == 0)
    #expect(loud > 5000)
  }
}
