// SPDX-License-Identifier: GPL-3.0-or-later

/// The sound engine: one frame count, the players on it, the voices, the mixer and the outgoing clock.
///
/// It knows no cycles: it renders as many frames as it is asked for, from where it is, and takes messages in between, so the
/// same commands on the same frames give the same samples and clock bytes however the frames are split. The JACK callback, the
/// offline renderer and the tests drive it alike.
///
/// - Thread: realtime, except `init`, `deinit` and what says so.
public struct Engine: ~Copyable {
  /// What is fixed for the life of an engine.
  public struct Configuration: Sendable {
    /// Frames a second.
    public var sampleRate: Double
    /// Voices at once, 1...256.
    public var voices = 32
    /// The voices that General MIDI numbers mean.
    public var map = MIDIMap()

    /// 32 voices at a sample rate.
    public init(sampleRate: Double) { self.sampleRate = sampleRate }
  }

  /// Samples rendered at a time. Has no influence on them.
  private static var block: Int { 256 }
  /// The velocity of a loop's steps.
  private static var stepVelocity: Float { 0.9 }

  private let link: EngineLink
  private var sampleRate: Double
  /// Frames rendered so far.
  public private(set) var frame: Int64 = 0
  private var sequencer: Sequencer
  private var pool: VoicePool
  private var gains = ChannelGains()
  private var keyboard: Keyboard
  private var lanes = Lanes()
  private var mixer: Mixer
  private var report = Command.Report.none
  private let mix: UnsafeMutablePointer<Float>
  private let scratch: UnsafeMutablePointer<Float>

  /// An engine at frame 0 that takes its commands from `link` and reports to it.
  public init(_ configuration: Configuration, link: EngineLink) {
    self.link = link
    sampleRate = configuration.sampleRate
    sequencer = Sequencer(sampleRate: configuration.sampleRate)
    pool = VoicePool(limit: configuration.voices, sampleRate: configuration.sampleRate)
    keyboard = Keyboard(map: configuration.map)
    mixer = Mixer(sampleRate: configuration.sampleRate)
    mix = .allocate(capacity: Engine.block)
    scratch = .allocate(capacity: Engine.block)
  }

  deinit {
    mix.deallocate()
    scratch.deallocate()
  }

  // MARK: A cycle

  /// Takes the commands that wait. Call once a cycle, before the first frame.
  @_noLocks
  public mutating func takeCommands() {
    while let sent = link.commands.pointee.receive() {
      let lane = sent.lane & (Lanes.count - 1)
      if lanes.holds(lane, at: frame) {
        if !lanes.add(sent.command, to: lane) { link.counters.pointee.lostCommands.add(1, ordering: .relaxed) }
      } else {
        apply(sent.command, lane: lane)
      }
    }
    serveLanes()
  }

  /// Plays a MIDI message that arrived on `port`, 0...7, at the next frame to be rendered.
  @_noLocks
  public mutating func receive(_ message: MIDIMessage, port: UInt8) {
    let key = keyboard.receive(
      message, port: port, pool: &pool, gains: &gains, at: frame, sampleRate: sampleRate)
    if let key, report.has(.notes) {
      send(.key(port: port, note: key.note, velocity: key.velocity, frame: frame))
    }
  }

  /// Renders the next `left.count` frames into both channels, which are as long as each other and overwritten.
  @_noLocks
  public mutating func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) {
    let mode = FloatMode.flushDenormals()
    let end = frame + Int64(left.count)
    let start = frame
    while frame < end {
      renderBlock(until: min(end, nextLaneMoment), from: start, &left, &right)
      serveLanes()
    }
    mode.restore()
    link.counters.pointee.frame.store(frame, ordering: .releasing)
    link.counters.pointee.voices.store(pool.count, ordering: .relaxed)
    link.counters.pointee.clocks.store(clocksSent, ordering: .relaxed)
    link.counters.pointee.isQuiet.store(isQuiet, ordering: .releasing)
  }

  /// Takes the next byte for the clock port that leaves before the frame that is rendered next, or nil.
  @_noLocks
  public mutating func takeClock() -> ClockMessage? { sequencer.clock.take(before: frame) }

  /// Clock bytes (F8) that were given a frame so far.
  var clocksSent: Int64 { @_noLocks get { sequencer.clock.clocksSent } }

  /// Whether nothing sounds, plays or waits to leave.
  public var isQuiet: Bool { @_noLocks get { pool.isSilent && sequencer.source == nil && sequencer.clock.isEmpty } }

  // MARK: Between servers

  /// The ports are gone: halts all that plays where it is and cuts the voices.
  ///
  /// - Thread: control, while nothing renders.
  /// - Returns: the players that were halted: what `Command.resume` takes.
  public mutating func suspend() -> UInt32 {
    pool.reset(sampleRate: sampleRate)
    keyboard.releaseAll()
    let mask = sequencer.suspend(at: frame)
    sendSequencerEvents()
    return mask
  }

  /// Counts frames of another length from now on; the frame count goes on.
  ///
  /// - Thread: control, while nothing renders and after `suspend`.
  public mutating func setSampleRate(_ rate: Double) {
    guard rate != sampleRate else { return }
    sampleRate = rate
    pool.reset(sampleRate: rate)
    mixer.setSampleRate(rate)
    sequencer.setSampleRate(rate, at: frame)
  }

  // MARK: Frames

  /// Renders at most up to `until`: plans, sounds the steps on the first frame, and mixes up to the next step.
  @_noLocks
  private mutating func renderBlock(
    until: Int64, from start: Int64, _ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>
  ) {
    var end = min(until, frame + Int64(min(Engine.block, mixer.room)))
    while sequencer.planNext(before: end) {
      // What was planned may be what a lane awaits, and the lane may have something to do before `end`.
      if sendSequencerEvents() {
        serveLanes()
        end = min(end, nextLaneMoment)
      }
    }
    while let step = sequencer.takeStep(at: frame) { sound(step) }
    end = min(end, sequencer.nextStepFrame)
    mixBlock(Int(frame - start)..<Int(end - start), &left, &right)
    frame = end
  }

  @_noLocks
  private mutating func mixBlock(
    _ range: Range<Int>, _ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>
  ) {
    var mono = MutableSpan(_unsafeStart: mix, count: range.count)
    for index in mono.indices { mono[index] = 0 }
    var work = MutableSpan(_unsafeStart: scratch, count: range.count)
    pool.render(into: &mono, scratch: &work, channels: gains, at: frame)
    var leftPart = left._mutatingExtracting(range)
    var rightPart = right._mutatingExtracting(range)
    if let levels = mixer.mix(mono, into: &leftPart, &rightPart, at: frame) {
      send(.levels(levels, frame: frame + Int64(range.count)))
    }
  }

  /// Strikes what a step holds.
  @_noLocks
  private mutating func sound(_ step: FiredStep) {
    let player = sequencer.players + step.slot
    switch player.pointee.settings.role {
    case .metronome: pool.strike(player.pointee.settings.click(at: step.place, slot: step.slot))
    case .loop:
      // A pitched row lasts nine tenths of a step.
      let length = Double(player.pointee.settings.ticksPerPlace) * player.pointee.grid.framesPerTick
      let hold = NoteRequest.Hold.frames(RealtimeMath.roundHalfUp(0.9 * length))
      for row in 0..<player.pointee.settings.rowCount
      where player.pointee.settings.masks[row] & 1 << UInt32(step.place) != 0 {
        let sound = player.pointee.settings.rows[row]
        let pitched = sound.voice.family == .pitched
        pool.strike(
          NoteRequest(
            sound.voice, note: sound.note, velocity: Engine.stepVelocity, hold: pitched ? hold : .natural,
            owner: .player(slot: step.slot)))
      }
    }
    if report.has(.steps) { send(.step(slot: step.slot, place: Int(step.place), frame: step.frame)) }
  }

  // MARK: Commands

  @_noLocks
  private mutating func apply(_ command: Command, lane: Int) {
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
    case .start(let mask):
      sequencer.start(mask: mask, resuming: false, at: frame)
      lanes.setBase(of: lane, moment, awaits: sequencer.armed(of: mask))
    case .resume(let mask):
      sequencer.start(mask: mask, resuming: true, at: frame)
      lanes.setBase(of: lane, moment, awaits: sequencer.armed(of: mask))
    case .stop(let mask):
      sequencer.halt(mask: mask, at: frame)
      for slot in 0..<Sequencer.slots where mask & 1 << UInt32(slot) != 0 {
        pool.release(.one(.player(slot: slot)))
      }
    case .stopOnStep(let slot, let stops): sequencer.setStopsOnStep(slot, stops)
    case .strike(let note): pool.strike(note)
    case .release(let group): pool.release(group)
    case .cut(let group): pool.cut(group)
    case .releasePort(let port): keyboard.release(port: port, pool: &pool)
    case .keyboardSound(let voice): keyboard.setSound(voice)
    case .clockShift(let frames):
      let limit = Int64(2 * sampleRate)
      sequencer.clock.setTarget(min(max(frames, -limit), limit))
    case .clockAlways(let always): sequencer.setAlways(always, at: frame)
    case .master(let gain): mixer.setMaster(gain, at: frame)
    case .limiter(let works): mixer.limits = works
    case .report(let wanted): report = wanted
    case .wait(let amount, let unit): wait(amount, unit, lane: lane)
    case .mark(let number): send(.mark(number, frame: moment))
    }
    sendSequencerEvents()
  }

  /// Sets when the lane goes on: that long after its last effect.
  @_noLocks
  private mutating func wait(_ amount: Double, _ unit: TimeUnit, lane: Int) {
    guard let base = lanes.base(of: lane) else { return }
    if let ticks = sequencer.ticks(in: unit) {
      let tick = sequencer.followed.ticks(at: base) + amount * ticks
      lanes.setDue(of: lane, max(base, sequencer.followed.frame(ofTick: tick)), tick: tick)
    } else {
      lanes.setDue(of: lane, base + RealtimeMath.roundHalfUp(amount * sampleRate), tick: nil)
    }
  }

  /// The next frame, after the current one, on which a lane has something to do.
  private var nextLaneMoment: Int64 {
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

  /// When the head of a lane is to be applied. What is planned ahead is asked for ahead.
  @_noLocks
  private func moment(of lane: Int) -> Int64? {
    guard let head = lanes.head(of: lane), lanes.base(of: lane) != nil else { return nil }
    switch head {
    case .start, .resume, .patch, .stopOnStep, .put: return lanes.due(of: lane) - sequencer.lead
    default: return lanes.due(of: lane)
    }
  }

  @_noLocks
  private mutating func serveLanes() {
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
  private mutating func sendSequencerEvents() -> Bool {
    var any = false
    while let event = sequencer.takeEvent() {
      any = true
      switch event {
      case .started(let slot, let frame, _), .continued(let slot, let frame, _):
        lanes.playerStarted(slot, on: frame)
      case .stopped(let slot, _, _): lanes.playerStopped(slot)
      case .tempo(let slot, _, _): if slot == sequencer.source { lanes.follow(sequencer.followed) }
      case .source: lanes.unfollow()
      }
      send(.sequencer(event))
    }
    return any
  }

  @_noLocks
  private func send(_ event: Event) {
    if !link.events.pointee.send(event) { link.counters.pointee.lostEvents.add(1, ordering: .relaxed) }
  }
}
