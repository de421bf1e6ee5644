// SPDX-License-Identifier: GPL-3.0-or-later

import CSndFile
import Glibc
import YuiLines

/// A stereo sound file, written through libsndfile.
///
/// What has been written can be played at any moment, also when the program is killed or the disk is full.
///
/// - Thread: any, one at a time.
final class SoundFile {
  /// Frames that are handed to libsndfile at a time.
  private static let block = 4096

  let path: String
  private let format: HostLine.Format
  /// What is being written: the file itself, or the one that `ffmpeg` will read.
  private let workingPath: String
  private var file: OpaquePointer?
  private let held: HeldFile
  private let resampler: Resampler?
  /// Frames in the file for each that is written.
  private let ratio: Double
  private var scaled: [Float] = []
  /// A sentence, where the file was moved or removed while it was written, and was written again.
  private(set) var notice: String?
  /// Whether the name is not this file's any more.
  private var isLost = false

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - sampleRate: of the samples; Opus brings others than its own to 48 kHz.
  ///   - replaces: whether a file of that name may be there; it is then written over.
  /// - Throws: `cannotCreate`.
  init(
    path: String, sampleRate: Double, format: HostLine.Format = .wav, replaces: Bool = true
  ) throws(UsageError) {
    self.path = path
    self.format = format
    workingPath = format == .m4a ? path + ".wav" : path
    if format == .m4a {
      try Transcoder.find()
      if !replaces, access(path, F_OK) == 0 {
        throw .cannotCreate("Cannot create '\(path)': \(FileTrouble(code: EEXIST).reason).")
      }
    }
    if format == .ogg, sampleRate > 200_000 {
      throw .cannotCreate("Cannot create '\(path)': Vorbis goes up to 200,000 Hz, and this is \(Int(sampleRate)).")
    }
    if format == .opus, !Resampler.opusRates.contains(Int(sampleRate)) {
      guard let resampler = Resampler(from: sampleRate, to: 48_000) else {
        throw .cannotCreate("Cannot create '\(path)': Opus cannot be made of \(Int(sampleRate)) Hz.")
      }
      self.resampler = resampler
      ratio = 48_000 / sampleRate
    } else {
      resampler = nil
      ratio = 1
    }
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
    let descriptor = open(workingPath, flags, 0o666)
    guard descriptor >= 0 else {
      throw .cannotCreate("Cannot create '\(workingPath)': \(FileTrouble.last.reason).")
    }
    held = HeldFile(descriptor, path: workingPath)
    var information = SF_INFO()
    information.samplerate = Int32(sampleRate)
    information.channels = 2
    information.format = format.code
    if resampler != nil { information.samplerate = 48_000 }
    file = sf_open_fd(descriptor, Int32(SFM_WRITE), &information, Int32(SF_TRUE))
    guard file != nil else {
      // An empty file is no sound, and its name would be taken for good.
      if !replaces { unlink(workingPath) }
      throw .cannotCreate("Cannot create '\(workingPath)': \(SoundFile.reason(sf_strerror(nil))).")
    }
    // The others are streams, whose headers say nothing of their length; libsndfile spoils Vorbis if it is asked to rewrite one.
    if format.isWave { sf_command(file, Int32(SFC_SET_UPDATE_HEADER_AUTO), nil, Int32(SF_TRUE)) }
    // A plain WAV up to 4 GB, which is what its header can say; RF64 beyond.
    sf_command(file, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    // Integers cannot hold what is louder than full scale: it is cut there and does not wrap round.
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
  }

  deinit { if file != nil { sf_close(file) } }

  /// Adds frames, left and right in turn.
  ///
  /// - Throws: `cannotWrite`.
  func write(_ samples: [Float], frames: Int) throws(UsageError) {
    guard frames > 0 else { return }
    if resampler != nil {
      scaled.removeAll(keepingCapacity: true)
      resampler?.add(samples, frames: frames, into: &scaled)
      try put(scaled, frames: scaled.count / 2)
    } else {
      try put(samples, frames: frames)
    }
  }

  /// Finishes the file, and writes it again where it was removed meanwhile. An .m4a is made now; the sound that it is made of
  /// stays where that fails.
  ///
  /// - Throws: `cannotWrite`.
  func close() throws(UsageError) {
    if resampler != nil {
      scaled.removeAll(keepingCapacity: true)
      resampler?.finish(into: &scaled)
      try put(scaled, frames: scaled.count / 2)
    }
    try end()
    if format == .m4a {
      try Transcoder.makeAAC(from: workingPath, into: path)
      unlink(workingPath)
    }
  }

  /// Ends a file of which not everything could be written.
  ///
  /// - Returns: where the sound is, and how many of the frames that were written can be read back; nil where that is none.
  func salvage() -> (path: String, frames: Int64)? {
    try? end()
    if isLost { return nil }
    for path in [workingPath, path] {
      guard let count = SoundFileReader.frames(of: path) else { continue }
      if count > 0 { return (path, Int64(Double(count) / ratio)) }
      unlink(path)
    }
    return nil
  }

  /// Closes the file, once, and sees to it that its name leads to it.
  private func end() throws(UsageError) {
    guard file != nil else { return }
    errno = 0
    let code = sf_close(file)
    let reason = SoundFile.reason(sf_error_number(code))
    file = nil
    if held.isRemoved {
      do {
        try held.restore()
        notice = "'\(workingPath)' was moved or removed while it was written, so it has been written again."
      } catch {
        isLost = true
        throw .cannotWrite(
          "'\(workingPath)' was moved or removed while it was written, and cannot be written again: \(error.reason).")
      }
    }
    guard code == 0 else { throw .cannotWrite("Cannot finish '\(workingPath)': \(reason).") }
  }

  private func put(_ samples: [Float], frames: Int) throws(UsageError) {
    var done = 0
    while done < frames {
      let count = min(SoundFile.block, frames - done)
      errno = 0
      let taken = samples.withUnsafeBufferPointer {
        sf_writef_float(file, $0.baseAddress! + 2 * done, sf_count_t(count))
      }
      guard taken == sf_count_t(count) else {
        // For Vorbis libsndfile does not know the reason, but the system does.
        let reason = errno != 0 ? FileTrouble.last.reason : SoundFile.reason(sf_strerror(file))
        let rest = salvage() == nil ? "Nothing fitted that can be played." : "What fitted is in the file."
        throw .cannotWrite("Cannot write '\(workingPath)': \(reason). \(rest)")
      }
      done += count
    }
  }

  /// libsndfile's words without its dressing, `System error : ` before and a full stop behind.
  static func reason(_ words: UnsafePointer<CChar>?) -> String {
    var text = words.map { String(cString: $0) } ?? "unknown reason"
    let dressing = "System error : "
    if text.hasPrefix(dressing) { text.removeFirst(dressing.count) }
    while text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension HostLine.Format {
  /// The format that a file's name ends in; nil where it says none.
  init?(path: String) {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return nil
    }
    switch name[name.index(after: dot)...].lowercased() {
    case "wav": self = .wav
    case "flac": self = .flac
    case "ogg", "oga": self = .ogg
    case "opus": self = .opus
    case "m4a": self = .m4a
    default: return nil
    }
  }

  /// What a file's name ends in.
  var fileExtension: String { self == .wav24 ? "wav" : rawValue }

  /// Whether the file that is written is a WAV.
  fileprivate var isWave: Bool { self == .wav || self == .wav24 || self == .m4a }

  /// libsndfile's number of it, that of the file it is made from for AAC.
  fileprivate var code: Int32 {
    switch self {
    case .wav, .m4a: Int32(SF_FORMAT_RF64 | SF_FORMAT_FLOAT)
    case .wav24: Int32(SF_FORMAT_RF64 | SF_FORMAT_PCM_24)
    case .flac: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
    case .ogg: Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    case .opus: Int32(SF_FORMAT_OGG | SF_FORMAT_OPUS)
    }
  }
}
