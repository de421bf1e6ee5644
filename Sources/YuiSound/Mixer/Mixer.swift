// SPDX-License-Identifier: GPL-3.0-or-later

/// From the sum of the voices to the two outputs: gain, limiter, meter.
///
/// - Thread: realtime.
struct Mixer: BitwiseCopyable {
  /// The gain of the sum: leaves room for several voices below full scale.
  private static var headroom: Float { @_noLocks get { 0.8 } }

  private var master = Ramp(at: 1)
  private var limiter: SoftLimiter
  private var meter: Meter
  private var sampleRate: Double
  /// Whether the limiter works.
  var limits = true

  @_noLocks
  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    limiter = SoftLimiter(sampleRate: sampleRate)
    meter = Meter(sampleRate: sampleRate)
  }

  /// Begins anew at another rate; the master gain stays.
  mutating func setSampleRate(_ rate: Double) {
    let old = self
    self = Mixer(sampleRate: rate)
    master = Ramp(at: old.master.target)
    limits = old.limits
  }

  /// Moves the master gain, 0...2, within 20 ms, or at once where nothing is heard that could click.
  @_noLocks
  mutating func setMaster(_ gain: Float, at frame: Int64, isSilent: Bool) {
    if isSilent {
      master = Ramp(at: gain)
    } else {
      master.move(to: gain, at: frame, over: Float(0.02 * sampleRate))
    }
  }

  /// The most frames that one call of `mix` takes.
  var room: Int { @_noLocks get { meter.room } }

  /// Writes a mono sum to both channels.
  ///
  /// - Returns: levels, where a window of the meter is full.
  @_noLocks
  mutating func mix(
    _ mono: borrowing MutableSpan<Float>, into left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>,
    at frame: Int64
  ) -> Levels? {
    let rests = master.rests(at: frame)
    for index in mono.indices {
      let gain = rests ? master.target : master.value(at: frame + Int64(index))
      let sample = mono[index] * (Mixer.headroom * gain)
      // A number that is none would silence whoever listens behind us.
      let clean = sample.isFinite ? sample : 0
      left[index] = clean
      right[index] = clean
    }
    if limits { limiter.limit(&left, &right) }
    return meter.add(left, right)
  }
}
