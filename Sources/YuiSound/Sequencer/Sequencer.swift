// SPDX-License-Identifier: GPL-3.0-or-later

/// A step that sounds now.
struct FiredStep: BitwiseCopyable {
  var slot: Int
  var place: Int64
  var frame: Int64
  /// Ticks and frames to the next place.
  var ticksPerPlace: Int64
  var framesPerPlace: Double
}

/// The players and the clock that follows one of them: decides which frame each step, click and clock byte falls on.
///
/// The clock source is the loop that was started first, else the metronome that was started first. Where the clock has to leave
/// before its beat is rendered (a negative shift), everything is planned that much ahead.
///
/// - Thread: realtime, except `init` and `deinit`.
struct Sequencer: ~Copyable {
  enum ClockState: BitwiseCopyable {
    /// No player is followed.
    case stopped
    /// A Start leaves with the next beat of the source.
    case starts
    /// A Continue leaves with the next sixteenth of the source.
    case continues
    case runs

    var isRunning: Bool { @_noLocks get { if case .runs = self { true } else { false } } }
  }

  /// Loops and metronomes together.
  static var slots: Int { @_noLocks get { 16 } }

  let players: UnsafeMutablePointer<Player>
  var clock = ClockOut()
  var clockState = ClockState.stopped
  /// The player that the clock follows.
  var source: Int?
  /// The song position, in sixteenths, that was sent last and is still true; nil where none is.
  var announced: Int64?
  var sampleRate: Double
  /// Where the source would go on while there is none: the stopped clock.
  var idle: BeatThread
  /// Whether clocks run while stopped.
  var always = false
  /// The player that was the source last: its tempo is that of the stopped clock.
  var lastSource: Int?
  var startsSoFar: Int64 = 0
  /// Armed players whose start was called off since the engine looked last.
  var calledOff: UInt32 = 0
  private var outbox = InlineArray<128, SequencerEvent>(repeating: .source(slot: nil))
  private var firstOut = 0
  private var outCount = 0
  /// Events that found the outbox full since the engine looked last.
  var lostEvents = 0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    idle = BeatThread(grid: BeatGrid(anchor: 0, beatsPerMinute: 120, sampleRate: sampleRate))
    players = .allocate(capacity: Sequencer.slots)
    players.initialize(repeating: Player(), count: Sequencer.slots)
  }

  deinit { players.deallocate() }

  // MARK: Planning

  /// How far ahead of the sound everything is planned, in frames.
  var lead: Int64 { @_noLocks get { max(0, -clock.nextShift(framesPerTick: followed.grid.framesPerTick)) } }

  /// What the clock follows, or followed last.
  var followed: BeatThread {
    @_noLocks get {
      if let source { return players[source].thread }
      return idle
    }
  }

  /// The earliest tick that is not planned, and whose it is: -1 for the stopped clock's. The largest number where there is none.
  private var earliest: (frame: Int64, slot: Int) {
    @_noLocks get {
      var earliest = Int64.max
      var slot = -1
      for candidate in 0..<Sequencer.slots where players[candidate].isRunning {
        // The source leads where ticks coincide: a player that begins or halts there sees it before its tick is gone.
        let tick = players[candidate].tickFrame
        guard tick < earliest || tick == earliest && candidate == source else { continue }
        earliest = tick
        slot = candidate
      }
      if idles {
        let tick = idle.grid.frame(ofTick: idle.tick)
        if tick < earliest { (earliest, slot) = (tick, -1) }
      }
      return (earliest, slot)
    }
  }

  /// Plans the earliest tick that falls on `frame + lead` or before, with the step on it.
  ///
  /// - Returns: false when there is none.
  @_noLocks
  mutating func planNext(at frame: Int64) -> Bool {
    let next = earliest
    guard next.frame < .max, next.frame <= frame + lead else { return false }
    clock.holdUntil(frame)
    if next.slot < 0 { planIdleTick(at: next.frame) } else { planTick(of: next.slot) }
    return true
  }

  /// The frame on which there is something to plan or to sound next, or the largest number.
  var nextMoment: Int64 {
    @_noLocks get {
      let tick = earliest.frame
      return min(nextStepFrame, tick < .max ? tick - lead : .max)
    }
  }

  /// The frame of the next step to sound, or the largest number.
  private var nextStepFrame: Int64 {
    @_noLocks get {
      var next = Int64.max
      for slot in 0..<Sequencer.slots {
        if let step = players[slot].nextPlanned, step.frame < next { next = step.frame }
      }
      return next
    }
  }

  /// Takes a step that sounds on or before `frame`; of several the one in the lowest slot.
  @_noLocks
  mutating func takeStep(at frame: Int64) -> FiredStep? {
    for slot in 0..<Sequencer.slots {
      if let step = players[slot].nextPlanned, step.frame <= frame {
        let taken = players[slot].takePlanned()
        return FiredStep(
          slot: slot, place: taken.place, frame: taken.frame, ticksPerPlace: taken.ticksPerPlace,
          framesPerPlace: taken.framesPerPlace)
      }
    }
    return nil
  }

  var idles: Bool { @_noLocks get { always && source == nil } }

  @_noLocks
  private mutating func planIdleTick(at frame: Int64) {
    if beginArmed(at: idle.grid.position(ofTick: idle.tick), phase: nil) {
      followRightSource(at: frame)
      return
    }
    clock.tick(at: frame, framesPerTick: idle.grid.framesPerTick)
    idle.tick += 1
  }

  @_noLocks
  private mutating func planTick(of slot: Int) {
    let player = players + slot
    let frame = player.pointee.tickFrame
    let isStep = player.pointee.tick == player.pointee.stepTick
    if isStep, player.pointee.stopsOnStep {
      haltOnStep(slot)
      return
    }
    if slot == source {
      let phase = player.pointee.absoluteTick % ticksPerBeat
      if beginArmed(at: player.pointee.grid.position(ofTick: player.pointee.tick), phase: phase) {
        followRightSource(at: frame)
        return  // this tick is planned next, by whoever is the source now
      }
      planClock(player)
    }
    player.pointee.resumes = false
    if isStep {
      let old = player.pointee.grid
      player.pointee.planStep()
      if player.pointee.grid.anchor != old.anchor || player.pointee.grid.beatsPerMinute != old.beatsPerMinute {
        emit(.tempo(slot: slot, frame: frame, beatsPerMinute: player.pointee.grid.beatsPerMinute))
      }
    }
    player.pointee.advanceTick()
  }

  @_noLocks
  private mutating func planClock(_ player: UnsafeMutablePointer<Player>) {
    let tick = player.pointee.absoluteTick
    let frame = player.pointee.tickFrame
    let framesPerTick = player.pointee.grid.framesPerTick
    var leading: UInt8?
    switch clockState {
    case .starts where tick % ticksPerBeat == 0: leading = ClockMessage.startByte
    case .continues where tick % ticksPerSixteenth == 0: leading = ClockMessage.continueByte
    case .runs: break
    default:
      if always { clock.tick(at: frame, framesPerTick: framesPerTick) }
      return
    }
    clockState = .runs
    announced = nil
    clock.tick(at: frame, framesPerTick: framesPerTick, leading: leading)
  }

  // MARK: Events out

  /// Takes the oldest event, or nil.
  @_noLocks
  mutating func takeEvent() -> SequencerEvent? {
    guard outCount > 0 else { return nil }
    let event = outbox[firstOut]
    firstOut = (firstOut + 1) % 128
    outCount -= 1
    return event
  }

  @_noLocks
  mutating func emit(_ event: SequencerEvent) {
    guard outCount < 128 else {
      lostEvents += 1
      return
    }
    outbox[(firstOut + outCount) % 128] = event
    outCount += 1
  }
}
