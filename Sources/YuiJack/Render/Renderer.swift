// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines
import YuiSound

/// Plays files of lines into a sound file, with the engine that plays live, as fast as it goes.
///
/// - Thread: main.
public final class Renderer {
  /// How long to play.
  public enum Length: Sendable, Equatable {
    /// Seconds from the first frame.
    case seconds(Double)
    /// Bars of the clock source from its start.
    case bars(Int)
  }

  /// Frames rendered at a time; has no influence on the samples.
  private static let block = 512
  /// A source that does not start within this many seconds never will.
  private static let patience = 3600.0

  private let options: InstrumentOptions
  private let length: Length
  private let path: String
  private let machine: Stage
  private let link = EngineLink(commands: 4096, events: 1 << 16)
  private let outbox: Outbox
  private let session: Session
  private let sources: [LineSource]

  /// What the session runs on: no server, a rate.
  private final class Stage: Machine {
    let sampleRate: Double
    init(sampleRate: Double) { self.sampleRate = sampleRate }
    /// Nothing is tapped by hand, and waits give their own times.
    var seconds: Double { 0 }
    var lookahead: Double { 2 * sampleRate }
    var playbackLatency: Int64 { 0 }
    var status: [(String, JSON?)] { [("rate", .number(sampleRate))] }
    func setClockOffset(_ milliseconds: Double) {}
    func midiInputName(_ index: Int) -> String { "" }
  }

  /// Prepares a render of `files` (`-` is standard input) into the file `path`.
  ///
  /// - Throws: a file that cannot be read.
  public init(
    _ options: InstrumentOptions, files: [String], sampleRate: Double, length: Length, into path: String
  ) throws(UsageError) {
    self.options = options
    self.length = length
    self.path = path
    machine = Stage(sampleRate: sampleRate)
    outbox = Outbox(link)
    session = Session(
      link: link, outbox: outbox, machine: machine, clockAlways: options.clockAlways
    ) { event in
      guard let sentence = event.sentence else { return }
      _ = TextStream.write(sentence + "\n", to: STDERR_FILENO)
    }
    var sources: [LineSource] = []
    for name in files {
      let file = name == "-" ? InputFile.standardInput : try InputFile(path: name)
      if file.isSame(as: path) {
        throw .usage("'\(path)' holds the lines to be played: give the sound another name with '-o'.")
      }
      let source = session.addSource(file.name)
      reading: while true {
        switch file.read() {
        case .bytes(let bytes): source.add(bytes)
        case .nothing: continue
        case .end: break reading
        case .failure(let sentence): throw .missingFile(sentence)
        }
      }
      source.end()
      sources.append(source)
    }
    self.sources = sources
  }

  /// Renders.
  ///
  /// - Throws: `cannotCreate`, `cannotWrite`, or `failed` where bars were asked for and nothing plays.
  public func run() throws(UsageError) {
    let file = try SoundFile(path: path, sampleRate: machine.sampleRate)
    var configuration = Engine.Configuration(sampleRate: machine.sampleRate)
    configuration.voices = options.voices
    configuration.map = .generalMIDI
    var engine = Engine(configuration, link: link)
    outbox.send(.master(Float(options.master)))
    outbox.send(.limiter(options.limiter))
    var left = [Float](repeating: 0, count: Renderer.block)
    var right = left
    var stereo = [Float](repeating: 0, count: 2 * Renderer.block)
    while true {
      pump()
      engine.takeCommands()
      session.hear()
      guard let end = try endFrame(), !session.wantsToQuit else { break }
      let start = engine.frame
      let count = Int(min(Int64(Renderer.block), end - start))
      if count <= 0 { break }
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      var leftPart = leftSpan._mutatingExtracting(..<count)
      var rightPart = rightSpan._mutatingExtracting(..<count)
      engine.render(left: &leftPart, right: &rightPart)
      while engine.takeClock() != nil {}
      for frame in 0..<count {
        stereo[2 * frame] = left[frame]
        stereo[2 * frame + 1] = right[frame]
      }
      session.hear()
      // A line that asks to leave ends the file on its frame.
      try file.write(stereo, frames: min(count, Int((session.quitFrame ?? .max) - start)))
    }
    session.writeScreens(all: true)
    try file.close()
    tellSummary()
  }

  /// Reads the lines that are due, file after file.
  private func pump() {
    for source in sources {
      session.pump(source)
      if !source.isDone { return }
    }
  }

  /// Where the render ends, as far as is known now.
  private func endFrame() throws(UsageError) -> Int64? {
    switch length {
    case .seconds(let seconds): return Int64((seconds * machine.sampleRate).rounded())
    case .bars(let bars):
      if let end = session.frame(ofBar: bars) { return end }
      guard Double(session.frame) < Renderer.patience * machine.sampleRate,
        !sources.allSatisfy(\.isDone) || session.plays
      else {
        throw .failed(
          "Nothing plays, so there are no bars to count: add '+play' to a loop or metronome, or use '--seconds'.")
      }
      return session.frame + Int64(Renderer.block)
    }
  }

  private func tellSummary() {
    let summary = Summary(link: link, sampleRate: machine.sampleRate, peak: session.peak, xruns: 0)
    _ = TextStream.write(summary.renderSentence(path) + "\n", to: STDERR_FILENO)
  }
}
