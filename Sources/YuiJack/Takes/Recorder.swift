// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines
import YuiSound

/// Makes takes: one at a time, sound and notes from the same frame on.
///
/// - Thread: control.
final class Recorder {
  /// Whose a take is, and where it goes.
  struct Request {
    /// The id and preset of the instrument; nil for everything.
    var of: (id: String, preset: Preset)?
    var format = HostLine.Format.wav
    /// Where the sound goes; nil gives it a name in the folder of takes.
    var path: String?
    /// Seconds after which it ends by itself.
    var limit: Double?
  }

  /// A take that is whole.
  struct Take {
    var request: Request
    var range: Range<Int64>
    var sampleRate: Double
    /// Paths of the sound and of the notes; nil where there are none, or no file could be made.
    var audio: String?
    var midi: String?
    var beatsPerMinute: Double?
    /// Sentences that say what went wrong.
    var troubles: [String] = []
    /// Whether it is too short to be kept; there are no files then.
    var isTooShort = false

    var seconds: Double { Double(range.count) / sampleRate }
  }

  private struct Current {
    var request: Request
    var start: Int64
    /// nil while it goes on.
    var end: Int64?
    var writer: TakeWriter
    var path: String
    var midiPath: String
    /// Room for the notes.
    var space: HeldSpace
    var sampleRate: Double
    /// A sentence that says why it ends although nobody asked.
    var reason: String?

    /// The frame on which it ends by itself; nil for one without a limit.
    var limitEnd: Int64? { request.limit.map { start + Int64(($0 * sampleRate).rounded()) } }
  }

  /// Seconds below which a take is a slip of the finger.
  static let shortest = 0.5

  let options: TakeOptions
  private(set) var notes = NoteCollector()
  private var current: Current?
  /// Told of every strike, in order.
  var onStrike: ((NoteRequest) -> Void)?
  /// Whether every note is kept, from the first on.
  var keepsAll = false

  init(_ options: TakeOptions = TakeOptions()) { self.options = options }

  /// Whether a take is in progress, or being finished.
  var isBusy: Bool { current != nil }

  /// Whether a take goes on.
  var isRecording: Bool { current.map { $0.end == nil } ?? false }

  /// Whose take goes on.
  var recordedID: String? { isRecording ? current?.request.of?.id : nil }

  // MARK: What is played

  /// Takes what the engine has told of notes.
  func hear(_ link: EngineLink, sampleRate: Double) {
    while let event = link.receivePlayed() {
      if case .struck(let note, _) = event { onStrike?(note) }
      notes.hear(event, sampleRate: sampleRate)
    }
    current?.space.grow(to: notes.mostFileBytes)
  }

  /// The sequencer told something.
  func hear(_ event: SequencerEvent) { notes.hear(event) }

  // MARK: Takes

  /// Begins a take on a frame that is still in the ring.
  ///
  /// - Throws: a sentence, where no file can be made.
  func begin(_ request: Request, at start: Int64, in ring: TakeRing, sampleRate: Double) throws(UsageError) {
    let path: String
    if let wanted = request.path {
      path = wanted
    } else {
      guard let folder = options.folder.map({ TakeFolder(path: $0) }) ?? TakeFolder.ofUser else {
        throw .cannotCreate("There is no folder for takes: start with '--takes DIR', or say where with 'to='.")
      }
      folder.make()
      let name = request.of?.id ?? "take"
      let ending = request.format.fileExtension
      path = "\(folder.freeStem(named: name, fileExtension: ending, time: time(nil))).\(ending)"
    }
    let midiPath = Self.midiPath(of: path)
    for taken in [path, midiPath] where access(taken, F_OK) == 0 {
      throw .cannotCreate("'\(taken)' is there already, and takes overwrite nothing: give another name with 'to='.")
    }
    let file = try SoundFile(path: path, sampleRate: sampleRate, format: request.format, replaces: false)
    let space = HeldSpace(for: midiPath)
    space.grow(to: notes.mostFileBytes)
    let wanted = start
    let start = max(wanted, ring.first)
    current = Current(
      request: request, start: start, writer: TakeWriter(ring, into: file, from: start), path: path,
      midiPath: midiPath, space: space, sampleRate: sampleRate)
    if start > wanted {
      let seconds = Double(start - wanted) / sampleRate
      current?.reason = "The first \(Self.text(seconds)) s of '\(path)' were not in memory any more."
    }
    if let end = current?.limitEnd { current?.writer.finish(at: end) }
  }

  /// Lets the take end on a frame.
  ///
  /// - Parameter reason: a sentence that says why, where nobody asked for it.
  func end(at frame: Int64, reason: String? = nil) {
    guard let take = current, take.end == nil else { return }
    let end = max(take.start, frame)
    current?.end = end
    if let reason { current?.reason = reason }
    take.writer.finish(at: end)
  }

  /// Takes what is whole, where all has been heard that happened before `frame`.
  func takeFinished(heardTo frame: Int64, sampleRate: Double) -> Take? {
    if !keepsAll, current == nil { notes.forget(before: frame - Int64((options.keep + 10) * sampleRate)) }
    guard let take = current else { return nil }
    if take.end == nil, let end = take.limitEnd, frame >= end { current?.end = end }
    guard let outcome = take.writer.outcome, frame >= take.start + outcome.frames else { return nil }
    current = nil
    return finished(take, outcome)
  }

  private func finished(_ take: Current, _ outcome: TakeWriter.Outcome) -> Take {
    take.space.release()
    let range = take.start..<take.start + outcome.frames
    var result = Take(request: take.request, range: range, sampleRate: take.sampleRate, audio: outcome.path)
    if let failure = outcome.failure { result.troubles.append(failure) }
    if let notice = outcome.notice { result.troubles.append(notice) }
    if let reason = take.reason { result.troubles.append(reason) }
    if outcome.lost > 0 {
      let seconds = Double(outcome.lost) / take.sampleRate
      result.troubles.append(
        "The disk was too slow for '\(take.path)': \(Self.text(seconds)) s in it are silent.")
    }
    if result.seconds < Self.shortest, outcome.failure == nil {
      if let path = outcome.path { unlink(path) }
      result.isTooShort = true
      return result
    }
    let tempo = notes.tempo(at: range.lowerBound)
    let within = notes.tempo(at: max(range.lowerBound, range.upperBound - 1))
    if within.isPlayed { result.beatsPerMinute = tempo.isPlayed ? tempo.beatsPerMinute : within.beatsPerMinute }
    let score = notes.score(of: range, sampleRate: take.sampleRate)
    guard !range.isEmpty, !score.notes.isEmpty else { return result }
    do {
      try BinaryFile.create(take.midiPath, score.file.bytes, replaces: false)
      result.midi = take.midiPath
    } catch {
      result.troubles.append("Cannot write '\(take.midiPath)': \(error.reason).")
    }
    return result
  }

  /// Where the notes go that belong to a sound.
  static func midiPath(of path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ".mid" }
    return path.dropLast(name[dot...].count) + ".mid"
  }

  private static func text(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded(.up))
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
