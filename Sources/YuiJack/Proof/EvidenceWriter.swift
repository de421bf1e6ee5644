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
    var take = "rate \(rate)\nchannels \(recorder.pointee.channels)\n"
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
    let bytes = Array(text.utf8)
    let file = try open(path, adding: adding)
    defer { close(file) }
    guard FileBytes.write(bytes, to: file) else { throw cannotWrite(path) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(UsageError) {
    let file = try open(path, adding: false)
    defer { close(file) }
    guard FileBytes.write(bytes, to: file) else { throw cannotWrite(path) }
  }

  private static func open(_ path: String, adding: Bool) throws(UsageError) -> Int32 {
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (adding ? O_APPEND : O_TRUNC), 0o644)
    guard file >= 0 else { throw cannotWrite(path) }
    return file
  }

  private static func cannotWrite(_ path: String) -> UsageError {
    .cannotWrite("Cannot write '\(path)': \(FileTrouble.last.reason).")
  }
}
