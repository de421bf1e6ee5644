// SPDX-License-Identifier: GPL-3.0-or-later

/// A grid with the next tick to plan on it, and the tick since the start that its anchor is.
///
/// - Thread: realtime.
struct BeatThread: BitwiseCopyable {
  var grid: BeatGrid
  var tick: Int64 = 0
  var origin: Int64 = 0

  /// A thread that starts at the grid's anchor.
  @_noLocks
  init(grid: BeatGrid) { self.grid = grid }

  /// The thread of a player.
  @_noLocks
  init(_ player: Player) {
    grid = player.grid
    tick = player.tick
    origin = player.origin
  }

  /// The ticks since the start at `frame`. A frame is far less than a tick, so what is nearly whole is meant to be.
  @_noLocks
  func ticks(at frame: Int64) -> Double {
    let exact = grid.tick(at: Double(frame))
    let whole = Double(RealtimeMath.roundHalfUp(exact))
    return (abs(exact - whole) < 1.0 / 1024 ? whole : exact) + Double(origin)
  }

  /// The frame of a place in ticks since the start.
  @_noLocks
  func frame(ofTick ticks: Double) -> Int64 {
    let local = ticks - Double(origin)
    let whole = RealtimeMath.roundHalfUp(local)
    if Double(whole) == local { return grid.frame(ofTick: whole) }
    return RealtimeMath.roundHalfUp(grid.anchor + local * grid.framesPerTick)
  }
}
