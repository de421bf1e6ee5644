// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import YuiLines
import YuiSound

@testable import YuiJack

/// Which lane of the engine a source has, and when another one may have it.
@Suite struct LaneReuseTests {
  /// A session with an engine that runs when it is told to.
  private final class Rig: Machine {
    let sampleRate = 48_000.0
    let seconds = 0.0
    let lookahead = 96_000.0
    let playbackLatency: Int64 = 0
    let status: [(String, JSON?)] = []
    func setClockOffset(_ milliseconds: Double) {}
    func midiInputName(_ index: Int) -> String { "" }

    /// Sentences and events, in order.
    var told: [SessionEvent] = []
    private(set) var session: Session! = nil
    private let link = EngineLink()
    private let engine = UnsafeMutablePointer<Engine>.allocate(capacity: 1)

    init() {
      engine.initialize(to: Engine(Engine.Configuration(sampleRate: sampleRate), link: link))
      session = Session(
        link: link, outbox: Outbox(link), machine: self, clockAlways: false, tell: { [unowned self] in told.append($0) }
      )
    }

    deinit {
      engine.deinitialize(count: 1)
      engine.deallocate()
      link.deallocate()
    }

    func source(_ lines: String...) -> LineSource {
      let source = session.addSource("test")
      source.add((lines.joined(separator: "\n") + "\n").utf8)
      return source
    }

    /// Renders frames in cycles of 256 and lets the session hear in between.
    func run(_ frames: Int, pumping sources: [LineSource]) {
      var (left, right) = ([Float](repeating: 0, count: 256), [Float](repeating: 0, count: 256))
      for _ in 0..<frames / 256 {
        for source in sources { session.pump(source) }
        engine.pointee.takeCommands()
        var leftSpan = left.mutableSpan
        var rightSpan = right.mutableSpan
        engine.pointee.render(left: &leftSpan, right: &rightSpan)
        while engine.pointee.takeClock() != nil {}
        session.hear()
      }
    }

    func frames(of kind: JSON) -> [Int64] {
      told.compactMap { event in
        guard event.json?["event"] == kind, case .integer(let frame)? = event.json?["frame"] else { return nil }
        return frame
      }
    }
  }

  @Test func `each source has the lowest lane that is free, and the last ones share one`() {
    let rig = Rig()
    let sources = (0..<70).map { _ in rig.source() }
    #expect(sources.map(\.lane) == Array(0..<62) + [Int](repeating: 62, count: 8))
    sources[5].end()
    sources[3].end()
    rig.run(512, pumping: sources)
    #expect(rig.source().lane == 3)
    rig.session.removeSource(sources[9])
    #expect(rig.source().lane == 5)
    #expect(rig.source().lane == 9)
    #expect(rig.source().lane == 62)
  }

  @Test func `a lane is free once the engine is past the last wait on it, not before`() {
    let rig = Rig()
    let patient = rig.source("wait 0.5 s", "loop 120 p=x +play")
    patient.end()
    rig.run(24_000 - 1024, pumping: [patient])
    #expect(!patient.isPassed)
    #expect(rig.source().lane == 1)
    rig.run(2048, pumping: [patient])
    #expect(patient.isPassed)
    #expect(rig.source().lane == 0)
    #expect(rig.frames(of: "started") == [24_000])
  }

  @Test func `who follows on a lane counts from its own first line`() {
    let rig = Rig()
    let first = rig.source("hit kick")
    first.end()
    rig.run(48_128, pumping: [first])
    let second = rig.source("wait 0.5 s", "loop 120 p=x +play")
    #expect(second.lane == first.lane)
    rig.run(48_128, pumping: [second])
    #expect(rig.frames(of: "started") == [48_128 + 24_000])
  }

  @Test func `lines are taken in shares`() {
    let rig = Rig()
    let source = rig.source("say 1", "say 2", "say 3", "say 4", "say 5")
    #expect(rig.session.pump(source, atMost: 2))
    #expect(rig.told.compactMap(\.sentence) == ["1", "2"])
    #expect(rig.session.pump(source, atMost: 2))
    #expect(!rig.session.pump(source, atMost: 2))
    #expect(rig.told.compactMap(\.sentence) == ["1", "2", "3", "4", "5"])
  }

  @Test func `no more lines are read than the engine can take`() {
    let rig = Rig()
    let source = rig.session.addSource("flood")
    source.add(String(repeating: "hit kick\n", count: 10_000).utf8)
    #expect(rig.session.pump(source))
    #expect(source.lines < 2000)
    rig.run(256 * 40, pumping: [source])
    #expect(source.lines == 10_000)
    #expect(!rig.session.pump(source))
  }
}
