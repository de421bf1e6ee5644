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
    /// Voices at once to begin with, 1...256; see `Command.voiceLimit`.
    public var voices = 32
    /// The voices that General MIDI numbers mean.
    public var map = MIDIMap()

    /// 32 voices at a sample rate.
    public init(sampleRate: Double) { self.sampleRate = sampleRate }
  }

  /// Samples rendered at a time. Has no influence on them.
  private static var block: Int { @_noLocks get { 256 } }
  /// The velocity of a loop's steps.
  private static var stepVelocity: Float { @_noLocks get { 0.9 } }

  let link: EngineLink
  private(set) var sampleRate: Double
  /// Frames rendered so far.
  public private(set) var frame: Int64 = 0
  var sequencer: Sequencer
  var pool: VoicePool
  var expressions = ChannelExpressions()
  var keyboard: Keyboard
  var lanes = Lanes()
  var waiting = WaitingNotes()
  var mixer: Mixer
  var report = Command.Report.none
  var room: Room
  private let buses: BusBuffers
  private let scratch: UnsafeMutablePointer<Float>

  /// An engine at frame 0 that takes its commands from `link` and reports to it.
  public init(_ configuration: Configuration, link: EngineLink) {
    self.link = link
    sampleRate = configuration.sampleRate
    sequencer = Sequencer(sampleRate: configuration.sampleRate)
    pool = VoicePool(limit: configuration.voices, sampleRate: configuration.sampleRate)
    keyboard = Keyboard(map: configuration.map)
    mixer = Mixer(sampleRate: configuration.sampleRate)
    room = Room(sampleRate: configuration.sampleRate)
    buses = BusBuffers(frames: Engine.block)
    scratch = .allocate(capacity: Engine.block)
  }

  deinit {
    buses.deallocate()
    scratch.deallocate()
  }

  // MARK: A cycle

  /// Takes the commands that wait. Call once a cycle, before the first frame.
  @_noLocks
  public mutating func takeCommands() {
    while let sent = link.commands.pointee.receiveInCallback() {
      let lane = sent.lane & (Lanes.count - 1)
      if lanes.holds(sent.command, of: lane, at: frame) {
        if !lanes.add(sent.command, to: lane) { link.counters.pointee.lostCommands.add(1, ordering: .relaxed) }
      } else {
        apply(sent.command, lane: lane)
        // So that even a full ring of strikes leaves the log room.
        sendPlayed()
      }
    }
    serveLanes()
  }

  /// Plays a MIDI message that arrived on `port`, 0...7, at the next frame to be rendered.
  @_noLocks
  public mutating func receive(_ message: MIDIMessage, port: UInt8) {
    pool.log.heard(message, port: port)
    let key = keyboard.receive(
      message, port: port, pool: &pool, waiting: &waiting, expressions: &expressions, at: frame,
      sampleRate: sampleRate)
    if let key, report.has(.notes) {
      send(.key(port: port, channel: key.channel, note: key.note, velocity: key.velocity, frame: frame))
    }
  }

  /// Renders the next `left.count` frames into both channels, which are as long as each other and overwritten.
  @_noLocks
  public mutating func render(left: inout MutableSpan<Float>, right: inout MutableSpan<Float>) {
    let mode = FloatMode.flushDenormals()
    let end = frame + Int64(left.count)
    let start = frame
    while frame < end {
      renderBlock(until: end, from: start, &left, &right, splits: false)
      serveLanes()
    }
    mode.restore()
    publish()
  }

  /// Renders as `render` does, and each bus by itself besides: with the master gain, but before the limiter.
  ///
  /// Without the limiter kit, pitched and click are together what the main pair is. The main pair is the same bits either way.
  ///
  /// - Parameters:
  ///   - left: overwritten, as `right`, with the mix.
  ///   - kit: overwritten with drums and `pop`, `sweep`, `tick`, mono; as long as `left`, or empty where nobody wants it, as all that follow.
  ///   - pitchedLeft: overwritten, as `pitchedRight`, with what plays notes, the bars of effects, and their room.
  ///   - click: overwritten with metronomes, count-ins and previews, mono.
  @_noLocks
  public mutating func renderSplit(
    left: inout MutableSpan<Float>, right: inout MutableSpan<Float>, kit: inout MutableSpan<Float>,
    pitchedLeft: inout MutableSpan<Float>, pitchedRight: inout MutableSpan<Float>, click: inout MutableSpan<Float>
  ) {
    let mode = FloatMode.flushDenormals()
    let end = frame + Int64(left.count)
    let start = frame
    while frame < end {
      let first = Int(frame - start)
      renderBlock(until: end, from: start, &left, &right, splits: true)
      let block = first..<Int(frame - start)
      copy(buses.kit, block, into: &kit)
      copy(buses.left, block, into: &pitchedLeft)
      copy(buses.right, block, into: &pitchedRight)
      copy(buses.click, block, into: &click)
      serveLanes()
    }
    mode.restore()
    publish()
  }

  @_noLocks
  private func copy(_ sound: UnsafeMutablePointer<Float>, _ block: Range<Int>, into out: inout MutableSpan<Float>) {
    guard out.count >= block.upperBound else { return }
    for index in block { out[index] = sound[index - block.lowerBound] }
  }

  /// Shows the figures of the frame that is rendered next.
  @_noLocks
  private mutating func publish() {
    sendPlayed()
    link.counters.pointee.frame.store(frame, ordering: .releasing)
    link.counters.pointee.voices.store(pool.count, ordering: .relaxed)
    link.counters.pointee.clocks.store(clocksSent, ordering: .relaxed)
    link.counters.pointee.lostClocks.store(sequencer.clock.lost, ordering: .relaxed)
    link.counters.pointee.isQuiet.store(isQuiet, ordering: .releasing)
  }

  /// Takes the next byte for the clock port that leaves before the frame that is rendered next, or nil.
  @_noLocks
  public mutating func takeClock() -> ClockMessage? { sequencer.clock.take(before: frame) }

  /// Clock bytes (F8) that were given a frame so far.
  var clocksSent: Int64 { @_noLocks get { sequencer.clock.clocksSent } }

  /// Whether nothing sounds, plays or waits to leave.
  public var isQuiet: Bool {
    @_noLocks get {
      pool.isSilent && room.isSilent && waiting.isEmpty && sequencer.source == nil && sequencer.clock.isEmpty
    }
  }

  // MARK: Between servers

  /// The ports are gone: halts all that plays where it is and cuts the voices.
  ///
  /// - Thread: control, while nothing renders.
  /// - Returns: the players that were halted: what `Command.resume` takes.
  public mutating func suspend() -> UInt32 {
    pool.reset(sampleRate: sampleRate)
    room.reset()
    waiting.drop(.everyone)
    for port in 0..<UInt8(Keyboard.ports) { releasePort(port) }
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
    room.setSampleRate(rate)
    sequencer.setSampleRate(rate, at: frame)
  }

  // MARK: Frames

  /// Does what belongs on the current frame, then renders up to where there is something to do again, at most to `until`.
  @_noLocks
  private mutating func renderBlock(
    until: Int64, from start: Int64, _ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>, splits: Bool
  ) {
    settle()
    sendPlayed()
    let limit = min(Engine.block, mixer.frameLimit)
    let next = min(min(sequencer.nextMoment, nextLaneMoment), waiting.nextFrame)
    let end = min(min(until, frame + Int64(limit)), next)
    mixBlock(Int(frame - start)..<Int(end - start), &left, &right, splits: splits)
    frame = end
    pool.log.frame = end
  }

  /// Plans what has to be planned by now and sounds the steps on this frame. Nothing is planned sooner, so that the order of
  /// plans, steps and commands hangs on their frames alone.
  @_noLocks
  private mutating func settle() {
    while sequencer.planNext(at: frame) {
      // What was planned may be what a lane awaits.
      if sendSequencerEvents() { serveLanes() }
    }
    while let step = sequencer.takeStep(at: frame) { sound(step) }
    while let note = waiting.take(at: frame) { pool.strike(note) }
  }

  @_noLocks
  private mutating func mixBlock(
    _ range: Range<Int>, _ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>, splits: Bool
  ) {
    let count = range.count
    pool.render(into: buses, scratch: scratch, count: count, channels: expressions, at: frame)
    mixer.applyGains(buses, count, at: frame)
    let isWet = room.render(buses.pitched, into: buses.left, buses.right, count: count, at: frame)
    var leftPart = left._mutatingExtracting(range)
    var rightPart = right._mutatingExtracting(range)
    buses.sum(into: &leftPart, &rightPart, isWet: isWet)
    if splits {
      buses.addPitched(count, isWet: isWet)
      mixer.finish(buses.kit, count, at: frame)
      mixer.finish(buses.left, count, at: frame)
      mixer.finish(buses.right, count, at: frame)
      mixer.finish(buses.click, count, at: frame)
    }
    if let levels = mixer.mix(&leftPart, &rightPart, at: frame) {
      send(.levels(levels, frame: frame + Int64(range.count)))
    }
  }

  /// Strikes what a step holds.
  @_noLocks
  private mutating func sound(_ step: FiredStep) {
    let player = sequencer.players + step.slot
    switch player.pointee.settings.role {
    case .metronome:
      pool.strike(PlayerSettings.click(at: step.place, ticksPerPlace: step.ticksPerPlace, slot: step.slot))
    case .loop:
      // A pitched row lasts nine tenths of a step.
      let hold = NoteRequest.Hold.frames(RealtimeMath.roundHalfUp(0.9 * step.framesPerPlace))
      for row in 0..<player.pointee.settings.rowCount
      where player.pointee.settings.masks[row] & 1 &<< UInt32(step.place) != 0 {
        let sound = player.pointee.settings.rows[row]
        pool.strike(
          NoteRequest(
            sound.voice, note: sound.note, velocity: Engine.stepVelocity, hold: sound.voice.isPitched ? hold : .natural,
            owner: .player(slot: step.slot)))
      }
    }
    if report.has(.steps) { send(.step(slot: step.slot, place: Int(step.place), frame: step.frame)) }
  }
}
