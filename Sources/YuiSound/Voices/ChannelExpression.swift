// SPDX-License-Identifier: GPL-3.0-or-later

/// What the controllers of a MIDI channel do to its notes, each along a line to where it was moved.
///
/// - Thread: realtime.
struct ChannelExpression: BitwiseCopyable {
  /// Volume times expression, linear.
  var gain = Ramp(at: 1)
  /// The pitch wheel, semitones.
  var bend = Ramp(at: 0)
  /// How far the vibrato of the modulation wheel goes to either side, semitones.
  var vibrato = Ramp(at: 0)
  /// Channel pressure, 0...1.
  var pressure = Ramp(at: 0)

  /// Whether a note that is `pitch` semitones off and pressed by `pressure` stays as it is from `frame` on.
  @_noLocks
  func keeps(pitch: Float, pressure: Float, vibrates: Bool, at frame: Int64) -> Bool {
    bend.rests(at: frame) && bend.target == pitch && self.pressure.rests(at: frame) && self.pressure.target == pressure
      && (!vibrates || vibrato.rests(at: frame) && vibrato.target == 0)
  }
}

/// The expression of every MIDI channel of every port.
///
/// - Thread: realtime, except `init` and `deinit`.
struct ChannelExpressions: ~Copyable {
  /// Ports × 16 channels.
  static var count: Int { @_noLocks get { 128 } }

  private let channels: UnsafeMutablePointer<ChannelExpression>

  init() {
    channels = .allocate(capacity: ChannelExpressions.count)
    channels.initialize(repeating: ChannelExpression(), count: ChannelExpressions.count)
  }

  deinit { channels.deallocate() }

  /// The expression of a channel, given as port × 16 + channel; nil for none.
  @_noLocks
  func of(_ channel: UInt8?) -> UnsafePointer<ChannelExpression>? {
    guard let channel else { return nil }
    return UnsafePointer(channels + Int(channel) % ChannelExpressions.count)
  }

  /// Moves a channel to where its controllers stand: gain and bend within 5 ms, vibrato and pressure within 20.
  @_noLocks
  mutating func move(_ channel: Int, to controllers: ChannelControllers, at frame: Int64, sampleRate: Double) {
    let expression = channels + channel % ChannelExpressions.count
    let quick = Float(0.005 * sampleRate)
    let slow = Float(0.02 * sampleRate)
    expression.pointee.gain.move(to: controllers.gain, at: frame, over: quick)
    expression.pointee.bend.move(to: controllers.bendSemitones, at: frame, over: quick)
    expression.pointee.vibrato.move(to: controllers.vibratoSemitones, at: frame, over: slow)
    expression.pointee.pressure.move(to: Float(controllers.pressure) / 127, at: frame, over: slow)
  }
}
