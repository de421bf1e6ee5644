// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// Which way a latency is measured.
public enum LatencyMode: Hashable, Sendable, CaseIterable {
  /// From the hardware's input to the port: how old what arrives is.
  case capture
  /// From the port to the hardware's output: how long until it is heard.
  case playback

  var raw: jack_latency_callback_mode_t {
    switch self {
    case .capture: JackCaptureLatency
    case .playback: JackPlaybackLatency
    }
  }

  init(_ raw: jack_latency_callback_mode_t) {
    self = raw == JackCaptureLatency ? .capture : .playback
  }
}

/// Shortest and longest latency over all paths that lead to or from a port, in frames.
public struct LatencyRange: BitwiseCopyable, Hashable, Sendable {
  /// Frames over the shortest path.
  public var minimum: UInt32
  /// Frames over the longest path.
  public var maximum: UInt32

  /// A range in frames.
  public init(minimum: UInt32, maximum: UInt32) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The same number of frames over every path.
  public init(_ frames: UInt32) { self.init(minimum: frames, maximum: frames) }

  /// The smallest range that covers both, for a port that is fed by several.
  public func union(_ other: LatencyRange) -> LatencyRange {
    LatencyRange(minimum: min(minimum, other.minimum), maximum: max(maximum, other.maximum))
  }

  /// The range with the same frames added at both ends; stops at the largest number of frames.
  public func delayed(by frames: UInt32) -> LatencyRange {
    func delay(_ end: UInt32) -> UInt32 { end > .max - frames ? .max : end + frames }
    return LatencyRange(minimum: delay(minimum), maximum: delay(maximum))
  }
}
