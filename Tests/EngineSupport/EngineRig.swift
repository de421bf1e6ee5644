// SPDX-License-Identifier: GPL-3.0-or-later

public import YuiSound

/// An engine driven by hand: commands go in on exact frames, and what comes out is kept.
public final class EngineRig {
  /// Something that happens on a frame.
  public enum Input {
    /// A command on a lane.
    case command(Command, lane: Int = 0)
    /// A message on a port.
    case message(MIDIMessage, port: UInt8 = 0)
  }

  /// The engine's ways in and out.
  public let link = EngineLink(commands: 4096, events: 1 << 16)
  /// What the left channel played.
  public private(set) var left: [Float] = []
  /// What the right channel played.
  public private(set) var right: [Float] = []
  /// What each bus played by itself, where `splits`.
  public private(set) var kit: [Float] = []
  /// The pitched bus with its room, left.
  public private(set) var pitchedLeft: [Float] = []
  /// The pitched bus with its room, right.
  public private(set) var pitchedRight: [Float] = []
  /// The click bus.
  public private(set) var click: [Float] = []
  /// Whether buses are rendered by themselves besides.
  public var splits = false
  /// What the clock port sent.
  public private(set) var clock: [ClockMessage] = []
  /// What the engine reported.
  public private(set) var events: [Event] = []
  /// Clock messages that came out after the cycle that their frame lies in.
  public private(set) var lateClocks: [ClockMessage] = []
  /// Whether sound is kept in `left`.
  public var keepsSound = true
  private let engine: UnsafeMutablePointer<Engine>
  /// The most frames rendered at a time, and memory for six times as many.
  private static let longest = 1 << 15
  private let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: 6 * longest)

  /// An engine at frame 0, without its limiter and its room unless they are wanted, that reports steps and keys.
  public init(
    sampleRate: Double = 48_000, voices: Int = 32, limiter: Bool = false, room: Float? = 0, map: MIDIMap = MIDIMap()
  ) {
    memory.initialize(repeating: .nan)
    engine = .allocate(capacity: 1)
    var configuration = Engine.Configuration(sampleRate: sampleRate)
    configuration.voices = voices
    configuration.map = map
    engine.initialize(to: Engine(configuration, link: link))
    send(.limiter(limiter))
    if let room { send(.room(room)) }
    send(.report([.steps, .notes]))
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
    memory.deallocate()
    link.deallocate()
  }

  /// Frames rendered.
  public var frame: Int64 { engine.pointee.frame }
  /// Whether nothing sounds, plays or waits to leave.
  public var isQuiet: Bool { engine.pointee.isQuiet }

  /// Hands over a command for the next cycle.
  public func send(_ command: Command, lane: Int = 0) {
    precondition(link.send(LaneCommand(lane: lane, command)), "the command ring is full")
  }

  /// Receives a message at the next frame.
  public func receive(_ message: MIDIMessage, port: UInt8 = 0) { engine.pointee.receive(message, port: port) }

  /// The ports are gone.
  public func suspend() -> UInt32 { engine.pointee.suspend() }

  /// There are ports again.
  public func resume(_ mask: UInt32, sampleRate: Double) {
    engine.pointee.setSampleRate(sampleRate)
    send(.resume(mask))
  }

  /// Renders `frames` in cycles whose sizes `cycle` gives, one after another.
  public func render(_ frames: Int, cycle: () -> Int = { 64 }) {
    play([], frames: frames, cycle: cycle)
  }

  /// One cycle in which messages arrive at offsets, in order.
  public func cycle(_ frames: Int, _ messages: [(offset: Int, message: MIDIMessage)]) {
    let start = frame
    play(messages.map { (start + Int64($0.offset), .message($0.message)) }, frames: frames) { frames }
  }

  /// Renders `frames` in cycles whose sizes `cycle` gives. Each input has the frame that it belongs on, in order: a cycle
  /// is cut short where a command is due, as commands come between cycles, and a message arrives inside its cycle.
  public func play(_ inputs: [(frame: Int64, input: Input)], frames: Int, cycle: () -> Int = { 64 }) {
    let end = frame + Int64(frames)
    var next = 0
    while frame < end {
      while next < inputs.count, inputs[next].frame <= frame, case .command(let command, let lane) = inputs[next].input
      {
        send(command, lane: lane)
        next += 1
      }
      let command = inputs[next...].first { if case .command = $0.input { true } else { false } }
      let until = min(end, frame + Int64(max(1, cycle())), max(frame + 1, command?.frame ?? .max))
      let start = frame
      engine.pointee.takeCommands()
      while next < inputs.count, inputs[next].frame < until, case .message(let message, let port) = inputs[next].input {
        renderPart(Int(inputs[next].frame - frame))
        engine.pointee.receive(message, port: port)
        next += 1
      }
      renderPart(Int(until - frame))
      finishCycle(from: start)
    }
  }

  private func renderPart(_ count: Int) {
    var rest = count
    while rest > 0 {
      let part = min(rest, Self.longest)
      renderBuffers(part)
      if keepsSound { keep(part) }
      rest -= part
    }
  }

  /// The first frames of one of the buffers.
  private func buffer(_ index: Int, _ count: Int) -> UnsafeMutableBufferPointer<Float> {
    memory.extracting(index * Self.longest..<index * Self.longest + count)
  }

  private func renderBuffers(_ count: Int) {
    var left = MutableSpan(_unsafeElements: buffer(0, count))
    var right = MutableSpan(_unsafeElements: buffer(1, count))
    guard splits else {
      engine.pointee.render(left: &left, right: &right)
      return
    }
    var kit = MutableSpan(_unsafeElements: buffer(2, count))
    var pitchedLeft = MutableSpan(_unsafeElements: buffer(3, count))
    var pitchedRight = MutableSpan(_unsafeElements: buffer(4, count))
    var click = MutableSpan(_unsafeElements: buffer(5, count))
    engine.pointee.renderSplit(
      left: &left, right: &right, kit: &kit, pitchedLeft: &pitchedLeft, pitchedRight: &pitchedRight, click: &click)
  }

  private func keep(_ count: Int) {
    left.append(contentsOf: buffer(0, count))
    right.append(contentsOf: buffer(1, count))
    guard splits else { return }
    kit.append(contentsOf: buffer(2, count))
    pitchedLeft.append(contentsOf: buffer(3, count))
    pitchedRight.append(contentsOf: buffer(4, count))
    click.append(contentsOf: buffer(5, count))
  }

  /// Whether the channels ever differed, bit by bit.
  public var sidesDiffer: Bool { zip(left, right).contains { $0.bitPattern != $1.bitPattern } }

  private func finishCycle(from start: Int64) {
    while let message = engine.pointee.takeClock() {
      clock.append(message)
      if message.frame < start { lateClocks.append(message) }
    }
    while let event = link.receive() { events.append(event) }
  }

  /// The steps that a player sounded.
  public func steps(of slot: Int) -> [(place: Int, frame: Int64)] {
    events.compactMap {
      if case .step(slot, let place, let frame) = $0 { (place, frame) } else { nil }
    }
  }

  /// The frames of clock bytes (F8).
  public var ticks: [Int64] { clock.filter { $0.bytes[0] == ClockMessage.clockByte }.map(\.frame) }

  /// Every byte but F8, with its frame.
  public var transport: [(bytes: [UInt8], frame: Int64)] {
    clock.filter { $0.bytes[0] != ClockMessage.clockByte }.map { message in
      ((0..<message.count).map { message.bytes[$0] }, message.frame)
    }
  }
}

/// Settings of a loop whose rows are drums.
public func loop(
  _ beatsPerMinute: Double, steps: Int = 16, swing: Double = 0, _ pattern: [(VoiceKind, String)] = [(.kick, "x")]
) -> PlayerSettings {
  var settings = PlayerSettings(role: .loop)
  settings.beatsPerMinute = beatsPerMinute
  settings.places = Int64(steps)
  settings.ticksPerPlace = steps <= 8 ? 12 : 6
  settings.swing = swing / 100
  settings.rowCount = pattern.count
  for (row, (voice, marks)) in pattern.enumerated() {
    settings.rows[row] = RowVoice(voice)
    settings.masks[row] = mask(marks)
  }
  return settings
}

/// Bit n is set where character n is an x.
public func mask(_ marks: String) -> UInt32 {
  marks.enumerated().reduce(0) { $1.element == "x" ? $0 | 1 << UInt32($1.offset) : $0 }
}
