// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit
import Synchronization

/// The callback of the proof's recorder: keeps what arrives at its ports, with the frames it arrived on, and plays notes.
///
/// All memory is taken before, for as many frames as were asked for.
///
/// - Thread: realtime, except `init`, `deinit` and what says so.
struct PortRecorder: ~Copyable {
  /// Who may touch the take: control while `idle` or `done`, the callback from `armed` on.
  enum Phase {
    static var idle: Int { @_noLocks get { 0 } }
    static var armed: Int { @_noLocks get { 1 } }
    static var running: Int { @_noLocks get { 2 } }
    static var done: Int { @_noLocks get { 3 } }
  }

  /// A byte that arrived, the first of its message.
  struct Byte: BitwiseCopyable {
    var index: Int
    var byte: UInt8
  }

  /// A stretch of recorded frames that follow one another on the server's clock, and when it began.
  struct Segment: BitwiseCopyable {
    var index: Int
    var frame: Int64
    var microseconds: UInt64
  }

  /// The ports: two channels of sound at most, a MIDI input and a MIDI output where there are any.
  struct Ports {
    var audio: [AudioInput] = []
    var midiInput: MIDIInput?
    var midiOutput: MIDIOutput?
  }

  static var mostBytes: Int { @_noLocks get { 1 << 18 } }
  static var mostSegments: Int { @_noLocks get { 1 << 17 } }
  /// General MIDI's side stick.
  private static var note: UInt8 { @_noLocks get { 37 } }

  let phase = Atomic<Int>(Phase.idle)
  var witness = CycleWitness()
  let channels: Int
  let capacity: Int
  let audio: UnsafeMutablePointer<Float>
  let bytes: UnsafeMutablePointer<Byte>
  let segments: UnsafeMutablePointer<Segment>
  /// Indices on which a note is played, in order.
  let strikes: UnsafeMutableBufferPointer<Int>
  private(set) var byteCount = 0
  private(set) var segmentCount = 0
  /// The server's frame clock on index 0.
  private(set) var first: UInt32 = 0
  /// Frames of the take at hand, and how many of them are recorded.
  private(set) var length = 0
  private(set) var position = 0
  /// What found no room.
  private(set) var lost = 0
  private var nextStrike = 0
  /// Frames after which the clock is looked at again, so that times can be told from frames.
  private var look = 0
  private var frame: Int64 = 0
  private var lastFrames = 0
  private let inputs: InlineArray<2, AudioInput?>
  private let midiInput: MIDIInput?
  private let midiOutput: MIDIOutput?

  /// - Parameters:
  ///   - capacity: frames of the longest take.
  ///   - strikes: how many notes are played at most.
  init(_ ports: Ports, capacity: Int, strikes: Int) {
    channels = ports.audio.count
    self.capacity = capacity
    inputs = [ports.audio.first, ports.audio.count > 1 ? ports.audio[1] : nil]
    (midiInput, midiOutput) = (ports.midiInput, ports.midiOutput)
    audio = .allocate(capacity: max(1, capacity * channels))
    audio.initialize(repeating: 0, count: max(1, capacity * channels))
    bytes = .allocate(capacity: Self.mostBytes)
    bytes.initialize(repeating: Byte(index: 0, byte: 0), count: Self.mostBytes)
    segments = .allocate(capacity: Self.mostSegments)
    segments.initialize(repeating: Segment(index: 0, frame: 0, microseconds: 0), count: Self.mostSegments)
    self.strikes = .allocate(capacity: strikes)
    self.strikes.initialize(repeating: 0)
  }

  deinit {
    audio.deallocate()
    bytes.deallocate()
    segments.deallocate()
    strikes.deallocate()
  }

  /// Lets the next cycle begin a take of so many frames.
  ///
  /// - Thread: control, while idle or done.
  mutating func arm(_ frames: Int) {
    (length, position, byteCount, segmentCount, nextStrike, lost, frame) = (frames, 0, 0, 0, 0, 0, 0)
    look = 2 * frames / Self.mostSegments
    phase.store(Phase.armed, ordering: .releasing)
  }

  @_noLocks
  mutating func process(_ cycle: borrowing ProcessCycle) {
    let jump = witness.begin(cycle)
    let before = phase.load(ordering: .acquiring)
    let starts = before == Phase.armed
    let runs = starts || before == Phase.running
    let count = runs ? min(cycle.frames, length - position) : 0
    if runs {
      follow(cycle, jump, starts)
      for channel in 0..<channels {
        guard let input = inputs[channel] else { continue }
        let samples = cycle.samples(of: input)
        for index in 0..<count { audio[(position + index) * channels + channel] = samples[index] }
      }
    }
    keepMIDI(cycle, count)
    play(cycle, count)
    position += count
    if runs {
      phase.store(position == length ? Phase.done : Phase.running, ordering: .releasing)
    }
    witness.end(cycle)
  }

  /// Notes where the frames of this cycle lie.
  @_noLocks
  private mutating func follow(_ cycle: borrowing ProcessCycle, _ jump: Int, _ starts: Bool) {
    if starts {
      first = cycle.lastFrameTime
      frame = 0
    } else {
      frame += Int64(lastFrames + jump)
    }
    lastFrames = cycle.frames
    let isDue = segmentCount == 0 || jump != 0 || position - segments[segmentCount - 1].index >= look
    guard isDue else { return }
    guard segmentCount < Self.mostSegments else {
      lost += 1
      return
    }
    let time = cycle.times?.currentMicroseconds ?? cycle.microseconds
    segments[segmentCount] = Segment(index: position, frame: frame, microseconds: time)
    segmentCount += 1
  }

  @_noLocks
  private mutating func keepMIDI(_ cycle: borrowing ProcessCycle, _ count: Int) {
    guard let midiInput else { return }
    let events = cycle.midiEvents(of: midiInput)
    lost += events.lostCount
    for index in 0..<events.count where events[index].frame < count {
      guard byteCount < Self.mostBytes else {
        lost += 1
        return
      }
      bytes[byteCount] = Byte(index: position + events[index].frame, byte: events[index].bytes[0])
      byteCount += 1
    }
  }

  /// Plays the strikes of this cycle on the kit's channel.
  @_noLocks
  private mutating func play(_ cycle: borrowing ProcessCycle, _ count: Int) {
    guard let midiOutput else { return }
    var writer = cycle.midiWriter(for: midiOutput)
    while count > 0, nextStrike < strikes.count, strikes[nextStrike] < position + count {
      let offset = strikes[nextStrike] - position
      if !writer.write(MIDIEvent(frame: offset, 0x99, Self.note, 100)) { lost += 1 }
      if !writer.write(MIDIEvent(frame: offset, 0x89, Self.note, 0)) { lost += 1 }
      nextStrike += 1
    }
  }
}

/// Records a cycle with the recorder that `argument` points to.
///
/// - Thread: realtime.
func recordCycle(_ argument: UnsafeMutableRawPointer, _ cycle: borrowing ProcessCycle) {
  argument.assumingMemoryBound(to: PortRecorder.self).pointee.process(cycle)
}
