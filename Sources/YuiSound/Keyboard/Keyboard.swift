// SPDX-License-Identifier: GPL-3.0-or-later

/// What MIDI keyboards do to the voices: keys, pedal, wheels, pressure, volume and programs of every port and channel.
///
/// Channel 10 strikes the kit; the others play the newest sound chosen, be it by a program change on that channel or by the
/// control side.
///
/// - Thread: realtime.
struct Keyboard: BitwiseCopyable {
  /// The most ports; those beyond are the last.
  static var ports: Int { @_noLocks get { 8 } }
  /// The channel of the kit, counted from 0.
  private static var kitChannel: UInt8 { @_noLocks get { 9 } }

  /// The sound of a channel without a program.
  private(set) var sound = VoiceKind.keys
  private var channels = InlineArray<128, ChannelControllers>(repeating: ChannelControllers())
  /// The voice of a channel's program change, where it is newer than the keyboard's own sound.
  private var programs = InlineArray<128, VoiceKind?>(repeating: nil)
  /// How loud a velocity is.
  var curve = VelocityCurve.linear
  /// Keys that strike chords.
  var chordKeys = ChordKeys()
  private let map: MIDIMap

  @_noLocks
  init(map: MIDIMap) { self.map = map }

  /// Chooses the sound of every channel.
  @_noLocks
  mutating func setSound(_ voice: VoiceKind) {
    sound = voice
    for index in programs.indices { programs[index] = nil }
  }

  /// Plays a message that arrived on `port` at `frame`.
  ///
  /// - Returns: the key that moved, with its velocity, 0 for up.
  @_noLocks
  mutating func receive(
    _ message: MIDIMessage, port: UInt8, pool: inout VoicePool, waiting: inout WaitingNotes,
    expressions: inout ChannelExpressions, at frame: Int64, sampleRate: Double
  ) -> (channel: UInt8, note: UInt8, velocity: UInt8)? {
    let port = min(port, UInt8(Keyboard.ports - 1))
    switch message {
    case .noteOn(let channel, let note, let velocity):
      if channel != Keyboard.kitChannel, let chord = chordKeys.chord(of: note) {
        let loudness = chord.velocity * curve.amplitude(of: velocity)
        pool.strike(chord, velocity: loudness, channel: port * 16 + channel, at: frame, &waiting)
      } else {
        strike(port, channel, note, velocity, &pool)
      }
      return (channel, note, velocity)
    case .noteOff(let channel, let note):
      let index = Int(port) * 16 + Int(channel)
      // The kit rings out, its bell too.
      guard channel != Keyboard.kitChannel else { return (channel, note, 0) }
      pool.release(.one(.key(port: port, channel: channel, note: note)), pedalled: channels[index].pedal)
      return (channel, note, 0)
    case .control(let channel, let number, let value):
      control(port, channel, number, value, &pool)
      if number == 120 || number == 123, chordKeys.count > 0 {
        waiting.drop(.hands)
        if number == 120 { pool.cut(.hands) } else { pool.release(.hands) }
      }
      let index = Int(port) * 16 + Int(channel)
      expressions.move(index, to: channels[index], at: frame, sampleRate: sampleRate)
      return nil
    case .bend(let channel, let value):
      let index = Int(port) * 16 + Int(channel)
      channels[index].bend = value
      expressions.move(index, to: channels[index], at: frame, sampleRate: sampleRate)
      return nil
    case .pressure(let channel, let value):
      let index = Int(port) * 16 + Int(channel)
      channels[index].pressure = value
      expressions.move(index, to: channels[index], at: frame, sampleRate: sampleRate)
      return nil
    case .program(let channel, let number):
      if channel != Keyboard.kitChannel { programs[Int(port) * 16 + Int(channel)] = map.programs[Int(number)] }
      return nil
    }
  }

  /// A cable was pulled: lets go all that its port held, forgets its pedals and lets its wheels spring back.
  @_noLocks
  mutating func release(
    port: UInt8, pool: inout VoicePool, expressions: inout ChannelExpressions, at frame: Int64, sampleRate: Double
  ) {
    let port = min(port, UInt8(Keyboard.ports - 1))
    for index in Int(port) * 16..<Int(port) * 16 + 16 {
      channels[index].pedal = false
      channels[index].springBack()
      expressions.move(index, to: channels[index], at: frame, sampleRate: sampleRate)
    }
    pool.release(.port(port))
  }

  @_noLocks
  private func strike(_ port: UInt8, _ channel: UInt8, _ note: UInt8, _ velocity: UInt8, _ pool: inout VoicePool) {
    let index = port * 16 + channel
    let loudness = curve.amplitude(of: velocity)
    let owner = NoteOwner.key(port: port, channel: channel, note: note)
    if channel == Keyboard.kitChannel {
      pool.strike(NoteRequest(map.drums[Int(note)], velocity: loudness, owner: owner, channel: index))
      return
    }
    // The same key again: one note, struck anew.
    pool.release(.one(owner))
    pool.strike(
      NoteRequest(
        programs[Int(index)] ?? sound, note: note, velocity: loudness, hold: .key, owner: owner, channel: index)
    )
  }

  @_noLocks
  private mutating func control(
    _ port: UInt8, _ channel: UInt8, _ number: UInt8, _ value: UInt8, _ pool: inout VoicePool
  ) {
    let index = Int(port) * 16 + Int(channel)
    let keys = NoteOwner.Group.channel(port: port, channel: channel)
    switch number {
    case 64:
      channels[index].pedal = value >= 64
      if value < 64 { pool.liftPedal(keys) }
    case 120: pool.cut(keys)
    case 121:
      channels[index].reset()
      pool.liftPedal(keys)
    case 123: pool.release(keys, pedalled: channels[index].pedal)
    default: channels[index].set(number, to: value)
    }
  }
}

/// Which voice a General MIDI number means.
///
/// - Thread: any; a plain value.
public struct MIDIMap: BitwiseCopyable, Sendable {
  /// The kit voice of each note of channel 10.
  public var drums = InlineArray<128, VoiceKind>(repeating: .tick)
  /// The pitched voice of each program.
  public var programs = InlineArray<128, VoiceKind>(repeating: .keys)

  /// Every drum a tick, every program the keys.
  public init() {}
}
