// SPDX-License-Identifier: GPL-3.0-or-later

/// A snare drum: a short sine at 190 Hz under a longer band of noise, saturated.
///
/// - Output: mono, overwrites; peak below 1 at velocity 1.
/// - Thread: realtime.
struct Snare {
  private var phase = Phase()
  private let increment: UInt32
  private var body: Envelope
  private var noise: Noise
  private var highPass: StateVariableFilter
  private var lowPass: StateVariableFilter
  private var wires: Envelope
  private let drive = Drive(1.3, level: 0.8)

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    increment = Phase.increment(frequency: 190, sampleRate: rate)
    body = .hit(0.8 * v, tau: 0.06, sampleRate: rate)
    noise = Noise(seed: strike.seed, sampleRate: rate)
    highPass = StateVariableFilter(.highPass(1200, sampleRate: rate))
    lowPass = StateVariableFilter(.lowPass(7500, sampleRate: rate))
    wires = .hit(1.4 * v, tau: 0.12, sampleRate: rate)
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
    var (phase, body, wires) = (self.phase, self.body, self.wires)
    for index in 0..<octets.count {
      let tone = RealtimeMath.sine(phase.next(increment)) * body.next()
      octets[index] = drive(tone + octets[index] * wires.next())
    }
    (self.phase, self.body, self.wires) = (phase, body, wires)
  }
}
