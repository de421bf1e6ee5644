// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiSound

/// Measures rendering by the processor time of this thread, in microseconds a cycle of 64 frames; the best of nine runs.
struct Bench {
  private static let cycle = 64
  /// Cycles in a run: a fifth of a second, so that a kick is still loud.
  private static let cycles = 150
  private static let voices = 32

  private let kind: VoiceKind

  init(_ kind: VoiceKind) { self.kind = kind }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The best of nine runs of `body`, each after `prepare`.
  private func best(_ prepare: () -> Void, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<9 {
      prepare()
      let start = Bench.seconds()
      for _ in 0..<Bench.cycles { body() }
      best = min(best, Bench.seconds() - start)
    }
    return best / Double(Bench.cycles) * 1e6
  }

  private func withEngine(_ body: (UnsafeMutablePointer<Engine>, EngineLink) -> Double) -> Double {
    let link = EngineLink()
    let engine = UnsafeMutablePointer<Engine>.allocate(capacity: 1)
    engine.initialize(to: Engine(Engine.Configuration(sampleRate: 48_000), link: link))
    defer {
      engine.deinitialize(count: 1)
      engine.deallocate()
      link.deallocate()
    }
    return body(engine, link)
  }

  private func render(_ engine: UnsafeMutablePointer<Engine>, _ left: inout [Float], _ right: inout [Float]) {
    engine.pointee.takeCommands()
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    engine.pointee.render(left: &leftSpan, right: &rightSpan)
    while engine.pointee.takeClock() != nil {}
  }

  /// 32 voices of a kind.
  func engine() -> Double {
    withEngine { engine, link in
      var left = [Float](repeating: 0, count: Bench.cycle)
      var right = left
      return best({
        _ = link.send(LaneCommand(lane: 0, .cut(.everyone)))
        for _ in 0..<20 { render(engine, &left, &right) }
        for index in 0..<Bench.voices {
          let frequency = 110 * (1 + Double(index) / 8)
          let note = NoteRequest(kind, frequency: frequency, velocity: 0.5, hold: .key, owner: .line(note: 1))
          _ = link.send(LaneCommand(lane: 0, .strike(note)))
        }
        while link.receive() != nil {}
      }) { render(engine, &left, &right) }
    }
  }

  /// An engine in which nothing sounds.
  func silence() -> Double {
    withEngine { engine, link in
      var left = [Float](repeating: 0, count: Bench.cycle)
      var right = left
      return best({ while link.receive() != nil {} }) { render(engine, &left, &right) }
    }
  }

  /// Eight loops that run and strike nothing.
  func loops() -> Double {
    withEngine { engine, link in
      var left = [Float](repeating: 0, count: Bench.cycle)
      var right = left
      for slot in 0..<8 {
        var settings = PlayerSettings(role: .loop)
        settings.places = 16
        settings.ticksPerPlace = 6
        settings.rowCount = 1
        settings.masks[0] = 0
        _ = link.send(LaneCommand(lane: 0, .put(slot: slot, settings)))
      }
      _ = link.send(LaneCommand(lane: 0, .start(0xFF)))
      return best({ while link.receive() != nil {} }) { render(engine, &left, &right) }
    }
  }
}
