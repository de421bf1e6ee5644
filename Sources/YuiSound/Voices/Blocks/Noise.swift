// SPDX-License-Identifier: GPL-3.0-or-later

/// White noise that sounds alike at every sample rate.
///
/// At 48 kHz it is uniform in -1...1. At other rates it is scaled by `√(rate / 48000)`, which keeps its density (power
/// per hertz) and so the level of any band cut out of it; above 50 kHz a low-pass at 21600 Hz, whose noise bandwidth is
/// the 24 kHz of the original, keeps out what nobody hears.
///
/// - Source: the generator is G. Marsaglia's 32-bit xorshift (Journal of Statistical Software 8:14, 2003) with the
///   shifts 13, 17, 5.
struct Noise {
  private var state: UInt32
  private let gain: Float
  private let isWide: Bool
  private var band: StateVariableFilter

  /// Starts a series.
  ///
  /// - Parameters:
  ///   - seed: the state before the first value; 0, from which nothing would come, stands for 0x12345678.
  ///   - sampleRate: frames per second.
  /// - Thread: realtime.
  @_noLocks
  init(seed: UInt32, sampleRate: Double) {
    state = seed == 0 ? 0x1234_5678 : seed
    gain = Float(RealtimeMath.squareRoot(sampleRate / 48000)) * 0x1p-31
    isWide = sampleRate > 50000
    band = StateVariableFilter(.lowPass(21600, sampleRate: sampleRate))
  }

  /// Overwrites all octets with the next values.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func fill(_ octets: Octets) {
    var state = state
    for index in 0..<octets.count {
      var integers = SIMD8<Int32>(repeating: 0)
      for i in 0..<8 {
        state ^= state &<< 13
        state ^= state &>> 17
        state ^= state &<< 5
        integers[i] = Int32(bitPattern: state)
      }
      octets[index] = Octet(rounding: integers) * gain
    }
    self.state = state
    if isWide { band.run(octets) }
  }
}
