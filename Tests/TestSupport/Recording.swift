// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// What a probe recorded. Places are indices of recorded frames, so that cycles which the server lost do not count.
public struct Recording {
  /// A MIDI message.
  public struct Message: Equatable, Sendable {
    /// Recorded frame that it arrived with.
    public let index: Int
    /// Its bytes.
    public let bytes: [UInt8]

    /// A message of these bytes at this recorded frame.
    public init(index: Int, bytes: [UInt8]) {
      self.index = index
      self.bytes = bytes
    }
  }

  /// Samples by port name.
  public private(set) var audio: [String: [Float]] = [:]
  /// Messages by port name, in order.
  public private(set) var midi: [String: [Message]] = [:]
  /// The server's frame of index 0.
  public let first: Int
  /// Times that the server lost cycles.
  public var lossCount: Int { losses.count }
  /// Before which recorded frames the server's clock jumped, and by how many frames.
  public private(set) var losses: [(index: Int, frames: Int)] = []
  private let starts: [(index: Int, microseconds: Double)]

  init(_ directory: TemporaryDirectory, _ name: String) throws {
    var values: [String: String] = [:]
    for line in try directory.text("\(name).txt").split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      let value = words.count > 1 ? String(words[1]) : ""
      if words[0] == "lost", let split = value.firstIndex(of: " ") {
        losses.append((Int(value[..<split])!, Int(value[value.index(after: split)...])!))
      } else {
        values[String(words[0])] = value
      }
    }
    guard let first = values["first"].flatMap({ Int($0) }) else { throw TestFailure("No first frame in '\(name)'") }
    self.first = first
    starts = try directory.text("\(name).times").split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return (Int(words[0])!, Double(words[1])!)
    }
    let channels = (values["audio"] ?? "").split(separator: ",").map(String.init)
    if !channels.isEmpty {
      let data = try Data(contentsOf: URL(fileURLWithPath: directory.file("\(name).f32")))
      let count = data.count / 4 / channels.count
      data.withUnsafeBytes { raw in
        let samples = raw.bindMemory(to: Float.self)
        for (channel, port) in channels.enumerated() {
          audio[port] = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
            for frame in 0..<count { buffer[frame] = samples[frame * channels.count + channel] }
            initialized = count
          }
        }
      }
    }
    for port in (values["midi"] ?? "").split(separator: ",").map(String.init) {
      midi[port] = try directory.text("\(name).\(port).midi").split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return Message(index: index(ofFrame: Int(words[0])!), bytes: words.dropFirst().map { UInt8($0, radix: 16)! })
      }
    }
  }

  /// The server's time of a recorded frame at 48 kHz in microseconds, on the clock of the machine that does not go back.
  public func microseconds(ofIndex index: Int) -> Double? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    return starts[low - 1].microseconds + Double(index - starts[low - 1].index) / 48_000 * 1e6
  }

  /// The recorded frames before which the server's time went on by at least so many microseconds more or less than its frames:
  /// a cycle came late, also where none was lost.
  public func jumps(ofMicroseconds least: Double) -> [Int] {
    zip(starts, starts.dropFirst()).compactMap { before, after in
      let expected = Double(after.index - before.index) / 48_000 * 1e6
      return abs(after.microseconds - before.microseconds - expected) < least ? nil : after.index
    }
  }

  /// The recorded frame of a frame of the server's clock.
  public func index(ofFrame frame: Int) -> Int {
    var missing = 0
    for loss in losses where frame - first - missing >= loss.index + loss.frames { missing += loss.frames }
    return frame - first - missing
  }
}
