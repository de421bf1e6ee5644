// SPDX-License-Identifier: GPL-3.0-or-later

import CSndFile

/// A stereo WAV file of 32-bit floating-point samples, written through libsndfile.
///
/// - Thread: control.
final class SoundFile {
  private let path: String
  private var file: OpaquePointer?

  /// Creates the file, in place of one that is there.
  ///
  /// - Throws: `cannotCreate`.
  init(path: String, sampleRate: Double) throws(UsageError) {
    self.path = path
    var information = SF_INFO()
    information.samplerate = Int32(sampleRate)
    information.channels = 2
    information.format = Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    file = sf_open(path, Int32(SFM_WRITE), &information)
    guard file != nil else {
      throw .cannotCreate("Cannot create '\(path)': \(SoundFile.reason(sf_strerror(nil))).")
    }
    // What is there so far can be played, also when the run is cut short.
    sf_command(file, Int32(SFC_SET_UPDATE_HEADER_AUTO), nil, Int32(SF_TRUE))
    // A peak chunk carries the time of writing, and equal sound would give different files.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
  }

  deinit { sf_close(file) }

  /// Adds frames, left and right in turn.
  ///
  /// - Throws: `cannotWrite`.
  func write(_ samples: [Float], frames: Int) throws(UsageError) {
    guard sf_writef_float(file, samples, sf_count_t(frames)) == sf_count_t(frames) else {
      throw .cannotWrite("Cannot write '\(path)': \(SoundFile.reason(sf_strerror(file))). What fitted is in the file.")
    }
  }

  /// Finishes the file.
  ///
  /// - Throws: `cannotWrite`.
  func close() throws(UsageError) {
    let code = sf_close(file)
    file = nil
    guard code == 0 else {
      throw .cannotWrite("Cannot finish '\(path)': \(SoundFile.reason(sf_error_number(code))).")
    }
  }

  /// libsndfile's words without its dressing, `System error : ` before and a full stop behind.
  private static func reason(_ words: UnsafePointer<CChar>?) -> String {
    var text = words.map { String(cString: $0) } ?? "unknown reason"
    let dressing = "System error : "
    if text.hasPrefix(dressing) { text.removeFirst(dressing.count) }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
