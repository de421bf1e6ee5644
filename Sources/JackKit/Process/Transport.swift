// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// Where the transport of a server stands.
public struct Transport: BitwiseCopyable, Hashable, Sendable {
  /// What the transport does.
  public enum State: BitwiseCopyable, Hashable, Sendable {
    /// It stands.
    case stopped
    /// It rolls.
    case rolling
    /// It waits until every slow client is ready.
    case starting
  }

  /// Bar, beat and tick, where a timebase client gives them. Bars and beats count from 1, ticks from 0.
  public struct BarBeatTick: BitwiseCopyable, Hashable, Sendable {
    /// The current bar, from 1.
    public let bar: Int32
    /// The beat in the bar, from 1.
    public let beat: Int32
    /// The tick in the beat, from 0.
    public let tick: Int32
    /// Upper number of the time signature.
    public let beatsPerBar: Float
    /// Lower number of the time signature.
    public let beatType: Float
    /// Ticks in one beat.
    public let ticksPerBeat: Double
    /// Beats a minute, of the beats of the signature.
    public let beatsPerMinute: Double
    /// Frames by which the three numbers lie before the cycle's first frame; 0 unless the timebase says otherwise.
    public let frameOffset: UInt32
  }

  /// What it does.
  public let state: State
  /// Position in frames from the start of the piece.
  public let frame: UInt32
  /// Frames a second.
  public let sampleRate: UInt32
  /// Bar, beat and tick, `nil` where no timebase client gives them.
  public let barBeatTick: BarBeatTick?

  @_noLocks
  init(of client: OpaquePointer) {
    var position = jack_position_t()
    let state = jack_transport_query(client, &position)
    if state == JackTransportStopped {
      self.state = .stopped
    } else if state == JackTransportRolling || state == JackTransportLooping {
      self.state = .rolling
    } else {
      self.state = .starting
    }
    frame = position.frame
    sampleRate = position.frame_rate
    let valid = position.valid.rawValue
    guard valid & JackPositionBBT.rawValue != 0 else {
      barBeatTick = nil
      return
    }
    barBeatTick = BarBeatTick(
      bar: position.bar, beat: position.beat, tick: position.tick, beatsPerBar: position.beats_per_bar,
      beatType: position.beat_type, ticksPerBeat: position.ticks_per_beat, beatsPerMinute: position.beats_per_minute,
      frameOffset: valid & JackBBTFrameOffset.rawValue != 0 ? position.bbt_offset : 0)
  }
}
