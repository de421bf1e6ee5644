// SPDX-License-Identifier: GPL-3.0-or-later

/// A hand clap: three bursts of noise 11 ms apart and a tail.
///
/// - Output: mono, overwrites; peak up to 1.8 at velocity 1.
/// - Thread: realtime.
struct Clap {
  private var noise: Noise
  private var highPass: StateVariableFilter
  private var lowPass: StateVariableFilter
  private var bursts: Bursts
  private var tail: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    noise = Noise(seed: strike.seed, sampleRate: rate)
    highPass = StateVariableFilter(.highPass(900, sampleRate: rate))
    lowPass = StateVariableFilter(.lowPass(4200, sampleRate: rate))
    bursts = Bursts(peak: 1.3 * v, gap: strike.frames(0.011), tau: 0.008, sampleRate: rate)
    tail = .hit(0.8 * v, tau: 0.09, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    noise.fill(octets)
    highPass.run(octets)
    lowPass.run(octets)
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (bursts, tail) = (self.bursts, self.tail)
    for index in 0..<octets.count {
      octets[index] *= bursts.next() + tail.next()
    }
    (self.bursts, self.tail) = (bursts, tail)
  }
}

/// A level that jumps to its peak three times, at even gaps, and decays after each.
private struct Bursts {
  private let peak: Float
  private let gap: Int32
  private var framesToNext: Int32
  private var burstsToCome: Int32 = 2
  private var decay: Envelope

  @_noLocks
  init(peak: Float, gap: Int32, tau: Double, sampleRate: Double) {
    self.peak = peak
    self.gap = gap
    framesToNext = gap
    decay = .hit(peak, tau: tau, attack: 0, sampleRate: sampleRate)
  }

  @_noLocks @inline(__always)
  mutating func next() -> Octet {
    let levels = decay.next()
    if burstsToCome == 0 { return levels }
    framesToNext &-= 8
    return framesToNext < 0 ? restarted(levels) : levels
  }

  /// Lets the next burst begin in its frame of the octet.
  @_noLocks
  private mutating func restarted(_ levels: Octet) -> Octet {
    let start = Int(framesToNext &+ 8)
    var rest = decay
    rest.restart(peak)
    let burst = rest.next()
    decay.restart(peak)
    decay.skip(8 - start)
    framesToNext &+= gap
    burstsToCome &-= 1
    var levels = levels
    for i in start..<8 {
      levels[i] = burst[i - start]
    }
    return levels
  }
}
