// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Foundation
import TestSupport
import Testing

@testable import YuiSound

/// What came out of a mixer: both channels and the levels that it measured.
private struct Mix {
  var left: [Float] = []
  var levels: [Levels] = []

  /// Mixes mono samples in parts of at most 100 frames; `each` is called before each part with its first frame.
  init(_ mono: [Float], rate: Double = 48_000, limits: Bool = true, each: (Int, inout Mixer) -> Void = { _, _ in }) {
    var mixer = Mixer(sampleRate: rate)
    mixer.limits = limits
    var done = 0
    while done < mono.count {
      each(done, &mixer)
      let count = min(100, min(mixer.frameLimit, mono.count - done))
      var l = Array(mono[done..<done + count])
      var r = l
      var leftSpan = l.mutableSpan
      var rightSpan = r.mutableSpan
      let levels = mixer.mix(&leftSpan, &rightSpan, at: Int64(done))
      if let levels { self.levels.append(levels) }
      precondition(zip(l, r).allSatisfy { $0.bitPattern == $1.bitPattern }, "the channels differ")
      left += l
      done += count
    }
  }
}

private func sine(_ hertz: Double, _ peak: Float, frames: Int) -> [Float] {
  (0..<frames).map { Float(sin(2 * Double.pi * hertz * Double($0) / 48_000)) * peak }
}

@Suite struct MixerTests {
  @Test func `whatever comes in, full scale is never exceeded and everything is finite`() {
    var dice = Dice(1)
    let wild: [Float] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e20, .leastNonzeroMagnitude, 0,
    ]
    let noise = (0..<100_000).map { index -> Float in
      index % 37 == 0 ? wild.randomElement(using: &dice)! : Float.random(in: -8...8, using: &dice)
    }
    for sound in [noise, sine(50, 40, frames: 50_000), [Float](repeating: 1e30, count: 5000)] {
      #expect(Mix(sound).left.allSatisfy { $0.isFinite && abs($0) < 1 })
    }
    #expect(Mix(noise, limits: false).left.allSatisfy { $0.isFinite })
    #expect(Mix(noise).levels.allSatisfy { $0.leftPower.isFinite && $0.leftPeak < 1 })
  }

  @Test func `one wild sample does not silence what follows for long`() {
    var sound = sine(440, 0.5, frames: 96_000)
    sound[100] = 1e37
    let mixed = Mix(sound).left
    #expect(mixed[48_000...].contains { abs($0) > 0.39 })
  }

  @Test func `below its threshold the limiter changes no bit`() {
    var dice = Dice(2)
    // The headroom of 0.8 is before the limiter.
    let sound = (0..<50_000).map { _ in Float.random(in: -0.874...0.874, using: &dice) }
    let (on, off) = (Mix(sound), Mix(sound, limits: false))
    #expect(zip(on.left, off.left).allSatisfy { $0.bitPattern == $1.bitPattern })
    #expect(zip(off.left, sound).allSatisfy { $0 == $1 * 0.8 })
  }

  @Test(arguments: [0.9, 1.25, 2, 5] as [Float])
  func `a sine that bursts in and out is bent without a corner`(_ peak: Float) {
    let hertz = 110.0
    let edges = [4800, 28_800, 76_800]
    var sound = sine(hertz, 0.1, frames: edges[0]) + sine(hertz, peak, frames: edges[1] - edges[0])
    sound += sine(hertz, 0.1, frames: edges[2] - edges[1]) + sine(hertz, peak, frames: 4800)
    let mixed = Mix(sound).left
    // The second difference of a sine of amplitude a that passes a curve f is at most a w² + (a w)² max|f''|; at the knee
    // f'' is 2 over the room above it. A clipped sine would turn by a whole a w in one frame.
    let slope = Float(2 * Double.pi * hertz / 48_000)
    let a = peak * 0.8
    let room = SoftLimiter.ceiling - SoftLimiter.threshold
    // What the moving gain adds was measured: 0.0004 where it begins to fall.
    let bound = a * slope * slope + a * a * slope * slope * 2 / room + 0.0006
    #expect(bound < a * slope / 2)
    // Where the sine itself changes its peak its slope has a corner, which is not the limiter's.
    let turns = (2..<mixed.count).filter { index in !edges.contains { index == $0 || index == $0 + 1 } }
    let sharpest = turns.map { abs(mixed[$0] - 2 * mixed[$0 - 1] + mixed[$0 - 2]) }.max()!
    #expect(sharpest <= bound)
    #expect(mixed.allSatisfy { abs($0) < 1 })
  }

  @Test func `the gain of the limiter moves by less than a fortieth a frame`() {
    let peak: Float = 4
    let sound = [Float](repeating: 0.2, count: 1000) + [Float](repeating: peak, count: 4800)
    let loud = Mix(sound).left.dropFirst(1000)
    // Under a constant input the output shows the gain, bent; it falls evenly to the threshold and never rises.
    let falls = zip(loud, loud.dropFirst()).map { $0 - $1 }
    #expect(falls.allSatisfy { $0 >= -1e-6 && $0 < 0.025 })
    #expect(abs(loud.last! - 0.7) < 0.01)
  }

  @Test func `a master gain moves along a line of 20 ms and rests exactly`() {
    let ones = [Float](repeating: 1, count: 10_000)
    let mixed = Mix(ones, limits: false) { frame, mixer in
      if frame == 1000 { mixer.setMaster(0.25, at: 1000, isSilent: false) }
    }.left
    #expect(mixed[0..<1001].allSatisfy { $0 == 0.8 })
    for index in 1001..<1960 { #expect(abs(mixed[index] - 0.8 * (1 - 0.75 * Float(index - 1000) / 960)) < 1e-6) }
    #expect(mixed[1960...].allSatisfy { $0 == 0.2 })
  }

  @Test func `a master gain turned again on its way goes on from where it is`() {
    let ones = [Float](repeating: 1, count: 5000)
    let mixed = Mix(ones, limits: false) { frame, mixer in
      if frame == 1000 { mixer.setMaster(0, at: 1000, isSilent: false) }
      if frame == 1500 { mixer.setMaster(2, at: 1500, isSilent: false) }
    }.left
    let steps = zip(mixed, mixed.dropFirst()).map { abs($0 - $1) }
    #expect(steps.max()! < 0.8 * 2 / 960 + 1e-6)
    #expect(mixed.last == 1.6)
  }

  @Test func `the meter of a sine reads its power and its peak`() throws {
    let mix = Mix(sine(1000, 0.5, frames: 48_000), limits: false)
    #expect(mix.levels.count == 20)
    for levels in mix.levels {
      // Half the square of the peak of 0.4; 50 whole periods in a window.
      #expect(abs(levels.leftPower - 0.08) < 1e-5)
      #expect(abs(levels.leftPeak - 0.4) < 1e-6)
      #expect(levels.leftPower == levels.rightPower && levels.leftPeak == levels.rightPeak)
    }
  }

  @Test func `L8 sixteen full pads on one sample stay below full scale without a step`() {
    let rig = EngineRig(limiter: true)
    let drums = VoiceKind.allCases.prefix(16)
    for drum in drums { rig.send(.strike(NoteRequest(drum, velocity: 1))) }
    rig.render(150_000)
    let free = EngineRig(limiter: false)
    for drum in drums { free.send(.strike(NoteRequest(drum, velocity: 1))) }
    free.render(150_000)
    #expect(free.left.contains { abs($0) > 1.2 })
    #expect(rig.left.allSatisfy { abs($0) < 1 })
    // Limited over unlimited is the gain; where the curve does not bend it moves by less than a fortieth a frame.
    var (gain, place): (Float, Int) = (1, -1)
    for index in rig.left.indices where abs(free.left[index]) > 0.02 && abs(rig.left[index]) < 0.69 {
      let next = rig.left[index] / free.left[index]
      #expect(abs(next - gain) <= Float(index - place) / 40)
      (gain, place) = (next, index)
    }
    #expect(zip(rig.left, free.left).allSatisfy { abs($0) <= abs($1) + 1e-6 && $0 * $1 >= 0 })
  }

  @Test func `after everything has ended the output is exactly zero`() {
    let rig = EngineRig(limiter: true)
    for kind in VoiceKind.allCases { rig.send(.strike(NoteRequest(kind, velocity: 1))) }
    rig.send(.master(1.5))
    rig.render(48_000 * 5)
    #expect(rig.isQuiet)
    #expect(rig.left.suffix(20_000).allSatisfy { $0 == 0 })
    // No denormal number on the way there either.
    #expect(rig.left.allSatisfy { $0 == 0 || $0.isNormal })
  }
}
