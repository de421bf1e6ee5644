// SPDX-License-Identifier: GPL-3.0-or-later

/// MIDI clocks in a beat (MIDI 1.0, system real-time messages).
var ticksPerBeat: Int64 { @_noLocks get { 24 } }
/// MIDI clocks in a sixteenth, the unit of a song position.
var ticksPerSixteenth: Int64 { @_noLocks get { 6 } }

/// Beats on the frame count: an anchor and a tempo. A beat is a quarter note.
///
/// Every place is counted from the anchor by multiplication and rounded once, so no error builds up however long it runs.
/// A place is given in ticks, of which a beat has 24; steps and clicks are whole numbers of ticks and so share one grid with
/// the MIDI clock.
///
/// - Thread: any; a plain value.
public struct BeatGrid: BitwiseCopyable, Sendable, Equatable {
  /// The frame of tick 0. Not rounded: a grid that continues another keeps its fraction.
  public var anchor: Double
  /// Beats a minute.
  public var beatsPerMinute: Double
  /// Frames a second.
  public var sampleRate: Double

  /// A grid whose tick 0 is at frame `anchor`.
  @_noLocks
  public init(anchor: Double, beatsPerMinute: Double, sampleRate: Double) {
    self.anchor = anchor
    self.beatsPerMinute = beatsPerMinute
    self.sampleRate = sampleRate
  }

  /// Frames in a beat, not rounded.
  public var framesPerBeat: Double { @_noLocks get { sampleRate * 60 / beatsPerMinute } }

  /// Frames in a tick, not rounded.
  public var framesPerTick: Double { @_noLocks get { framesPerBeat / Double(ticksPerBeat) } }

  /// The place of a tick in frames, not rounded.
  @_noLocks
  public func position(ofTick tick: Int64) -> Double { anchor + offset(ofTick: tick) }

  /// The frame on which a tick falls: its place rounded to the nearest frame, halves upward.
  @_noLocks
  public func frame(ofTick tick: Int64) -> Int64 { RealtimeMath.roundHalfUp(position(ofTick: tick)) }

  /// The place of a frame in ticks; between two ticks it has a fraction.
  @_noLocks
  public func tick(at frame: Double) -> Double { (frame - anchor) / framesPerBeat * Double(ticksPerBeat) }

  /// Frames from the anchor to a tick. The fraction tick / 24 is reduced first, so that the product stays exact in a
  /// `Double` and a step of four to a beat gets the same value as `step × frames per step`.
  @_noLocks
  private func offset(ofTick tick: Int64) -> Double {
    var count = tick
    var parts = ticksPerBeat
    while parts % 2 == 0, count % 2 == 0 {
      count /= 2
      parts /= 2
    }
    if parts % 3 == 0, count % 3 == 0 {
      count /= 3
      parts /= 3
    }
    return Double(count) * sampleRate * 60 / (beatsPerMinute * Double(parts))
  }
}
