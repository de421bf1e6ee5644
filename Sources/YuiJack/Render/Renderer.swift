// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines
import YuiSound

/// Plays files of lines into sound files, and their notes into a MIDI file, with the engine that plays live.
///
/// - Thread: main.
public final class Renderer {
  /// What is written.
  public struct Destination: Sendable {
    /// The sound.
    public var path: String
    /// The sound's format; nil goes by the name, and is WAV where that says nothing.
    public var format: HostLine.Format?
    /// The notes; nil for none.
    public var midi: String?
    /// A folder for one sound file an instrument; nil for none.
    public var stems: String?
    /// Whether what sounds at the end rings out.
    public var hasTail = false

    /// Sound into a file.
    public init(path: String) { self.path = path }
  }

  private let options: InstrumentOptions
  private let sampleRate: Double
  private let length: RenderLength
  private let output: Destination
  private let format: HostLine.Format
  private let inputs: [(name: String, bytes: [UInt8])]

  /// Prepares a render of `files` (`-` is standard input).
  ///
  /// - Throws: a file that cannot be read.
  public init(
    _ options: InstrumentOptions, files: [String], sampleRate: Double, length: RenderLength, into output: Destination
  ) throws(UsageError) {
    var options = options
    // Whoever renders wants one file; those of takes are asked for.
    options.takes.recordsDrums = options.takes.folder != nil
    self.options = options
    self.sampleRate = sampleRate
    self.length = length
    self.output = output
    guard output.midi != output.path else {
      throw .usage("'\(output.path)' would hold the notes and not the sound: give '--midi' another name.")
    }
    var inputs: [(name: String, bytes: [UInt8])] = []
    for name in files {
      let file = name == "-" ? InputFile.standardInput : try InputFile(path: name)
      for path in [output.path, output.midi].compactMap(\.self) where file.isSame(as: path) {
        throw .usage("'\(path)' holds the lines to be played: give the sound another name with '-o'.")
      }
      inputs.append((file.name, try Renderer.bytes(of: file)))
    }
    self.inputs = inputs
    guard let format = output.format ?? HostLine.Format(path: output.path) ?? Self.usual(output.path) else {
      throw .usage(
        "'\(output.path)' does not say which kind of file it is: end it in .wav, .flac, .ogg, .opus or .m4a, or give '--format'."
      )
    }
    self.format = format
  }

  /// The format of a file whose name has no ending.
  private static func usual(_ path: String) -> HostLine.Format? {
    path.split(separator: "/").last?.dropFirst().contains(".") == true ? nil : .wav
  }

  /// Renders.
  ///
  /// - Throws: `cannotCreate`, `cannotWrite`, or `failed` where there is no end.
  public func run() throws(UsageError) {
    let file = try SoundFile(path: output.path, sampleRate: sampleRate, format: format)
    let pass = RenderPass(options, inputs: inputs, sampleRate: sampleRate, records: true) { event in
      guard let sentence = event.sentence else { return }
      _ = TextStream.write(sentence + "\n", to: STDERR_FILENO)
    }
    var stems = Stems()
    let recorder = pass.session.recorder
    recorder.keepsAll = output.midi != nil
    if output.stems != nil {
      recorder.onStrike = { [unowned session = pass.session] note in stems.add(strikeOf: session.name(of: note.owner)) }
    }
    let progress = RenderProgress(sampleRate: sampleRate, total: seconds)
    pass.onProgress = { progress.show($0) }
    let frames = try pass.run(length, hasTail: output.hasTail) { samples, count throws(UsageError) in
      try file.write(samples, frames: count)
    }
    pass.session.writeScreens(all: true)
    progress.end()
    try file.close()
    if let notice = file.notice { _ = TextStream.write("Warning: \(notice)\n", to: STDERR_FILENO) }
    if let midi = output.midi { try writeNotes(recorder.notes.score(of: 0..<frames, sampleRate: sampleRate), to: midi) }
    if let folder = output.stems { try write(stems, frames: frames, into: folder) }
    _ = TextStream.write(pass.summary.renderSentence(output.path) + "\n", to: STDERR_FILENO)
  }

  private var seconds: Double? { if case .seconds(let seconds) = length { seconds } else { nil } }

  private func writeNotes(_ score: TakeScore, to path: String) throws(UsageError) {
    do {
      try BinaryFile.create(path, score.file.bytes, replaces: true)
    } catch {
      throw .cannotWrite("Cannot write '\(path)': \(error.reason).")
    }
  }

  /// Goes through the lines once for each instrument, with only its strikes to be heard and no limiter, so that the files added up are
  /// the mix before it.
  private func write(_ stems: Stems, frames: Int64, into folder: String) throws(UsageError) {
    TakeFolder(path: folder).make()
    var options = options
    options.limiter = false
    for (index, name) in stems.names.enumerated() {
      let path = "\(folder)/\(name).\(format.fileExtension)"
      guard path != output.path else {
        throw .usage("The file of '\(name)' would overwrite that of all: give '-o' another name than '\(path)'.")
      }
      let file = try SoundFile(path: path, sampleRate: sampleRate, format: format)
      let pass = RenderPass(options, inputs: inputs, sampleRate: sampleRate, records: false) { _ in }
      pass.session.hearsNoLimiter = true
      let strikes = UnsafeMutableBufferPointer<Bool>.allocate(capacity: stems.strikes.count)
      defer { strikes.deallocate() }
      _ = strikes.initialize(from: stems.strikes.map { $0 == index })
      pass.hearOnly(UnsafeBufferPointer(strikes))
      let progress = RenderProgress(sampleRate: sampleRate, total: Double(frames) / sampleRate, of: name)
      pass.onProgress = { progress.show($0) }
      // The same end as the mix has, and its tail, which is no other one's to shorten.
      var left = frames
      _ = try pass.run(length, hasTail: output.hasTail) { samples, count throws(UsageError) in
        try file.write(samples, frames: Int(min(Int64(count), left)))
        left -= min(Int64(count), left)
      }
      try file.write([Float](repeating: 0, count: 2 * Int(left)), frames: Int(left))
      progress.end()
      try file.close()
    }
  }

  private static func bytes(of file: InputFile) throws(UsageError) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      switch file.read() {
      case .bytes(let bytes): all += bytes
      case .nothing: continue
      case .end: return all
      case .failure(let sentence): throw .missingFile(sentence)
      }
    }
  }
}

/// Whose strike each one was.
private struct Stems {
  private(set) var names: [String] = []
  /// The place in `names` for each strike.
  private(set) var strikes: [Int] = []

  mutating func add(strikeOf name: String) {
    if let index = names.firstIndex(of: name) {
      strikes.append(index)
    } else {
      strikes.append(names.count)
      names.append(name)
    }
  }
}
