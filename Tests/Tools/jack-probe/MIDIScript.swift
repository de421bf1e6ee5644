// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// MIDI messages to send, each so many frames after the start.
struct MIDIScript {
  private(set) var messages: [Take.Message] = []
  private(set) var bytes: [UInt8] = []

  /// Adds the lines of a file, `OFFSET HEX HEX..`, for one port. Blank lines and those that begin with `#` are skipped.
  mutating func add(file: String, port: Int) throws(ProbeError) {
    let text = String(decoding: try contents(of: file), as: UTF8.self)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(separator: " ")
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let data = try Self.bytes(words.dropFirst(), "line \(number + 1) of '\(file)'")
      guard let offset = Int(first), offset >= 0 else {
        throw ProbeError("No frame offset in line \(number + 1) of '\(file)'")
      }
      messages.append(Take.Message(offset: offset, port: port, start: bytes.count, count: data.count))
      bytes += data
    }
    // Stable, so that messages of one frame keep their order.
    messages = messages.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(
      \.element)
  }

  static func bytes(_ words: ArraySlice<Substring>, _ place: String) throws(ProbeError) -> [UInt8] {
    var data: [UInt8] = []
    for word in words {
      guard let byte = UInt8(word, radix: 16) else { throw ProbeError("'\(word)' is no hexadecimal byte in \(place)") }
      data.append(byte)
    }
    guard !data.isEmpty else { throw ProbeError("No bytes in \(place)") }
    return data
  }
}

/// All bytes of a file.
func contents(of path: String) throws(ProbeError) -> [UInt8] {
  guard let file = fopen(path, "r") else {
    throw ProbeError("Cannot read '\(path)': \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return bytes
}

/// The samples of a file of raw little-endian 32-bit floats.
func samples(of path: String) throws(ProbeError) -> [Float] {
  let bytes = try contents(of: path)
  guard bytes.count % 4 == 0 else { throw ProbeError("'\(path)' is no whole number of 32-bit samples") }
  return bytes.withUnsafeBytes { raw in
    stride(from: 0, to: raw.count, by: 4).map { start in
      Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
    }
  }
}
