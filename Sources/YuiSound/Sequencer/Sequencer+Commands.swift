// SPDX-License-Identifier: GPL-3.0-or-later

/// What the control side asks of players and clock.
extension Sequencer {
  /// Puts up a stopped player, in place of what the slot held.
  @_noLocks
  mutating func put(_ slot: Int, _ settings: PlayerSettings, at frame: Int64) {
    if !players[slot].isEmpty { halt(mask: 1 &<< UInt32(slot), at: frame) }
    players[slot] = Player()
    players[slot].settings = settings
    players[slot].state = .stopped
  }

  /// Takes a player away.
  @_noLocks
  mutating func remove(_ slot: Int, at frame: Int64) {
    guard !players[slot].isEmpty else { return }
    halt(mask: 1 &<< UInt32(slot), at: frame)
    players[slot] = Player()
    if lastSource == slot { lastSource = nil }
  }

  /// Changes a player. While it runs the change lands on its next step; one of tempo or length on the next step whose clock
  /// has not left, which becomes the anchor of the new grid.
  @_noLocks
  mutating func patch(_ slot: Int, _ changes: PlayerSettings.Changes, from settings: PlayerSettings, at frame: Int64) {
    let player = players + slot
    guard !player.pointee.isEmpty else { return }
    if !player.pointee.isRunning {
      player.pointee.applyNow(changes, from: settings)
      if source == nil, lastSource == nil || lastSource == slot, changes.has(.tempo) {
        idle.turn(to: settings.beatsPerMinute)
      }
      return
    }
    let turnsGrid = changes.has(.tempo) || changes.has(.places)
    if turnsGrid || lead > 0 || player.pointee.waitsToLand {
      player.pointee.wait(for: changes, from: settings)
    } else {
      player.pointee.applyNow(changes, from: settings)
    }
  }

  /// The player halts instead of sounding its next step, or no longer does.
  @_noLocks
  mutating func setStopsOnStep(_ slot: Int, _ stops: Bool) {
    if players[slot].isArmed, stops { callOff(slot) }
    if players[slot].isRunning { players[slot].stopsOnStep = stops }
  }

  /// How much later than its beat's frame a clock leaves, in frames.
  @_noLocks
  mutating func setClockShift(_ frames: Int64, at frame: Int64) {
    // A shift that became shorter asks for frames that have passed.
    clock.holdUntil(frame)
    clock.setTarget(frames)
  }

  /// Whether clocks run while nothing plays.
  @_noLocks
  mutating func setAlways(_ runs: Bool, at frame: Int64) {
    guard runs != always else { return }
    always = runs
    guard source == nil else { return }
    if runs {
      idle.grid.anchor = Double(frame + max(0, -clock.target))
      idle.origin += idle.tick
      idle.tick = 0
    } else {
      clock.rest()
    }
  }

  /// An armed player does not begin after all.
  @_noLocks
  mutating func callOff(_ slot: Int) {
    players[slot].state = .stopped
    calledOff |= 1 &<< UInt32(slot)
  }

  // MARK: Questions

  /// The frame of the step that a patch of a running player lands on first.
  @_noLocks
  func landing(of slot: Int) -> Int64? {
    guard players[slot].isRunning else { return nil }
    return players[slot].grid.frame(ofTick: players[slot].stepTick)
  }

  /// Those players of `mask` that wait to begin.
  @_noLocks
  func armed(of mask: UInt32) -> UInt32 {
    var armed: UInt32 = 0
    for slot in 0..<Sequencer.slots where players[slot].isArmed { armed |= 1 &<< UInt32(slot) }
    return armed & mask
  }

  /// Ticks in a unit of the clock source, or of the one that was it last; nil for seconds.
  @_noLocks
  func ticks(in unit: TimeUnit) -> Double? {
    var settings = PlayerSettings(role: .loop)
    if let slot = source ?? lastSource { settings = players[slot].settings }
    switch unit {
    case .steps: return Double(settings.ticksPerPlace)
    case .beats: return Double(ticksPerBeat)
    case .bars: return Double(settings.ticksPerBar)
    case .seconds: return nil
    }
  }
}
