// SPDX-License-Identifier: GPL-3.0-or-later

import CLockCounter
import Glibc
import HeapCounter
import YuiSound

/// Plays an engine in cycles of 64 frames as the callback does, with 32 voices and lines that change what plays, and counts
/// what each cycle asks of the heap and of locks, and what processor time it takes.
final class CycleCount {
  static let rate = 48_000.0
  static let frames = 64
  static let voices = 32

  /// Heap calls and locks inside cycles.
  private(set) var heapCalls = 0
  private(set) var locks = 0
  /// Microseconds of each cycle, of the thread's own time.
  private(set) var times: [Double] = []
  /// The fewest voices that sounded at the end of a cycle, once all had begun.
  private(set) var fewestVoices = Int.max
  private let link = EngineLink(commands: 1024, events: 1 << 14)
  private var engine: Engine
  private var left = [Float](repeating: 0, count: CycleCount.frames)
  private var right = [Float](repeating: 0, count: CycleCount.frames)

  init() {
    var configuration = Engine.Configuration(sampleRate: Self.rate)
    configuration.voices = Self.voices
    engine = Engine(configuration, link: link)
    let kinds: [VoiceKind] = [.keys, .pluck, .bell, .pad, .bass, .lead]
    for note in 0..<UInt8(Self.voices) {
      send(
        .strike(NoteRequest(kinds[Int(note) % 6], note: 40 + note, velocity: 0.5, hold: .key, owner: .line(note: note)))
      )
    }
    send(.report([.steps, .notes]))
    for slot in 0..<3 { send(.put(slot: slot, pattern(slot))) }
    send(.put(slot: 3, .metronome(beatsPerMinute: 120, beats: 4, subdivision: 3)))
    send(.start(15))
  }

  /// Renders so many seconds of sound.
  func run(seconds: Int) {
    let cycles = seconds * Int(Self.rate) / Self.frames
    times.reserveCapacity(cycles)
    for cycle in 0..<cycles {
      patch(cycle)
      let before = (heap_calls(), lock_calls(), Self.time)
      render()
      let after = (heap_calls(), lock_calls(), Self.time)
      // The first cycles warm up what the system loads lazily.
      if cycle >= 2 {
        heapCalls += after.0 - before.0
        locks += after.1 - before.1
        times.append(after.2 - before.2)
        fewestVoices = min(fewestVoices, link.counters.pointee.voices.load(ordering: .relaxed))
      }
      while link.receive() != nil {}
    }
  }

  private func render() {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    engine.takeCommands()
    engine.render(left: &leftSpan, right: &rightSpan)
    while engine.takeClock() != nil {}
  }

  private func send(_ command: Command) { _ = link.send(LaneCommand(lane: 0, command)) }

  private func pattern(_ slot: Int) -> PlayerSettings {
    var settings = PlayerSettings(role: .loop)
    settings.beatsPerMinute = [127, 96, 133.7][slot]
    settings.places = 16
    settings.ticksPerPlace = 6
    settings.rowCount = 2
    settings.masks[0] = 0x5555
    settings.masks[1] = 0x1111
    settings.rows[0] = RowVoice([.hat, .rim, .shaker][slot])
    settings.rows[1] = RowVoice([.kick, .snare, .clap][slot])
    return settings
  }

  /// What lines ask for meanwhile; notes that drums took are struck again.
  private func patch(_ cycle: Int) {
    switch cycle % 97 {
    case 0: send(.patch(slot: cycle % 3, .tempo, pattern(cycle / 97 % 3)))
    case 30: send(.master(Float(cycle % 20) / 20 + 0.1))
    case 60:
      for note in 0..<UInt8(Self.voices) {
        send(.release(.one(.line(note: note))))
        send(.strike(NoteRequest(.pad, note: 40 + note, velocity: 0.5, hold: .key, owner: .line(note: note))))
      }
    default: break
    }
  }

  private static var time: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
  }
}
