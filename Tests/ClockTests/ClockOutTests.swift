// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Testing

@testable import YuiSound

@Suite struct ClockOutTests {
  private func playing(
    _ tempo: Double, rate: Double = 48_000, shift: Int64 = 0, always: Bool = false, steps: Int = 16
  ) -> EngineRig {
    let rig = EngineRig(sampleRate: rate)
    rig.send(.clockShift(shift))
    rig.send(.clockAlways(always))
    rig.send(.put(slot: 0, loop(tempo, steps: steps)))
    rig.send(.start(1))
    return rig
  }

  @Test(
    arguments: [(110.0, 48_000.0), (127, 48_000), (133.7, 48_000), (110, 44_100), (127, 44_100), (133.7, 44_100)])
  func `every clock of a minute is within half a frame of the grid, the last as well as the first`(
    _ tempo: Double, _ rate: Double
  ) {
    let rig = playing(tempo, rate: rate, shift: 512)
    rig.render(Int(60 * rate), cycle: { 256 })
    #expect(rig.ticks.count >= Int(tempo * 24) - 2)
    for (index, frame) in rig.ticks.enumerated() {
      let exact = Double(index) * rate * 60 / (tempo * 24)
      #expect(abs(Double(frame - 512) - exact) <= 0.5)
    }
  }

  @Test(arguments: [(133.0, 44_100.0), (127.0, 48_000.0)])
  func `K1 ten minutes of clocks do not drift`(_ tempo: Double, _ rate: Double) {
    let rig = playing(tempo, rate: rate)
    rig.render(Int(600 * rate), cycle: { 4096 })
    let last = rig.ticks.count - 1
    let exact = Double(last) * rate * 60 / (tempo * 24)
    #expect(abs(Double(rig.ticks[last]) - exact) <= 0.5)
    #expect(last >= Int(600 * tempo / 60 * 24) - 1)
  }

  @Test(arguments: [0, 512, 2000, -256, -480] as [Int64])
  func `K3 Start and the first clock share the stamp of the beat plus the shift`(_ shift: Int64) throws {
    let rig = playing(120, shift: shift)
    rig.render(96_000, cycle: { 128 })
    let start = try #require(rig.clock.first)
    #expect(start.bytes[0] == ClockMessage.startByte)
    let beat = try #require(rig.steps(of: 0).first).frame
    #expect(beat == max(0, -shift))
    #expect(start.frame == beat + shift)
    #expect(rig.clock[1].bytes[0] == ClockMessage.clockByte)
    #expect(rig.clock[1].frame == start.frame)
    for step in rig.steps(of: 0) where step.place % 4 == 0 {
      #expect(rig.ticks.contains(step.frame + shift) || step.frame + shift > 96_000 - 128)
    }
  }

  @Test func `K4 clocks go on while stopped where that is wanted, and follow a new tempo`() {
    let rig = playing(120, always: true)
    rig.render(48_000)
    rig.send(.stop(1))
    rig.render(48_000)
    rig.send(.patch(slot: 0, .tempo, loop(60)))
    rig.render(96_000)
    let gaps = zip(rig.ticks, rig.ticks.dropFirst()).map { $1 - $0 }
    #expect(rig.ticks.prefix(96).enumerated().allSatisfy { $1 == Int64($0) * 1000 })
    #expect(Set(gaps) == [1000, 2000])
    #expect(gaps.drop { $0 == 1000 }.allSatisfy { $0 == 2000 })
    #expect(rig.transport.map { $0.bytes[0] } == [0xFA, 0xFC, 0xF2])
  }

  @Test func `K4 without the wish for it a stopped clock is silent`() {
    let rig = playing(120)
    rig.render(48_000)
    rig.send(.stop(1))
    rig.render(48_000 * 5)
    #expect(rig.ticks.last! < 48_000)
  }

  @Test func `a start falls on the next clock of a stopped clock that runs`() {
    let rig = EngineRig()
    rig.send(.clockAlways(true))
    rig.send(.put(slot: 0, loop(120)))
    rig.render(10_123)
    rig.send(.start(1))
    rig.render(48_000)
    #expect(rig.steps(of: 0).first?.frame == 11_000)
    #expect(rig.transport.first?.bytes == [0xFA])
    #expect(rig.transport.first?.frame == 11_000)
    #expect(rig.ticks.enumerated().allSatisfy { $1 == Int64($0) * 1000 })
  }

  @Test func `K5 a halt sends the song position, and going on sends Continue with the clock of the next sixteenth`() {
    let rig = playing(120)
    rig.render(6000 * 18 + 100)
    rig.send(.stop(1))
    rig.render(20_000)
    rig.send(.resume(1))
    rig.render(48_000)
    let sent = rig.transport
    #expect(sent.map { $0.bytes[0] } == [0xFA, 0xFC, 0xF2, 0xFB])
    // Sixteenth 19 is the next one unsounded; a loop of 16 wraps within 14 bits only.
    #expect(sent[2].bytes == [0xF2, 19, 0])
    #expect(sent[3].frame == 6000 * 18 + 100 + 20_000)
    #expect(rig.ticks.contains(sent[3].frame))
    let after = rig.steps(of: 0).drop { $0.frame < sent[3].frame }
    #expect(after.first?.place == 3)
    #expect(after.first?.frame == sent[3].frame)
  }

  @Test func `a song position wraps at a whole number of loops within fourteen bits`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(240, steps: 5)))
    rig.send(.start(1))
    // Five eighths are ten sixteenths: 16384 holds 1638 rounds.
    rig.render(3000 * 16_390 + 10, cycle: { 8192 })
    rig.send(.stop(1))
    rig.render(64)
    #expect(rig.transport.last?.bytes == [0xF2, UInt8((16_391 % 16_380) & 0x7F), UInt8((16_391 % 16_380) >> 7)])
  }

  @Test(arguments: [480, -480] as [Int64])
  func `K6 a shift changed while playing is reached in order, none lost or doubled`(_ change: Int64) {
    let rig = playing(120, shift: 512)
    rig.render(48_000 * 4 + 77)
    rig.send(.clockShift(512 + change * 3))
    rig.render(48_000 * 4)
    let gaps = zip(rig.ticks, rig.ticks.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= 500 && $0 <= 1500 })
    let shifts = rig.ticks.enumerated().map { $1 - Int64($0) * 1000 }
    #expect(shifts.first == 512)
    #expect(shifts.last == 512 + change * 3)
    let moving = shifts.filter { $0 != 512 && $0 != 512 + change * 3 }
    #expect(moving.count <= 3)
    #expect(rig.ticks.count >= 8 * 48 - 2)
  }

  @Test(arguments: [(1, 0), (100, 64), (480, 0), (23_000, 64)])
  func `K15 Stop never overtakes clocks that are due`(_ after: Int, _ shift: Int64) {
    let rig = playing(127, shift: shift * 100)
    rig.render(after, cycle: { 32 })
    rig.send(.stop(1))
    rig.render(30_000, cycle: { 32 })
    #expect(rig.transport.map { $0.bytes[0] } == [0xFA, 0xFC, 0xF2])
    let stop = rig.transport[1].frame
    #expect(stop == Int64(after) + shift * 100)
    #expect(rig.ticks.allSatisfy { $0 <= stop })
    #expect(rig.ticks.last == rig.clock[rig.clock.count - 3].frame)
    let due = (Double(after) / (48_000 * 60 / (127 * 24))).rounded(.up)
    #expect(rig.ticks.count == Int(due))
  }

  @Test func `a source that goes leaves the clock unbroken to one of the same tempo and beat`() {
    let rig = playing(120)
    rig.send(.put(slot: 1, .metronome(beatsPerMinute: 120, beats: 4, subdivision: 1)))
    rig.render(30_000)
    rig.send(.start(2))
    rig.render(70_000)
    #expect(rig.steps(of: 1).first?.frame == 48_000)
    rig.send(.stop(1))
    rig.render(96_000)
    #expect(rig.transport.map { $0.bytes[0] } == [0xFA])
    #expect(rig.ticks.enumerated().allSatisfy { $1 == Int64($0) * 1000 })
  }

  @Test func `a source of another tempo takes over with Stop and Start on its beat`() {
    let rig = playing(120)
    rig.send(.put(slot: 1, .metronome(beatsPerMinute: 90, beats: 4, subdivision: 1)))
    rig.send(.start(2))
    rig.render(70_000)
    rig.send(.stop(1))
    rig.render(96_000)
    #expect(rig.transport.map { $0.bytes[0] } == [0xFA, 0xFC, 0xFA])
    #expect(rig.transport[1].frame == 70_000)
    #expect(rig.transport[2].frame == 96_000)
    #expect(rig.steps(of: 1).contains { $0.frame == 96_000 })
  }

  @Test func `a loop that starts over a metronome becomes the source on its beat`() {
    let rig = EngineRig()
    rig.send(.put(slot: 3, .metronome(beatsPerMinute: 100, beats: 4, subdivision: 1)))
    rig.send(.start(8))
    rig.render(40_000)
    rig.send(.put(slot: 0, loop(100)))
    rig.send(.start(1))
    rig.render(100_000)
    #expect(rig.steps(of: 0).first?.frame == 57_600)
    #expect(rig.transport.map { $0.bytes[0] } == [0xFA])
    #expect(rig.ticks.enumerated().allSatisfy { $1 == Int64($0) * 1200 })
  }

  @Test func `K14 a metronome over a loop clicks first on the loop's next unswung beat`() {
    let rig = EngineRig()
    rig.send(.put(slot: 0, loop(120, steps: 8, swing: 60)))
    rig.send(.put(slot: 1, .metronome(beatsPerMinute: 120, beats: 4, subdivision: 1)))
    rig.send(.start(1))
    rig.render(24_000 * 3 + 13_000)
    rig.send(.start(2))
    rig.render(96_000)
    #expect(rig.steps(of: 1).first?.frame == 96_000)
  }

  @Test func `what played before a lost server goes on after it with Stop, position, Continue and a clock`() {
    let rig = playing(120, shift: 256)
    rig.render(6000 * 5 + 17)
    let mask = rig.suspend()
    rig.resume(mask, sampleRate: 48_000)
    rig.render(96_000)
    let sent = rig.transport.map { $0.bytes }
    #expect(sent == [[0xFA], [0xFC], [0xF2, 6, 0], [0xFB]])
    let again = rig.steps(of: 0).drop { $0.frame < 6000 * 5 + 17 }
    #expect(again.first?.place == 6)
    #expect(again.first?.frame == 30_017)
    #expect(rig.transport[3].frame == 30_273)
  }

  @Test func `a server of another rate keeps the tempo and the place`() {
    let rig = playing(120)
    rig.render(6000 * 5 + 17)
    let mask = rig.suspend()
    rig.resume(mask, sampleRate: 96_000)
    rig.render(96_000)
    let again = rig.steps(of: 0).drop { $0.frame < 6000 * 5 + 17 }.map(\.frame)
    #expect(zip(again, again.dropFirst()).allSatisfy { $1 - $0 == 12_000 })
  }
}
