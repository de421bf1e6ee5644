// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Foundation
import TestSupport
import Testing

@testable import YuiSound

@Suite struct RoomTests {
  static let rates = [22_050.0, 44_100, 48_000, 96_000]

  /// What a room gives back of `input` on both sides, worked on in parts of `part` frames.
  private func answer(
    _ input: [Float], rate: Double = 48_000, wet: Float = 1, part: Int = 256,
    isSilent: UnsafeMutablePointer<Bool>? = nil
  ) -> (left: [Float], right: [Float]) {
    var room = Room(sampleRate: rate, wet: wet)
    var left = [Float](repeating: .nan, count: input.count)
    var right = left
    var done = 0
    input.withUnsafeBufferPointer { input in
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          while done < input.count {
            let count = min(part, input.count - done)
            let (l, r) = (left.baseAddress! + done, right.baseAddress! + done)
            if !room.render(input.baseAddress! + done, into: l, r, count: count, at: Int64(done)) {
              l.update(repeating: 0, count: count)
              r.update(repeating: 0, count: count)
            }
            done += count
          }
        }
      }
    }
    isSilent?.pointee = room.isSilent
    return (left, right)
  }

  private func impulse(_ seconds: Double, rate: Double) -> [Float] {
    [1] + [Float](repeating: 0, count: Int(seconds * rate))
  }

  private func noise(_ frames: Int) -> [Float] {
    var dice = Dice(21)
    return (0..<frames).map { _ in Float.random(in: -1...1, using: &dice) }
  }

  private func power(_ sound: ArraySlice<Float>) -> Double {
    sound.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, sound.count))
  }

  @Test func `what is left is faded out in 4 ms without a step, and forgotten`() {
    var room = Room(sampleRate: 48_000, wet: 1)
    let input = noise(24_000) + [Float](repeating: 0, count: 24_000)
    var (left, right) = ([Float](repeating: 0, count: input.count), [Float](repeating: 0, count: input.count))
    var whole = answer(input).left
    for done in stride(from: 0, to: input.count, by: 100) {
      if done == 24_000 { room.clear(at: 24_000) }
      let isWet = room.render(
        Array(input[done..<done + 100]), into: &left, &right, count: 100, at: Int64(done), from: done)
      #expect(isWet == (done < 24_200))
    }
    #expect(left[..<24_000] == whole[..<24_000])
    for frame in 24_000..<24_192 { whole[frame] *= 1 - Float(frame - 24_000) / 192 }
    #expect(zip(left[24_000..<24_192], whole[24_000..<24_192]).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(left[24_192...].allSatisfy { $0 == 0 } && right[24_192...].allSatisfy { $0 == 0 })
    let isSilent = room.isSilent
    #expect(isSilent)
  }

  @Test(arguments: rates)
  func `nothing comes back before 12 ms, and something within 14`(_ rate: Double) {
    let sides = answer(impulse(0.1, rate: rate), rate: rate)
    for side in [sides.left, sides.right] {
      #expect(side.prefix(Int(0.012 * rate)).allSatisfy { $0 == 0 })
      #expect(side[...Int(0.014 * rate)].contains { abs($0) > 1e-3 })
    }
  }

  @Test(arguments: rates)
  func `its amplitude falls to 1/e in 0.28 s`(_ rate: Double) {
    let sides = answer(impulse(2, rate: rate), rate: rate)
    for side in [sides.left, sides.right] {
      // What is left of the energy, at 0.1 s and at 1.2 s (Schroeder 1965).
      let left = { power(side[Int($0 * rate)...]) * Double(side.count - Int($0 * rate)) }
      let decay = 2 * 1.1 / log(left(0.1) / left(1.2))
      #expect(abs(decay - 0.28) < 0.028, "\(decay) s")
      // Evenly: half of it alone says the same.
      let half = 2 * 0.4 / log(left(0.15) / left(0.55))
      #expect(abs(half - 0.28) < 0.04, "\(half) s")
    }
  }

  @Test func `it passes 250 to 5000 Hz and little outside`() {
    let sides = answer(impulse(1.36, rate: 48_000))
    let size = 1 << 16
    let powers = Spectrum.power(sides.left.prefix(size).map(Double.init), size: size)
    func mean(_ low: Double, _ high: Double) -> Double {
      let band = powers[Int(low / 48_000 * Double(size))..<Int(high / 48_000 * Double(size))]
      return 10 * log10(band.reduce(0, +) / Double(band.count))
    }
    let middle = mean(600, 2500)
    // Butterworth of the second order: 3 dB down at the edges, 12 dB an octave beyond. Over a band the modes even out to 1 dB.
    #expect(abs(mean(240, 260) - middle + 3) < 3)
    #expect(abs(mean(4800, 5200) - middle + 3) < 1.5)
    #expect(mean(50, 70) - middle < -20 && mean(12_000, 20_000) - middle < -15)
    #expect(abs(mean(400, 800) - middle) < 1.5 && abs(mean(2500, 4000) - middle) < 1.5)
  }

  @Test func `it does not flutter, and grows dense within a fifth of a second`() {
    let sides = answer(impulse(1.1, rate: 48_000))
    for side in [sides.left, sides.right] {
      // Without its decay, the echo says how much comes back at a regular distance.
      let late = (4800..<4800 + 32_768).map { Double(side[$0]) * exp(Double($0) / 48_000 / 0.28) }
      let whole = late.reduce(0) { $0 + $1 * $1 }
      for lag in stride(from: 480, to: 4800, by: 1) {
        var sum = 0.0
        for index in stride(from: 0, to: late.count - lag, by: 3) { sum += late[index] * late[index + lag] }
        #expect(abs(sum) * 3 < 0.3 * whole, "\(lag)")
      }
      // Of dense noise 32 in 100 samples lie beyond its deviation (Abel and Huang 2006).
      let part = side[9600..<10_560]
      let deviation = Float(power(part).squareRoot())
      #expect(Double(part.filter { abs($0) > deviation }.count) > 0.85 * 0.3173 * 960)
    }
  }

  @Test func `its sides differ as much as two rooms do, and are as loud as each other`() {
    let sides = answer(noise(96_000))
    let (left, right) = (sides.left[24_000...], sides.right[24_000...])
    let product = zip(left, right).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } / Double(left.count)
    #expect(abs(product) / (power(left) * power(right)).squareRoot() < 0.15)
    #expect(abs(10 * log10(power(left) / power(right))) < 0.7)
  }

  @Test(arguments: rates)
  func `a steady noise within its band comes back wet times as loud`(_ rate: Double) {
    var filter = SteppedFilter(.bandPass(1200, q: 2, sampleRate: rate))
    let sound = noise(Int(3 * rate))
    let band = sound.map { filter.next($0) }
    let sides = answer(band, rate: rate, wet: 0.18)
    let tail = Int(rate)
    for side in [sides.left, sides.right] {
      let level = 10 * log10(power(side[tail...]) / power(band[tail...]))
      // 0.18 is -14.9 dB; the room's own resonances even out to a part of a decibel.
      #expect(abs(level + 14.9) < 1.2, "\(level) dB")
    }
  }

  @Test func `the tail of a loud sound ends in exact zeros, without a denormal number, and then nothing is left`() {
    let sound = noise(4800) + [Float](repeating: 0, count: 4 * 48_000)
    var isSilent = false
    let sides = answer(sound, wet: 0.18, isSilent: &isSilent)
    for side in [sides.left, sides.right] {
      let last = side.lastIndex { $0 != 0 }!
      #expect(last > 4800 + 48_000 && Double(last) < 4800 + 3.6 * 48_000)
      // What is forgotten is below what a recording of 16 bits can hold.
      #expect(side[last - 4000...last].allSatisfy { abs($0) < 1.0 / 65_536 })
      #expect(side.allSatisfy { $0 == 0 || $0.isNormal })
    }
    #expect(isSilent)
  }

  @Test func `any split into parts gives the same samples, also when it falls silent and wakes`() {
    var sound = noise(1000).map { $0 * 0.01 } + [Float](repeating: 0, count: 130_000)
    for index in 120_003..<120_100 { sound[index] = 0.5 }
    for index in 125_003..<125_008 { sound[index] = 1e-9 }
    let whole = answer(sound, part: 100_000)
    for part in [1, 7, 64, 1000] {
      let parts = answer(sound, part: part)
      #expect(parts.left == whole.left && parts.right == whole.right)
    }
  }

  @Test func `wild samples do no lasting harm`() {
    var sound = noise(48_000 * 5)
    for (index, wild) in [.nan, .infinity, -.infinity, 1e30, -1e38].enumerated() as EnumeratedSequence<[Float]> {
      sound[100 + index * 50] = wild
    }
    for index in 48_000..<sound.count { sound[index] = 0 }
    let sides = answer(sound)
    #expect((sides.left + sides.right).allSatisfy { $0.isFinite && abs($0) < 64 })
    #expect(sides.left.suffix(4800).allSatisfy { $0 == 0 })
  }
}

@Suite struct RoomInEngineTests {
  private static let pitched: [Command] = [60, 64, 67].map {
    .strike(NoteRequest(.pluck, note: $0, velocity: 1, hold: .frames(9600)))
  }

  private func rig(_ commands: [Command], room: Float? = 0, frames: Int = 48_000) -> EngineRig {
    let rig = EngineRig(room: room)
    for command in commands { rig.send(command) }
    rig.render(frames)
    return rig
  }

  @Test func `the dry sound stays as it is, in the middle, and the room comes 12 ms behind it`() {
    let dry = rig(Self.pitched)
    let wet = rig(Self.pitched, room: nil)
    #expect(!dry.sidesDiffer && wet.sidesDiffer)
    #expect(zip(dry.left, wet.left).prefix(576).allSatisfy { $0.bitPattern == $1.bitPattern })
    #expect(zip(dry.left, wet.right).prefix(576).allSatisfy { $0.bitPattern == $1.bitPattern })
    let room = zip(wet.left, dry.left).map { $0 - $1 }
    let part = room.map { Double($0) * Double($0) }.reduce(0, +) / dry.left.map { Double($0) * Double($0) }.reduce(0, +)
    #expect(abs(10 * log10(part) + 14.9) < 4)
  }

  @Test func `a room of 0 gives the bits of the dry sound, also once it was turned there`() {
    let turned = rig([.room(0.5)] + Self.pitched, room: nil, frames: 20_000)
    turned.send(.room(0))
    turned.render(20_000)
    let dry = rig(Self.pitched, frames: 40_000)
    #expect(turned.left[20_960...] == dry.left[20_960...] && turned.right[20_960...] == dry.left[20_960...])
    #expect(turned.left[..<20_000] != dry.left[..<20_000])
  }

  @Test func `drums and clicks have no room`() {
    let drums: [Command] = [.kick, .snare, .hat, .crash, .pop, .tick].map {
      .strike(NoteRequest($0, velocity: 1))
    }
    let click = Command.strike(NoteRequest(.bell, velocity: 1, bus: .click))
    #expect(!rig(drums + [click], room: 1).sidesDiffer)
  }

  @Test func `quiet is when the tail has ended`() {
    let engine = EngineRig(room: nil)
    for command in Self.pitched { engine.send(command) }
    engine.render(33_000)
    #expect(engine.link.counters.pointee.voices.load(ordering: .relaxed) == 0)
    #expect(!engine.isQuiet)
    engine.render(Int(3.2 * 48_000))
    #expect(engine.isQuiet)
    #expect(engine.left.suffix(4800).allSatisfy { $0.bitPattern == 0 })
  }

  @Test func `a room turned while it sounds moves evenly, and another rate begins silent`() {
    let engine = rig(Self.pitched, room: 1, frames: 9600)
    engine.send(.room(0))
    engine.render(2400)
    let dry = rig(Self.pitched, frames: 12_000)
    let room = zip(engine.left, dry.left).map { $0 - $1 }
    let steps = zip(room, room.dropFirst()).map { abs($1 - $0) }
    #expect(steps[9590..<10_600].max()! <= steps[5000..<9590].max()! * 1.1)
    engine.send(.room(1))
    engine.render(2400)
    _ = engine.suspend()
    engine.resume(0, sampleRate: 96_000)
    let start = engine.left.count
    engine.render(48_000)
    #expect(engine.left[start...].allSatisfy { $0 == 0 })
  }
}

extension Room {
  /// Writes what comes back of `input` into two arrays from an index on.
  fileprivate mutating func render(
    _ input: [Float], into left: inout [Float], _ right: inout [Float], count: Int, at frame: Int64, from start: Int
  ) -> Bool {
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        render(input, into: left.baseAddress! + start, right.baseAddress! + start, count: count, at: frame)
      }
    }
  }
}
