// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit
import Synchronization
import YuiSound

/// The ports of one life with a server.
struct InstrumentPorts: BitwiseCopyable {
  var left: AudioOutput
  var right: AudioOutput
  var clock: MIDIOutput
  var midiInputs: InlineArray<8, MIDIInput>
  var midiInputCount: Int
  /// Where the mix is taken apart, if anywhere.
  var split: SplitOutputs?
}

/// Figures that the callback keeps for whoever looks; each a lone number, so relaxed ordering serves.
struct PerformerCounters: ~Copyable {
  /// Clock bytes that JACK's buffer had no room for.
  let refusedBytes = Atomic<Int>(0)
  /// MIDI events that JACK lost when it merged cables.
  let lostInputs = Atomic<Int>(0)
  /// Whether clock bytes stay in the engine: their cables are not back yet. Set by the control side.
  let clockIsHeld = Atomic<Bool>(false)
  /// The engine's frame at time zero of the server's clock, by the last cycle.
  let frameOrigin = Atomic<Int64>(0)
}

/// What JACK's process thread runs: messages in, the engine's frames out, clock bytes out.
struct Performer: ~Copyable {
  var engine: Engine
  let counters: UnsafeMutablePointer<PerformerCounters>
  var witness = CycleWitness()
  var fault = CycleFault()
  private let tuner: TunerTap?
  /// What left the outputs last.
  let takes: TakeRing
  private var ports: InstrumentPorts?
  private var sampleRate = 0.0

  /// - Parameter kept: frames that takes can begin before now.
  /// - Thread: control.
  init(_ configuration: Engine.Configuration, link: EngineLink, tuner: TunerTap? = nil, kept: Int) {
    self.tuner = tuner
    takes = TakeRing(capacity: kept)
    engine = Engine(configuration, link: link)
    counters = .allocate(capacity: 1)
    counters.initialize(to: PerformerCounters())
  }

  deinit {
    counters.deinitialize(count: 1)
    counters.deallocate()
    takes.deallocate()
  }

  /// Takes the ports of a server, or none, and its rate.
  ///
  /// - Thread: control, while no cycle runs.
  mutating func use(_ ports: InstrumentPorts?, sampleRate: Double) {
    self.ports = ports
    self.sampleRate = sampleRate
    counters.pointee.frameOrigin.store(0, ordering: .relaxed)
    witness.reset(sampleRate: sampleRate)
  }

  /// Renders one cycle.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func process(_ cycle: borrowing ProcessCycle) {
    guard let ports else { return }
    witness.begin(cycle)
    countLostInputs(cycle, ports)
    fault.hold(cycle, period: witness.period)
    tuner?.hear(cycle)
    noteTime(cycle)
    engine.takeCommands()
    var left = cycle.samples(of: ports.left)
    var right = cycle.samples(of: ports.right)
    if let split = ports.split {
      var kit = cycle.samples(of: split.kit)
      var pitchedLeft = cycle.samples(of: split.pitchedLeft)
      var pitchedRight = cycle.samples(of: split.pitchedRight)
      var click = cycle.samples(of: split.click)
      render(cycle, ports, &left, &right, &kit, &pitchedLeft, &pitchedRight, &click)
    } else {
      var kit = MutableSpan<Float>()
      var pitchedLeft = MutableSpan<Float>()
      var pitchedRight = MutableSpan<Float>()
      var click = MutableSpan<Float>()
      render(cycle, ports, &left, &right, &kit, &pitchedLeft, &pitchedRight, &click)
    }
    takes.write(left, right, at: engine.frame - Int64(cycle.frames))
    writeClock(cycle, ports)
    witness.end(cycle)
  }

  @_noLocks
  private mutating func writeClock(_ cycle: borrowing ProcessCycle, _ ports: InstrumentPorts) {
    var writer = cycle.midiWriter(for: ports.clock)
    if counters.pointee.clockIsHeld.load(ordering: .relaxed) { return }
    let start = engine.frame - Int64(cycle.frames)
    while let message = engine.takeClock() {
      if fault.drops(message.bytes[0]) { continue }
      // One that is late leaves with the first frame.
      let offset = Int(max(0, message.frame - start))
      let event =
        message.count == 1
        ? MIDIEvent(frame: offset, message.bytes[0])
        : MIDIEvent(frame: offset, message.bytes[0], message.bytes[1], message.bytes[2])
      if !writer.write(event) { counters.pointee.refusedBytes.add(1, ordering: .relaxed) }
    }
  }

  /// Renders from message to message, so that each is heard from its own frame on; ports are merged by frame.
  @_noLocks
  private mutating func render(
    _ cycle: borrowing ProcessCycle, _ ports: InstrumentPorts, _ left: inout MutableSpan<Float>,
    _ right: inout MutableSpan<Float>, _ kit: inout MutableSpan<Float>, _ pitchedLeft: inout MutableSpan<Float>,
    _ pitchedRight: inout MutableSpan<Float>, _ click: inout MutableSpan<Float>
  ) {
    var read = InlineArray<8, Int>(repeating: 0)
    var done = 0
    while true {
      var earliest: MIDIEvent?
      var port = 0
      for candidate in 0..<ports.midiInputCount {
        let events = cycle.midiEvents(of: ports.midiInputs[candidate])
        guard read[candidate] < events.count else { continue }
        let event = events[read[candidate]]
        if let other = earliest, other.frame <= event.frame { continue }
        earliest = event
        port = candidate
      }
      guard let event = earliest else { break }
      read[port] += 1
      guard let message = MIDIMessage(event.bytes[0], event.bytes[1], event.bytes[2], count: event.byteCount) else {
        continue
      }
      let frame = max(done, event.frame)
      renderFrames(done..<frame, &left, &right, &kit, &pitchedLeft, &pitchedRight, &click)
      done = frame
      engine.receive(message, port: UInt8(port))
    }
    renderFrames(done..<cycle.frames, &left, &right, &kit, &pitchedLeft, &pitchedRight, &click)
  }

  @_noLocks
  private mutating func renderFrames(
    _ range: Range<Int>, _ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>,
    _ kit: inout MutableSpan<Float>, _ pitchedLeft: inout MutableSpan<Float>,
    _ pitchedRight: inout MutableSpan<Float>, _ click: inout MutableSpan<Float>
  ) {
    guard !range.isEmpty else { return }
    var leftPart = left._mutatingExtracting(range)
    var rightPart = right._mutatingExtracting(range)
    guard !kit.isEmpty else {
      engine.render(left: &leftPart, right: &rightPart)
      return
    }
    var kitPart = kit._mutatingExtracting(range)
    var pitchedLeftPart = pitchedLeft._mutatingExtracting(range)
    var pitchedRightPart = pitchedRight._mutatingExtracting(range)
    var clickPart = click._mutatingExtracting(range)
    engine.renderSplit(
      left: &leftPart, right: &rightPart, kit: &kitPart, pitchedLeft: &pitchedLeftPart,
      pitchedRight: &pitchedRightPart, click: &clickPart)
  }

  /// Notes when the frames of this cycle are rendered, by the server's clock.
  @_noLocks
  private func noteTime(_ cycle: borrowing ProcessCycle) {
    guard let times = cycle.times else { return }
    let passed = Double(times.currentMicroseconds) * sampleRate / 1e6
    counters.pointee.frameOrigin.store(engine.frame - Int64(passed + 0.5), ordering: .relaxed)
  }

  @_noLocks
  private func countLostInputs(_ cycle: borrowing ProcessCycle, _ ports: InstrumentPorts) {
    for index in 0..<ports.midiInputCount {
      let lost = cycle.midiEvents(of: ports.midiInputs[index]).lostCount
      if lost > 0 { counters.pointee.lostInputs.add(lost, ordering: .relaxed) }
    }
  }
}

/// Renders a cycle with the performer that `argument` points to.
///
/// - Thread: realtime.
func performCycle(_ argument: UnsafeMutableRawPointer, _ cycle: borrowing ProcessCycle) {
  argument.assumingMemoryBound(to: Performer.self).pointee.process(cycle)
}
