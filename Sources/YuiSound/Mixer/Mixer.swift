// SPDX-License-Identifier: GPL-3.0-or-later

/// From the buses to the outputs: gains, limiter, meter.
///
/// - Thread: realtime.
struct Mixer: BitwiseCopyable {
  /// The gain of the sum: leaves room for several voices below full scale.
  private static var headroom: Float { @_noLocks get { 0.8 } }

  private var master = Ramp(at: 1)
  private var kit = Ramp(at: 1)
  private var pitched = Ramp(at: 1)
  private var click = Ramp(at: 1)
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

  /// Begins anew at another rate; the gains stay.
  mutating func setSampleRate(_ rate: Double) {
    let old = self
    self = Mixer(sampleRate: rate)
    master = Ramp(at: old.master.target)
    kit = Ramp(at: old.kit.target)
    pitched = Ramp(at: old.pitched.target)
    click = Ramp(at: old.click.target)
    limits = old.limits
  }

  /// Moves the master gain, 0...2, within 20 ms, or at once where nothing is heard that could click.
  @_noLocks
  mutating func setMaster(_ gain: Float, at frame: Int64, isSilent: Bool) {
    move(&master, to: gain, at: frame, isSilent: isSilent)
  }

  /// Moves the gain of a bus, 0...2, within 20 ms, or at once where nothing is heard that could click.
  @_noLocks
  mutating func setGain(of bus: Bus, _ gain: Float, at frame: Int64, isSilent: Bool) {
    let gain = gain > 0 ? min(gain, 2) : 0
    switch bus {
    case .kit: move(&kit, to: gain, at: frame, isSilent: isSilent)
    case .pitched: move(&pitched, to: gain, at: frame, isSilent: isSilent)
    case .click: move(&click, to: gain, at: frame, isSilent: isSilent)
    }
  }

  @_noLocks
  private func move(_ ramp: inout Ramp, to gain: Float, at frame: Int64, isSilent: Bool) {
    if isSilent { ramp = Ramp(at: gain) } else { ramp.move(to: gain, at: frame, over: Float(0.02 * sampleRate)) }
  }

  /// The most frames that one call of `mix` takes.
  var frameLimit: Int { @_noLocks get { meter.room } }

  /// Gives every bus its gain.
  @_noLocks
  func applyGains(_ buses: BusBuffers, _ frames: Int, at frame: Int64) {
    apply(kit, to: buses.kit, frames, at: frame)
    apply(pitched, to: buses.pitched, frames, at: frame)
    apply(click, to: buses.click, frames, at: frame)
  }

  @_noLocks
  private func apply(_ gain: Ramp, to sound: UnsafeMutablePointer<Float>, _ frames: Int, at frame: Int64) {
    let rests = gain.rests(at: frame)
    if rests, gain.target == 1 { return }
    // Adding zero leaves no zero with a sign behind.
    for index in 0..<frames {
      sound[index] = sound[index] * (rests ? gain.target : gain.value(at: frame + Int64(index))) + 0
    }
  }

  /// Turns the sums in both channels into what is put out, in place.
  ///
  /// - Returns: levels, where a window of the meter is full.
  @_noLocks
  mutating func mix(_ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>, at frame: Int64) -> Levels? {
    let rests = master.rests(at: frame)
    for index in left.indices {
      let gain = Mixer.headroom * (rests ? master.target : master.value(at: frame + Int64(index)))
      left[index] = clean(left[index] * gain)
      right[index] = clean(right[index] * gain)
    }
    if limits { limiter.limit(&left, &right) }
    return meter.add(left, right)
  }

  /// Turns the sound of a bus into what is put out of it alone: as in the mix, but not limited.
  @_noLocks
  func finish(_ sound: UnsafeMutablePointer<Float>, _ frames: Int, at frame: Int64) {
    let rests = master.rests(at: frame)
    for index in 0..<frames {
      let gain = Mixer.headroom * (rests ? master.target : master.value(at: frame + Int64(index)))
      sound[index] = clean(sound[index] * gain)
    }
  }

  /// A number that is none would silence whoever listens behind us.
  @_noLocks @inline(__always)
  private func clean(_ sample: Float) -> Float { sample.isFinite ? sample : 0 }
}
