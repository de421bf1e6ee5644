// SPDX-License-Identifier: GPL-3.0-or-later

/// The gain of each MIDI channel of each port: volume times expression, smoothed.
///
/// - Thread: realtime, except `init` and `deinit`.
struct ChannelGains: ~Copyable {
  /// Ports × 16 channels.
  static var count: Int { @_noLocks get { 128 } }

  private let ramps: UnsafeMutablePointer<Ramp>

  init() {
    ramps = .allocate(capacity: ChannelGains.count)
    ramps.initialize(repeating: Ramp(at: 1), count: ChannelGains.count)
  }

  deinit { ramps.deallocate() }

  /// The gain of a channel, given as port × 16 + channel; 1 for none.
  @_noLocks
  func gain(of channel: UInt8?) -> Ramp {
    guard let channel else { return Ramp(at: 1) }
    return ramps[Int(channel) % ChannelGains.count]
  }

  /// Moves a channel's gain to `gain`, 0...1, within `frames`.
  @_noLocks
  mutating func move(_ channel: UInt8, to gain: Float, at frame: Int64, over frames: Float) {
    ramps[Int(channel) % ChannelGains.count].move(to: gain, at: frame, over: frames)
  }
}
