// SPDX-License-Identifier: GPL-3.0-or-later

public import YuiSound

/// An engine driven by hand: commands go in on exact frames, and what comes out is kept.
public final class EngineRig {
  public let link = EngineLink(commands: 4096, events: 1 << 16)
  public private(set) var left: [Float] = []
  public private(set) var clock: [ClockMessage] = []
  public private(set) var events: [Event] = []
  private let engine: UnsafeMutablePointer<Engine>

  public init(sampleRate: Double = 48_000, voices: Int = 32, limiter: Bool = false, map: MIDIMap = MIDIMap()) {
    engine = .allocate(capacity: 1)
    var configuration = Engine.Configuration(sampleRate: sampleRate)
    configuration.voices = voices
    configuration.map = map
    engine.initialize(to: Engine(configuration, link: link))
    send(.limiter(limiter))
    send(.report([.steps, .notes]))
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
    link.deallocate()
  }

  public var frame: Int64 { engine.pointee.frame }
  public var isQuiet: Bool { engine.pointee.isQuiet }

  public func send(_ command: Command, lane: Int = 0) {
    precondition(link.send(LaneCommand(lane: lane, command)), "the command ring is full")
  }

  public func receive(_ message: MIDIMessage, port: UInt8 = 0) { engine.pointee.receive(message, port: port) }

  public func suspend() -> UInt32 { engine.pointee.suspend() }

  public func resume(_ mask: UInt32, sampleRate: Double) {
    engine.pointee.setSampleRate(sampleRate)
    send(.resume(mask))
  }

  /// Renders `frames` in cycles whose sizes `cycle` gives, one after another.
  public func render(_ frames: Int, cycle: () -> Int = { 64 }) {
    var rest = frames
    while rest > 0 {
      let count = min(rest, max(1, cycle()))
      engine.pointee.takeCommands()
      renderPart(count)
      finishCycle()
      rest -= count
    }
  }

  /// One cycle in which messages arrive at offsets, in order.
  public func cycle(_ frames: Int, _ messages: [(offset: Int, message: MIDIMessage)]) {
    engine.pointee.takeCommands()
    var done = 0
    for (offset, message) in messages {
      renderPart(offset - done)
      done = offset
      engine.pointee.receive(message, port: 0)
    }
    renderPart(frames - done)
    finishCycle()
  }

  private func renderPart(_ count: Int) {
    guard count > 0 else { return }
    var l = [Float](repeating: .nan, count: count)
    var r = [Float](repeating: .nan, count: count)
    var leftSpan = l.mutableSpan
    var rightSpan = r.mutableSpan
    engine.pointee.render(left: &leftSpan, right: &rightSpan)
    left.append(contentsOf: l)
  }

  private func finishCycle() {
    while let message = engine.pointee.takeClock() { clock.append(message) }
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

/// A generator that gives the same numbers on every run.
public struct Dice: RandomNumberGenerator {
  private var state: UInt64
  public init(_ seed: UInt64) { state = seed }
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
