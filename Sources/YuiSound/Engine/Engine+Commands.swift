// SPDX-License-Identifier: GPL-3.0-or-later

/// What the engine does when commands come, at once or behind a wait.
///
/// - Thread: realtime.
extension Engine {
  /// The longest wait, in any unit; beyond it no frame could be counted.
  private static var longestWait: Double { @_noLocks get { 1e9 } }

  @_noLocks
  mutating func apply(_ command: Command, lane: Int) {
    let moment = max(frame, lanes.due(of: lane))
    switch command {
    case .wait, .mark: break
    default: lanes.setBase(of: lane, moment)
    }
    switch command {
    case .put(let slot, let settings): sequencer.put(slot, settings, at: frame)
    case .patch(let slot, let changes, let settings):
      sequencer.patch(slot, changes, from: settings, at: frame)
      if let landing = sequencer.landing(of: slot) { lanes.setBase(of: lane, landing) }
    case .remove(let slot, let cut):
      sequencer.remove(slot, at: frame)
      if cut { pool.cut(.one(.player(slot: slot))) } else { pool.release(.one(.player(slot: slot))) }
    case .start(let mask): start(mask, resuming: false, lane: lane, moment)
    case .resume(let mask): start(mask, resuming: true, lane: lane, moment)
    case .stop(let mask): stop(mask)
    case .stopOnStep(let slot, let stops): sequencer.setStopsOnStep(slot, stops)
    case .strike(let note): pool.strike(note)
    case .strikeLater(let note, let frames): pool.strike(note, after: max(0, frames), from: frame, &waiting)
    case .strum(let chord): pool.strike(chord, velocity: chord.velocity, channel: nil, at: frame, &waiting)
    case .effect(let effect, let answer): play(effect, answer)
    case .release(let group):
      waiting.drop(group)
      pool.release(group)
    case .cut(let group):
      waiting.drop(group)
      pool.cut(group)
    case .releasePort(let port): releasePort(port)
    case .keyboardSound(let voice): keyboard.setSound(voice)
    case .velocityCurve(let curve): keyboard.curve = curve
    case .voiceLimit(let limit): pool.setLimit(limit)
    case .chordKey(let button, let chord): keyboard.chordKeys.set(button, to: chord)
    case .chordKeys(let count): keyboard.chordKeys.setCount(count)
    case .clockShift(let frames):
      let limit = Int64(2 * sampleRate)
      sequencer.setClockShift(min(max(frames, -limit), limit), at: frame)
    case .clockAlways(let always): sequencer.setAlways(always, at: frame)
    case .master(let gain): mixer.setMaster(gain, at: frame, isSilent: isSilent)
    case .busGain(let bus, let gain): mixer.setGain(of: bus, gain, at: frame, isSilent: isSilent)
    case .room(let wet): room.setWet(wet, at: frame, atOnce: isSilent)
    case .clearRoom: room.clear(at: frame)
    case .limiter(let works): mixer.limits = works
    case .report(let wanted): report = wanted
    case .wait(let amount, let unit): wait(amount, unit, lane: lane)
    case .mark(let number): send(.mark(number, frame: moment))
    }
    sendSequencerEvents()
  }

  @_noLocks
  private mutating func play(_ effect: Effect, _ answer: UInt8?) {
    if let answer {
      pool.strike(Effect.answer(answer, sampleRate: sampleRate))
      return
    }
    for index in 0..<effect.count {
      let start = RealtimeMath.roundHalfUp(effect.start(of: index) * sampleRate)
      pool.strike(effect.request(index, sampleRate: sampleRate), after: start, from: frame, &waiting)
    }
  }

  /// Whether nothing is heard that a gain could make click.
  private var isSilent: Bool { @_noLocks get { pool.isSilent && room.isSilent } }

  @_noLocks
  mutating func releasePort(_ port: UInt8) {
    keyboard.release(port: port, pool: &pool, expressions: &expressions, at: frame, sampleRate: sampleRate)
  }

  @_noLocks
  private mutating func start(_ mask: UInt32, resuming: Bool, lane: Int, _ moment: Int64) {
    sequencer.start(mask: mask, resuming: resuming, at: frame)
    // Whoever begins at once has said so, which gives the lane its frame; who is armed will; who plays already never does.
    lanes.setBase(of: lane, moment, awaits: mask)
    sendSequencerEvents()
    lanes.playersStopped(mask & ~sequencer.armed(of: mask))
  }

  @_noLocks
  private mutating func stop(_ mask: UInt32) {
    sequencer.halt(mask: mask, at: frame)
    for slot in 0..<Sequencer.slots where mask & 1 &<< UInt32(slot) != 0 {
      pool.release(.one(.player(slot: slot)))
    }
  }

  /// Sets when the lane goes on: that long after its last effect, or after the wait before.
  @_noLocks
  private mutating func wait(_ amount: Double, _ unit: TimeUnit, lane: Int) {
    guard let effect = lanes.base(of: lane) else { return }
    let base = max(effect, lanes.due(of: lane))
    let amount = amount > 0 ? min(amount, Engine.longestWait) : 0
    let thread = sequencer.followed
    if let ticks = sequencer.ticks(in: unit) {
      let tick = thread.ticks(at: Double(base)) + amount * ticks
      lanes.setDue(of: lane, max(base, thread.frame(ofTick: tick)), tick: tick)
    } else {
      lanes.setDue(of: lane, base + RealtimeMath.roundHalfUp(amount * sampleRate), tick: nil)
    }
  }

  // MARK: Lanes

  /// The next frame, after the current one, on which a lane has something to do.
  var nextLaneMoment: Int64 {
    @_noLocks get {
      var next = Int64.max
      var inUse = lanes.lanesInUse
      while inUse != 0 {
        let lane = inUse.trailingZeroBitCount
        inUse &= inUse - 1
        if let moment = moment(of: lane) { next = min(next, max(moment, frame + 1)) }
      }
      return next
    }
  }

  /// When the head of a lane is to be applied. What is planned ahead is asked for ahead, with the waits and marks before it.
  @_noLocks
  private func moment(of lane: Int) -> Int64? {
    guard let head = lanes.head(of: lane) else { return nil }
    switch head {
    case .wait where lanes.base(of: lane) == nil: return nil
    case .start, .resume, .patch, .stopOnStep, .put, .wait, .mark: return lanes.due(of: lane) - sequencer.lead
    default: return lanes.due(of: lane)
    }
  }

  /// Applies what is due on every lane.
  @_noLocks
  mutating func serveLanes() {
    var inUse = lanes.lanesInUse
    while inUse != 0 {
      let lane = inUse.trailingZeroBitCount
      inUse &= inUse - 1
      while let moment = moment(of: lane), moment <= frame, let head = lanes.head(of: lane) {
        lanes.removeHead(of: lane)
        apply(head, lane: lane)
      }
    }
  }

  // MARK: Events

  /// Passes on what the sequencer has to tell.
  ///
  /// - Returns: whether there was anything.
  @_noLocks @discardableResult
  mutating func sendSequencerEvents() -> Bool {
    var any = false
    while let event = sequencer.takeEvent() {
      any = true
      switch event {
      case .started(let slot, let frame, _), .continued(let slot, let frame, _):
        lanes.playerStarted(slot, on: frame)
      case .stopped(let slot, _, _): lanes.playersStopped(1 &<< UInt32(slot))
      case .tempo(let slot, _, _): if slot == sequencer.source { lanes.follow(sequencer.followed) }
      case .source: lanes.unfollow()
      }
      send(.sequencer(event))
    }
    if sequencer.lostEvents > 0 {
      link.counters.pointee.lostEvents.add(sequencer.lostEvents, ordering: .relaxed)
      sequencer.lostEvents = 0
    }
    let calledOff = sequencer.calledOff
    if calledOff != 0 {
      lanes.playersStopped(calledOff & ~sequencer.armed(of: calledOff))
      sequencer.calledOff = 0
    }
    return any
  }

  @_noLocks
  func send(_ event: Event) {
    if !link.events.pointee.sendInCallback(event) { link.counters.pointee.lostEvents.add(1, ordering: .relaxed) }
  }
}
