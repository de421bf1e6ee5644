// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the wheels, pedals and knobs of a MIDI channel stand, and what they mean.
///
/// - Thread: realtime.
/// - Source: MIDI 1.0 Detailed Specification 4.2; what a reset keeps is RP-015.
struct ChannelControllers: BitwiseCopyable {
  /// The registered parameter number that selects none.
  private static var noParameter: UInt16 { @_noLocks get { 0x3FFF } }
  /// The widest bend, semitones.
  private static var widestBend: UInt8 { @_noLocks get { 96 } }
  /// The wheel in its middle.
  private static var centre: UInt16 { @_noLocks get { 8192 } }

  var pedal = false
  private(set) var volume: UInt8 = 127
  private(set) var expression: UInt8 = 127
  private(set) var modulation: UInt8 = 0
  var pressure: UInt8 = 0
  /// The pitch wheel, 0...16383.
  var bend = ChannelControllers.centre
  /// How far the pitch wheel goes to either side: semitones and cents.
  private var bendRange: UInt8 = 2
  private var bendRangeCents: UInt8 = 0
  /// What data entry sets: a registered parameter number.
  private var parameter = ChannelControllers.noParameter

  @_noLocks
  init() {}

  /// Volume and expression as the General MIDI guidelines have them: each the square of its value.
  var gain: Float {
    @_noLocks get {
      let volume = Float(volume) / 127
      let expression = Float(expression) / 127
      return volume * volume * expression * expression
    }
  }

  /// The bend in semitones.
  var bendSemitones: Float {
    @_noLocks get {
      let range = Float(bendRange) + Float(bendRangeCents) / 100
      return (Float(bend) - Float(ChannelControllers.centre)) / Float(ChannelControllers.centre) * range
    }
  }

  /// The vibrato of the modulation wheel: up to 50 cents to either side, as in General MIDI 2.
  var vibratoSemitones: Float { @_noLocks get { Float(modulation) / 127 * 0.5 } }

  /// Moves a controller that changes how notes sound; others are passed over.
  @_noLocks
  mutating func set(_ number: UInt8, to value: UInt8) {
    switch number {
    case 1: modulation = value
    case 7: volume = value
    case 11: expression = value
    // A new coarse value begins at no cents.
    case 6 where parameter == 0: (bendRange, bendRangeCents) = (min(value, ChannelControllers.widestBend), 0)
    case 38 where parameter == 0: bendRangeCents = min(value, 99)
    case 100: parameter = parameter & 0x3F80 | UInt16(value)
    case 101: parameter = parameter & 0x7F | UInt16(value) &<< 7
    // A parameter that is not registered: none of ours.
    case 98, 99: parameter = ChannelControllers.noParameter
    default: break
    }
  }

  /// Takes back all but volume, program and the range of the wheel.
  @_noLocks
  mutating func reset() {
    pedal = false
    expression = 127
    parameter = ChannelControllers.noParameter
    springBack()
  }

  /// Nobody touches wheels and keys any more.
  @_noLocks
  mutating func springBack() {
    modulation = 0
    pressure = 0
    bend = ChannelControllers.centre
  }
}
