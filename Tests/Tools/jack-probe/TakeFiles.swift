// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Writes what a take holds.
enum TakeFiles {
  static func write(
    _ take: Take, prefix: String, rate: UInt32, audio: [String], midi: [String]
  ) throws(ProbeError) {
    let recorded = UnsafeBufferPointer(rebasing: take.audio[..<(take.position * take.channelCount)])
    try write(UnsafeRawBufferPointer(recorded), to: prefix + ".f32")
    var texts = [String](repeating: "", count: midi.count)
    var offset = 0
    while offset < take.logLength {
      let frame = take.log.load(fromByteOffset: offset, as: UInt64.self)
      let port = Int(take.log.load(fromByteOffset: offset + 8, as: UInt32.self))
      let size = Int(take.log.load(fromByteOffset: offset + 12, as: UInt32.self))
      texts[port] += "\(frame)"
      for index in 0..<size { texts[port] += " " + hex(take.log[offset + 16 + index]) }
      texts[port] += "\n"
      offset += (16 + size + 7) & ~7
    }
    for (port, text) in zip(midi, texts) { try write(text, to: "\(prefix).\(port).midi") }
    var header = """
      first \(take.first)
      frames \(take.position)
      rate \(rate)
      audio \(audio.joined(separator: ","))
      midi \(midi.joined(separator: ","))
      lost \(take.lossCount)
      missing \(take.missingFrames)

      """
    for loss in take.losses.prefix(take.lossCount) { header += "lost \(loss.index) \(loss.frames)\n" }
    try write(header, to: prefix + ".txt")
    let starts = take.starts.prefix(take.startCount).map { "\($0.index) \($0.microseconds)\n" }
    try write(starts.joined(), to: prefix + ".times")
  }

  static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }

  private static func write(_ text: String, to path: String) throws(ProbeError) {
    var bytes = Array(text.utf8)
    let result: Result<Void, ProbeError> = bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(ProbeError) in try write(UnsafeRawBufferPointer(bytes), to: path) }
    }
    try result.get()
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(ProbeError) {
    guard let file = fopen(path, "w") else {
      throw ProbeError("Cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
    let count = bytes.isEmpty ? 0 : fwrite(bytes.baseAddress, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw ProbeError("Cannot write all of '\(path)': \(String(cString: strerror(errno)))")
    }
  }
}
