// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines
import YuiSound

/// One way through the lines with the engine that plays live, as fast as it goes.
///
/// - Thread: main.
final class RenderPass {
  /// Frames rendered at a time; has no influence on the samples.
  private static let block = 512
  /// A source that does not start within this many seconds never will, and what sounds for longer never ends.
  private static let patience = (start: 3600.0, tail: 60.0)

  private let options: InstrumentOptions
  private let machine: Stage
  private let link = EngineLink(commands: 4096, events: 1 << 16)
  private let outbox: Outbox
  let session: Session
  private let sources: [LineSource]
  private var engine: Engine
  /// The frame on which the lines end and the rest rings out; nil before.
  private var tailStart: Int64?
  /// Called with the frames rendered so far.
  var onProgress: (Int64) -> Void = { _ in }

  /// What the session runs on: no server, a rate.
  private final class Stage: Machine {
    let sampleRate: Double
    let takeRing: TakeRing?

    init(sampleRate: Double, takeRing: TakeRing?) {
      self.sampleRate = sampleRate
      self.takeRing = takeRing
    }

    deinit { takeRing?.deallocate() }

    /// Nothing is tapped by hand, and waits give their own times.
    var seconds: Double { 0 }
    var lookahead: Double { 2 * sampleRate }
    var playbackLatency: Int64 { 0 }
    var status: [(String, JSON?)] { [("rate", .number(sampleRate))] }
    func setClockOffset(_ milliseconds: Double) {}
    func midiInputName(_ index: Int) -> String { "" }
  }

  /// Prepares a pass over files of lines.
  ///
  /// - Parameters:
  ///   - records: whether `record` lines make takes.
  ///   - tell: hears what the session tells.
  init(
    _ options: InstrumentOptions, inputs: [(name: String, bytes: [UInt8])], sampleRate: Double, records: Bool,
    tell: @escaping (SessionEvent) -> Void
  ) {
    self.options = options
    let ring = records ? TakeRing(capacity: Int((options.takes.keep + 10) * sampleRate)) : nil
    // There is no deadline.
    ring?.setWaits(true)
    machine = Stage(sampleRate: sampleRate, takeRing: ring)
    outbox = Outbox(link)
    session = Session(
      link: link, outbox: outbox, machine: machine, clockAlways: options.clockAlways, master: options.master,
      takes: options.takes, tell: tell)
    var configuration = Engine.Configuration(sampleRate: sampleRate)
    configuration.voices = options.voices
    configuration.map = .generalMIDI
    engine = Engine(configuration, link: link)
    var sources: [LineSource] = []
    for input in inputs {
      let source = session.addSource(input.name)
      source.add(input.bytes)
      source.end()
      sources.append(source)
    }
    self.sources = sources
  }

  deinit { link.deallocate() }

  /// Lets only some strikes be heard; see `Engine.hearOnly`.
  func hearOnly(_ strikes: UnsafeBufferPointer<Bool>) { engine.hearOnly(strikes) }

  /// Renders to the end, and hands over every block, left and right in turn.
  ///
  /// - Parameter hasTail: whether what sounds at the end rings out.
  /// - Returns: frames that were handed over.
  /// - Throws: what `write` throws, or `failed` where there is no end.
  func run(
    _ length: RenderLength, hasTail: Bool, write: ([Float], Int) throws(UsageError) -> Void
  ) throws(UsageError) -> Int64 {
    outbox.send(.master(Float(options.master)))
    outbox.send(.limiter(options.limiter))
    var left = [Float](repeating: 0, count: RenderPass.block)
    var right = left
    var stereo = [Float](repeating: 0, count: 2 * RenderPass.block)
    var total: Int64 = 0
    while true {
      if tailStart == nil { pump() }
      engine.takeCommands()
      session.hear()
      guard !session.wantsToQuit, let end = try endFrame(length, hasTail: hasTail) else { break }
      let start = engine.frame
      let count = Int(min(Int64(RenderPass.block), end - start))
      if count <= 0 { break }
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      var leftPart = leftSpan._mutatingExtracting(..<count)
      var rightPart = rightSpan._mutatingExtracting(..<count)
      engine.render(left: &leftPart, right: &rightPart)
      machine.takeRing?.write(leftPart, rightPart, at: start)
      while engine.takeClock() != nil {}
      for frame in 0..<count {
        stereo[2 * frame] = left[frame]
        stereo[2 * frame + 1] = right[frame]
      }
      session.hear()
      // A line that asks to leave ends the file on its frame.
      let heard = min(count, Int((session.quitFrame ?? .max) - start))
      try write(stereo, heard)
      total += Int64(heard)
      onProgress(total)
    }
    session.finishRecording()
    return total
  }

  /// What it came to.
  var summary: Summary { Summary(link: link, sampleRate: machine.sampleRate, peak: session.peak, xruns: 0) }

  /// Reads the lines that are due, file after file.
  private func pump() {
    for source in sources {
      session.pump(source)
      if !source.isDone { return }
    }
  }

  // MARK: The end

  /// Where the render ends, as far as is known now; nil where it has ended.
  private func endFrame(_ length: RenderLength, hasTail: Bool) throws(UsageError) -> Int64? {
    if let tailStart { return tailEnd(from: tailStart) }
    guard let end = try endOfLines(length) else { return nil }
    guard hasTail, engine.frame >= end else { return end }
    tailStart = end
    outbox.send(.stop(.max))
    outbox.send(.release(.everyone))
    outbox.flush()
    engine.takeCommands()
    return tailEnd(from: end)
  }

  private func endOfLines(_ length: RenderLength) throws(UsageError) -> Int64? {
    let next = session.frame + Int64(RenderPass.block)
    switch length {
    case .seconds(let seconds): return Int64((seconds * machine.sampleRate).rounded())
    case .bars(let bars):
      if let end = session.frame(ofBar: bars) { return end }
      guard Double(session.frame) < RenderPass.patience.start * machine.sampleRate, !linesAreDone || session.plays
      else {
        throw .failed(
          "Nothing plays, so there are no bars to count: add '+play' to a loop or metronome, or use '--seconds'.")
      }
      return next
    case .lines:
      guard linesAreDone, outbox.isEmpty else { return next }
      guard !session.plays else {
        throw .failed(
          "Something still plays when the lines end, so there is no end: add 'stop', or use '--seconds' or '--bars'.")
      }
      let start = session.frame
      tailStart = start
      return tailEnd(from: start)
    }
  }

  private var linesAreDone: Bool { sources.allSatisfy(\.isDone) }

  private func tailEnd(from start: Int64) -> Int64? {
    let last = start + Int64(RenderPass.patience.tail * machine.sampleRate)
    return engine.isQuiet && outbox.isEmpty || engine.frame >= last
      ? nil : min(last, engine.frame + Int64(RenderPass.block))
  }
}
