// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Writes what the recorder kept into a folder, for the analyser: `audio.f32` (interleaved, little-endian), `midi.txt` (recorded
/// index and first byte of each message) and `take.txt` (rate, channels, and which frames of the server were recorded).
///
/// - Thread: control, while no take runs.
enum EvidenceWriter {
  /// - Throws: `cannotWrite`.
  static func write(
    _ recorder: UnsafeMutablePointer<PortRecorder>, rate: UInt32, into folder: String
  ) throws(UsageError) {
    let count = recorder.pointee.position * recorder.pointee.channels
    try write(UnsafeRawBufferPointer(start: recorder.pointee.audio, count: 4 * count), to: "\(folder)/audio.f32")
    var midi = ""
    for index in 0..<recorder.pointee.byteCount {
      let byte = recorder.pointee.bytes[index]
      midi += "\(byte.index) \(String(byte.byte, radix: 16))\n"
    }
    try write(midi, to: "\(folder)/midi.txt")
    var take = "rate \(rate)\nchannels \(recorder.pointee.channels)\nfirst \(recorder.pointee.first)\n"
    take += "frames \(recorder.pointee.position)\n"
    take += "unkept \(recorder.pointee.lost)\n"
    for index in 0..<recorder.pointee.segmentCount {
      let segment = recorder.pointee.segments[index]
      take += "segment \(segment.index) \(segment.frame) \(segment.microseconds)\n"
    }
    try write(take, to: "\(folder)/take.txt")
  }

  /// Writes a text, or adds it to what is there.
  ///
  /// - Throws: `cannotWrite`.
  static func write(_ text: String, to path: String, adding: Bool = false) throws(UsageError) {
    var text = text
    let result: Result<Void, UsageError> = text.withUTF8 { bytes in
      do throws(UsageError) {
        try write(UnsafeRawBufferPointer(bytes), to: path, adding: adding)
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String, adding: Bool = false) throws(UsageError) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (adding ? O_APPEND : O_TRUNC), 0o644)
    guard file >= 0 else { throw .cannotWrite("Cannot write '\(path)': \(String(cString: strerror(errno))).") }
    defer { close(file) }
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(file, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        throw .cannotWrite("Cannot write '\(path)': \(String(cString: strerror(errno))).")
      }
    }
  }
}
