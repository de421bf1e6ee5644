// SPDX-License-Identifier: GPL-3.0-or-later

/// Starting, halting and going on, and whom the clock follows.
extension Sequencer {
  // MARK: Starting

  /// Lets players play from the top, or go on from where they were halted. They begin with the next beat of the clock source,
  /// or with the next tick of a stopped clock that runs, else at once, which is `lead` after `frame`.
  @_noLocks
  mutating func start(mask: UInt32, resuming: Bool, at frame: Int64) {
    clock.holdUntil(frame)
    if !resuming { haltTogether(mask: mask, at: frame) }
    for slot in 0..<Sequencer.slots where mask & 1 &<< UInt32(slot) != 0 && players[slot].isStopped {
      if !resuming { players[slot].rewind() }
      players[slot].state = .armed
      startsSoFar += 1
      players[slot].startOrder = startsSoFar
    }
    followRightSource(at: frame)
    settle(at: frame)
  }

  /// Begins armed players that have nothing to wait for.
  @_noLocks
  private mutating func settle(at frame: Int64) {
    guard source == nil, !idles else { return }
    if beginArmed(at: Double(frame + max(0, -clock.target)), phase: nil) { followRightSource(at: frame) }
  }

  /// Begins armed players at `position`: all, or those that belong on `phase`, a tick of the beat.
  @_noLocks
  mutating func beginArmed(at position: Double, phase: Int64?) -> Bool {
    var any = false
    for slot in 0..<Sequencer.slots where players[slot].isArmed {
      if let phase, players[slot].origin % ticksPerBeat != phase { continue }
      players[slot].begin(at: position, sampleRate: sampleRate)
      let frame = players[slot].tickFrame
      let tempo = players[slot].settings.beatsPerMinute
      emit(
        players[slot].resumes
          ? .continued(slot: slot, frame: frame, beatsPerMinute: tempo)
          : .started(slot: slot, frame: frame, beatsPerMinute: tempo))
      any = true
    }
    return any
  }

  // MARK: Halting

  /// Halts players where they are; the clock stops, or goes to the next source.
  @_noLocks
  mutating func halt(mask: UInt32, at frame: Int64) {
    clock.holdUntil(frame)
    haltTogether(mask: mask, at: frame)
    followRightSource(at: frame)
    settle(at: frame)
  }

  /// Halts one player instead of planning its step on the current tick; what was planned still sounds.
  @_noLocks
  mutating func haltOnStep(_ slot: Int) {
    let frame = players[slot].tickFrame
    if slot == source { idle = players[slot].thread }
    players[slot].halt(resumingAt: players[slot].absoluteTick, dropsPlanned: false)
    emit(.stopped(slot: slot, frame: frame, beatsPerMinute: players[slot].settings.beatsPerMinute))
    followRightSource(at: frame)
    if source == nil, !idles, beginArmed(at: Double(frame), phase: nil) { followRightSource(at: frame) }
  }

  @_noLocks
  private mutating func haltTogether(mask: UInt32, at frame: Int64) {
    var together: Double?
    if let source, mask & 1 &<< UInt32(source) != 0 {
      idle = players[source].thread
      let resume = players[source].resumeTick(at: frame)
      together = players[source].thread.position(ofTick: Double(resume))
    }
    for slot in 0..<Sequencer.slots where mask & 1 &<< UInt32(slot) != 0 {
      switch players[slot].state {
      case .armed: callOff(slot)
      case .running:
        var resume = players[slot].resumeTick(at: frame)
        if let together {
          // Players halted together go on together, from the sixteenth of the source.
          resume = max(0, RealtimeMath.roundHalfUp(players[slot].thread.ticks(at: together)))
        }
        players[slot].halt(resumingAt: resume, dropsPlanned: true)
        emit(.stopped(slot: slot, frame: frame, beatsPerMinute: players[slot].settings.beatsPerMinute))
      case .empty, .stopped: break
      }
    }
  }

  // MARK: The clock source

  /// Lets the clock follow the player that is the source now: unbroken where tempo and beat agree, else with Stop and Start.
  @_noLocks
  mutating func followRightSource(at frame: Int64) {
    let new = rightSource
    guard new != source else { return }
    // A source that still runs is left where it is; one that was halted left its place in `idle`.
    if let source, players[source].isRunning { idle = players[source].thread }
    let old = source
    source = new
    emit(.source(slot: new))
    guard let new else {
      if let old { stopClock(after: old, at: frame) }
      return
    }
    lastSource = new
    if clockState.isRunning {
      if agrees(players[new]) { return }
      clock.stop(at: frame, clocksGoOn: always)
    }
    clockState = players[new].resumes ? .continues : .starts
    if players[new].resumes {
      announce(new, at: frame + clock.nextShift(framesPerTick: players[new].grid.framesPerTick))
    }
  }

  private var rightSource: Int? {
    @_noLocks get {
      var best: Int?
      for slot in 0..<Sequencer.slots where players[slot].isRunning {
        guard let other = best else {
          best = slot
          continue
        }
        let clicks = players[slot].settings.role.isMetronome
        let otherClicks = players[other].settings.role.isMetronome
        if clicks != otherClicks ? otherClicks : players[slot].startOrder < players[other].startOrder { best = slot }
      }
      return best
    }
  }

  /// Whether a player's next tick is the one that the clock would have sent next anyway.
  @_noLocks
  private func agrees(_ player: Player) -> Bool {
    let apart = idle.grid.position(ofTick: idle.tick) - player.grid.position(ofTick: player.tick)
    return idle.grid.beatsPerMinute == player.grid.beatsPerMinute && abs(apart) < 0.5
      && (idle.origin + idle.tick - player.absoluteTick) % ticksPerBeat == 0
  }

  @_noLocks
  private mutating func stopClock(after old: Int, at frame: Int64) {
    if clockState.isRunning {
      let stamp = clock.stop(at: frame, clocksGoOn: always)
      announce(old, at: stamp)
    }
    clockState = .stopped
    if !always { clock.rest() }
  }

  /// Sends where `slot` will go on, at `stamp` or behind what is queued, unless that was the last thing said.
  @_noLocks
  private mutating func announce(_ slot: Int, at stamp: Int64) {
    let length = max(1, players[slot].settings.ticks / ticksPerSixteenth)
    let whole = max(length, 16_384 / length * length)
    let position = players[slot].origin / ticksPerSixteenth % whole
    guard announced != position else { return }
    announced = position
    clock.position(position, at: stamp)
  }

  // MARK: A lost server

  /// Halts everything: the ports are gone. What was queued for them is forgotten; Stop and the song position lead the bytes of
  /// the next ports.
  ///
  /// - Returns: the players to `start` again.
  mutating func suspend(at frame: Int64) -> UInt32 {
    var mask: UInt32 = 0
    for slot in 0..<Sequencer.slots where players[slot].isRunning || players[slot].isArmed {
      mask |= 1 &<< UInt32(slot)
    }
    clock.empty()
    announced = nil
    halt(mask: mask, at: frame)
    return mask
  }

  /// Counts frames of another length from `frame` on. Nothing may be running.
  mutating func setSampleRate(_ rate: Double, at frame: Int64) {
    sampleRate = rate
    idle = BeatThread(
      grid: BeatGrid(anchor: Double(frame), beatsPerMinute: idle.grid.beatsPerMinute, sampleRate: rate))
  }
}
