// SPDX-License-Identifier: GPL-3.0-or-later

/// What MIDI keyboards do to the voices: keys, pedal, volume, expression and programs of every port and channel.
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

  private struct Channel: BitwiseCopyable {
    var pedal = false
    var volume: UInt8 = 127
    var expression: UInt8 = 127
    /// The voice of a program change that is newer than the keyboard's own sound.
    var program: VoiceKind?

    /// Volume and expression as the General MIDI guidelines have them: each the square of its value.
    var gain: Float {
      @_noLocks get {
        let volume = Float(volume) / 127
        let expression = Float(expression) / 127
        return volume * volume * expression * expression
      }
    }
  }

  /// The sound of a channel without a program.
  private(set) var sound = VoiceKind.keys
  private var channels = InlineArray<128, Channel>(repeating: Channel())
  /// Keys that strike chords.
  var chordKeys = ChordKeys()
  private let map: MIDIMap

  @_noLocks
  init(map: MIDIMap) { self.map = map }

  /// Chooses the sound of every channel.
  @_noLocks
  mutating func setSound(_ voice: VoiceKind) {
    sound = voice
    for index in channels.indices { channels[index].program = nil }
  }

  /// Plays a message that arrived on `port` at `frame`.
  ///
  /// - Returns: the key that moved, with its velocity, 0 for up.
  @_noLocks
  mutating func receive(
    _ message: MIDIMessage, port: UInt8, pool: inout VoicePool, waiting: inout WaitingNotes,
    gains: inout ChannelGains, at frame: Int64, sampleRate: Double
  ) -> (channel: UInt8, note: UInt8, velocity: UInt8)? {
    let port = min(port, UInt8(Keyboard.ports - 1))
    switch message {
    case .noteOn(let channel, let note, let velocity):
      if channel != Keyboard.kitChannel, let chord = chordKeys.chord(of: note) {
        let loudness = chord.velocity * Float(velocity) / 127
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
      let index = port * 16 + channel
      gains.move(index, to: channels[Int(index)].gain, at: frame, over: Float(0.005 * sampleRate))
      return nil
    case .bend, .pressure: return nil
    case .program(let channel, let number):
      if channel != Keyboard.kitChannel { channels[Int(port) * 16 + Int(channel)].program = map.programs[Int(number)] }
      return nil
    }
  }

  /// Forgets every pedal: no cable is left.
  mutating func releaseAll() {
    for index in channels.indices { channels[index].pedal = false }
  }

  /// A cable was pulled: lets go all that its port held and forgets its pedals.
  @_noLocks
  mutating func release(port: UInt8, pool: inout VoicePool) {
    let port = min(port, UInt8(Keyboard.ports - 1))
    for channel in 0..<16 { channels[Int(port) * 16 + channel].pedal = false }
    pool.release(.port(port))
  }

  @_noLocks
  private func strike(_ port: UInt8, _ channel: UInt8, _ note: UInt8, _ velocity: UInt8, _ pool: inout VoicePool) {
    let index = port * 16 + channel
    let loudness = Float(velocity) / 127
    let owner = NoteOwner.key(port: port, channel: channel, note: note)
    if channel == Keyboard.kitChannel {
      pool.strike(NoteRequest(map.drums[Int(note)], velocity: loudness, owner: owner, channel: index))
      return
    }
    // The same key again: one note, struck anew.
    pool.release(.one(owner))
    pool.strike(
      NoteRequest(
        channels[Int(index)].program ?? sound, note: note, velocity: loudness, hold: .key, owner: owner, channel: index)
    )
  }

  /// Controllers of MIDI 1.0 and, for 121, of the recommended practice RP-015: volume and program stay as they are.
  @_noLocks
  private mutating func control(
    _ port: UInt8, _ channel: UInt8, _ number: UInt8, _ value: UInt8, _ pool: inout VoicePool
  ) {
    let index = Int(port) * 16 + Int(channel)
    let keys = NoteOwner.Group.channel(port: port, channel: channel)
    switch number {
    case 7: channels[index].volume = value
    case 11: channels[index].expression = value
    case 64:
      channels[index].pedal = value >= 64
      if value < 64 { pool.liftPedal(keys) }
    case 120: pool.cut(keys)
    case 121:
      channels[index].expression = 127
      channels[index].pedal = false
      pool.liftPedal(keys)
    case 123: pool.release(keys, pedalled: channels[index].pedal)
    default: break
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
