// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

/// An engine that is called as a JACK callback would call it.
final class BenchEngine {
  static let sampleRate = 48_000.0

  /// What the left channel played last.
  private(set) var left: [Float]
  private var right: [Float]
  private let link = EngineLink(commands: 4096, events: 1 << 14)
  private let engine: UnsafeMutablePointer<Engine>

  /// An engine for cycles of `period` frames. It has the mixer's gain taken back and no limiter.
  init(period: Int, voices: Int) {
    left = [Float](repeating: 0, count: period)
    right = left
    engine = .allocate(capacity: 1)
    var configuration = Engine.Configuration(sampleRate: Self.sampleRate)
    configuration.voices = voices
    engine.initialize(to: Engine(configuration, link: link))
    send(.master(1.25))
    send(.limiter(false))
    send(.room(0))
    cycle()
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
    link.deallocate()
  }

  /// Hands over a command for the next cycle.
  func send(_ command: Command) {
    precondition(link.send(LaneCommand(lane: 0, command)), "the command ring is full")
  }

  /// Renders one cycle.
  func cycle() {
    engine.pointee.takeCommands()
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    engine.pointee.render(left: &leftSpan, right: &rightSpan)
    while engine.pointee.takeClock() != nil {}
  }

  /// Cuts what sounds, waits until it has faded, and takes the events away.
  func rest() {
    send(.cut(.everyone))
    var frames = 0
    while frames < 2048 {
      cycle()
      frames += left.count
    }
    takeEvents()
  }

  /// Strikes a note that is held until it is cut.
  func strike(_ kind: VoiceKind, frequency: Double, velocity: Float) {
    send(
      .strike(NoteRequest(kind, frequency: frequency, velocity: velocity, hold: .key, owner: .line(note: 1))))
  }

  /// Takes the events away, so that there is room for new ones.
  func takeEvents() { while link.receive() != nil {} }
}
