// SPDX-License-Identifier: GPL-3.0-or-later

/// A cowbell: two squares, 540 and 800 Hz, through a band-pass.
///
/// - Output: mono, overwrites; peak below 1 at velocity 1.
/// - Thread: realtime.
struct Cow {
  private var low = Phase()
  private var high = Phase()
  private let lowIncrement: UInt32
  private let highIncrement: UInt32
  private let lowWave: BandLimited
  private let highWave: BandLimited
  private var bandPass: StateVariableFilter
  private var envelope: Envelope

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    lowIncrement = Phase.increment(frequency: 540, sampleRate: rate)
    highIncrement = Phase.increment(frequency: 800, sampleRate: rate)
    lowWave = BandLimited(increment: lowIncrement)
    highWave = BandLimited(increment: highIncrement)
    bandPass = StateVariableFilter(.bandPass(900, q: 2, sampleRate: rate))
    envelope = .hit(0.5 * v, tau: 0.07, sampleRate: rate)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (low, high, envelope) = (self.low, self.high, self.envelope)
    for index in 0..<octets.count {
      octets[index] = lowWave.square(low.next(lowIncrement)) + highWave.square(high.next(highIncrement))
    }
    (self.low, self.high) = (low, high)
    bandPass.run(octets)
    for index in 0..<octets.count { octets[index] *= envelope.next() }
    self.envelope = envelope
  }
}
