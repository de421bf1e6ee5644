// SPDX-License-Identifier: GPL-3.0-or-later

/// A grid with the next tick to plan on it, and the tick since the start that its anchor is.
///
/// Ticks are planned ahead of the sound, so a grid may have turned where the sound has not come yet: frames before the anchor
/// are counted in the tempo from before.
///
/// - Thread: realtime.
struct BeatThread: BitwiseCopyable {
  var grid: BeatGrid
  var tick: Int64 = 0
  var origin: Int64 = 0
  /// Beats a minute before the anchor.
  var tempoBefore: Double

  /// A thread that starts at the grid's anchor.
  @_noLocks
  init(grid: BeatGrid) {
    self.grid = grid
    tempoBefore = grid.beatsPerMinute
  }

  /// A thread that is under way.
  @_noLocks
  init(grid: BeatGrid, tick: Int64, origin: Int64, tempoBefore: Double) {
    self.grid = grid
    self.tick = tick
    self.origin = origin
    self.tempoBefore = tempoBefore
  }

  /// Turns the grid to another tempo on the tick that is planned next.
  @_noLocks
  mutating func turn(to beatsPerMinute: Double) {
    tempoBefore = grid.beatsPerMinute
    grid.anchor = grid.position(ofTick: tick)
    grid.beatsPerMinute = beatsPerMinute
    origin += tick
    tick = 0
  }

  /// The ticks since the start at `position`. A frame is far less than a tick, so what is nearly whole is meant to be.
  @_noLocks
  func ticks(at position: Double) -> Double {
    let exact = (position < grid.anchor ? gridBefore : grid).tick(at: position)
    let whole = Double(RealtimeMath.roundHalfUp(exact))
    return (abs(exact - whole) < 1.0 / 1024 ? whole : exact) + Double(origin)
  }

  /// The place of a tick since the start, not rounded.
  @_noLocks
  func position(ofTick ticks: Double) -> Double {
    let local = ticks - Double(origin)
    let whole = RealtimeMath.roundHalfUp(local)
    let grid = local < 0 ? gridBefore : grid
    return Double(whole) == local ? grid.position(ofTick: whole) : grid.anchor + local * grid.framesPerTick
  }

  /// The frame of a place in ticks since the start.
  @_noLocks
  func frame(ofTick ticks: Double) -> Int64 { RealtimeMath.roundHalfUp(position(ofTick: ticks)) }

  private var gridBefore: BeatGrid {
    @_noLocks get { BeatGrid(anchor: grid.anchor, beatsPerMinute: tempoBefore, sampleRate: grid.sampleRate) }
  }
}
