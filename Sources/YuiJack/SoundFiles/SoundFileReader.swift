// SPDX-License-Identifier: GPL-3.0-or-later

import CSndFile

/// A recording, read through libsndfile and mixed to one channel.
///
/// - Thread: control.
final class SoundFileReader {
  /// Frames a second.
  let sampleRate: Double
  private let path: String
  private let file: OpaquePointer
  private let channels: Int
  private var frames: [Float]

  /// Opens a file of any kind that libsndfile reads.
  ///
  /// - Throws: `missingFile`.
  init(path: String) throws(UsageError) {
    // libsndfile does not say that a folder is one.
    _ = try InputFile(path: path)
    var information = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &information) else {
      throw .missingFile("Cannot read '\(path)' as sound: \(SoundFile.reason(sf_strerror(nil))).")
    }
    self.path = path
    self.file = file
    sampleRate = Double(information.samplerate)
    channels = Int(information.channels)
    frames = [Float](repeating: 0, count: 4096 * channels)
  }

  deinit { sf_close(file) }

  /// The next samples, full scale is 1; none at the end.
  func read() -> [Float] {
    let count = Int(sf_readf_float(file, &frames, sf_count_t(frames.count / channels)))
    guard channels > 1 else { return Array(frames.prefix(count)) }
    return (0..<count).map { frame in
      frames[frame * channels..<(frame + 1) * channels].reduce(0, +) / Float(channels)
    }
  }

  /// Frames that can be read from a file: counted, since a file that was not finished does not say how many it has.
  ///
  /// - Returns: nil where it is no sound.
  static func frames(of path: String) -> Int64? {
    var information = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &information) else { return nil }
    defer { sf_close(file) }
    var room = [Float](repeating: 0, count: 4096 * Int(information.channels))
    var total: Int64 = 0
    while true {
      let count = sf_readf_float(file, &room, 4096)
      if count <= 0 { return total }
      total += count
    }
  }
}
