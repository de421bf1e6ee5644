// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit
import Synchronization

/// The realtime half of the probe: records inputs, feeds outputs, watches the server's clock.
struct Recorder: ~Copyable {
  /// Who may touch the take: the control side while `idle` or `done`, the process function from `armed` on.
  enum Phase: Int {
    case idle, armed, running, done
  }

  let phase = Atomic(Phase.idle.rawValue)
  /// Whether a recording that runs should end before it is full.
  let isEnding = Atomic(false)
  let cycles = Atomic(0)
  /// Absolute frame at the start of the last cycle; the server's clock carried on to 64 bits.
  let frame = Atomic<UInt64>(0)
  /// 1 while `single` waits to be sent, 0 once it was.
  let singlePending = Atomic(0)
  let singleFrame = Atomic<UInt64>(0)
  let single = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)
  var singleRefused = false
  var singleCount = 0
  var singlePort = 0
  var take: Take?

  let audioInputs: UnsafeMutableBufferPointer<AudioInput>
  let audioOutputs: UnsafeMutableBufferPointer<AudioOutput>
  let midiInputs: UnsafeMutableBufferPointer<MIDIInput>
  let midiOutputs: UnsafeMutableBufferPointer<MIDIOutput>
  private var clock: UInt32 = 0
  private var lastFrames = 0
  private var start: UInt64 = 0

  init(
    _ audioInputs: [AudioInput], _ audioOutputs: [AudioOutput], _ midiInputs: [MIDIInput], _ midiOutputs: [MIDIOutput]
  ) {
    self.audioInputs = Self.store(audioInputs)
    self.audioOutputs = Self.store(audioOutputs)
    self.midiInputs = Self.store(midiInputs)
    self.midiOutputs = Self.store(midiOutputs)
  }

  deinit {
    audioInputs.deallocate()
    audioOutputs.deallocate()
    midiInputs.deallocate()
    midiOutputs.deallocate()
    single.deallocate()
  }

  private static func store<Port>(_ ports: [Port]) -> UnsafeMutableBufferPointer<Port> {
    let memory = UnsafeMutableBufferPointer<Port>.allocate(capacity: ports.count)
    _ = memory.initialize(from: ports)
    return memory
  }

  @_noLocks
  mutating func process(_ cycle: borrowing ProcessCycle) {
    let jump = advanceClock(cycle)
    var isRunning = phase.load(ordering: .acquiring) == Phase.running.rawValue
    if phase.load(ordering: .acquiring) == Phase.armed.rawValue {
      take!.first = start
      phase.store(Phase.running.rawValue, ordering: .releasing)
      isRunning = true
    } else if isRunning, jump != 0 {
      take!.note(lossOf: jump)
    }
    let count = isRunning ? min(cycle.frames, take!.frameCount - take!.position) : 0
    playAudio(cycle, count)
    sendMIDI(cycle, count)
    if isRunning {
      if let times = cycle.times { take!.note(startAt: times.currentMicroseconds) }
      recordAudio(cycle, count)
      recordMIDI(cycle, count)
      take!.position += count
      let isOver = take!.position == take!.frameCount || isEnding.load(ordering: .relaxed)
      if isOver { phase.store(Phase.done.rawValue, ordering: .releasing) }
    }
    _ = cycles.add(1, ordering: .releasing)
  }

  /// Carries the clock on and returns how far it jumped against the last cycle's end.
  @_noLocks
  private mutating func advanceClock(_ cycle: borrowing ProcessCycle) -> Int {
    let now = cycle.lastFrameTime
    let isFirst = lastFrames == 0
    let step = now &- clock
    let jump = isFirst ? 0 : Int(Int32(bitPattern: step)) - lastFrames
    start = isFirst ? UInt64(now) : start &+ UInt64(bitPattern: Int64(Int32(bitPattern: step)))
    clock = now
    lastFrames = cycle.frames
    frame.store(start, ordering: .relaxed)
    return jump
  }

  @_noLocks
  private mutating func recordAudio(_ cycle: borrowing ProcessCycle, _ count: Int) {
    for channel in 0..<audioInputs.count {
      let samples = cycle.samples(of: audioInputs[channel])
      var place = take!.position * audioInputs.count + channel
      for index in 0..<count {
        take!.audio[place] = samples[index]
        place += audioInputs.count
      }
    }
  }

  @_noLocks
  private mutating func recordMIDI(_ cycle: borrowing ProcessCycle, _ count: Int) {
    for port in 0..<midiInputs.count {
      let events = cycle.midiEvents(of: midiInputs[port])
      take!.overflow += events.lostCount
      for index in 0..<events.count where events[index].frame < count {
        take!.keep(events.bytes(at: index), at: start + UInt64(events[index].frame), port: port)
      }
    }
  }

  @_noLocks
  private mutating func playAudio(_ cycle: borrowing ProcessCycle, _ count: Int) {
    for channel in 0..<audioOutputs.count {
      var samples = cycle.samples(of: audioOutputs[channel])
      for index in 0..<samples.count {
        var sample: Float = 0
        if index < count {
          let place = (take!.position + index) * audioOutputs.count + channel
          if place < take!.play.count { sample = take!.play[place] }
        }
        samples[index] = sample
      }
    }
  }

  @_noLocks
  private mutating func sendMIDI(_ cycle: borrowing ProcessCycle, _ count: Int) {
    let first = count > 0 ? take!.nextMessage : 0
    var last = first
    for port in 0..<midiOutputs.count {
      var writer = cycle.midiWriter(for: midiOutputs[port])
      if singlePort == port, singlePending.load(ordering: .acquiring) == 1 {
        let bytes = UnsafeBufferPointer(start: UnsafePointer(single.baseAddress), count: singleCount)
        if !writer.write(bytes, at: 0) { singleRefused = true }
        singleFrame.store(start, ordering: .relaxed)
        singlePending.store(0, ordering: .releasing)
      }
      guard count > 0 else { continue }
      last = first
      while last < take!.messages.count, take!.messages[last].offset < take!.position + count {
        let message = take!.messages[last]
        if message.port == port {
          let bytes = UnsafeBufferPointer(
            start: UnsafePointer(take!.messageBytes.baseAddress! + message.start), count: message.count)
          _ = writer.write(bytes, at: message.offset - take!.position)
        }
        last += 1
      }
      take!.refused += writer.refusedCount
    }
    if count > 0 { take!.nextMessage = last }
  }
}

/// The process function: its argument is the recorder.
@_noLocks
func processRecorder(_ argument: UnsafeMutableRawPointer, _ cycle: borrowing ProcessCycle) {
  argument.assumingMemoryBound(to: Recorder.self).pointee.process(cycle)
}
