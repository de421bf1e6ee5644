// SPDX-License-Identifier: GPL-3.0-or-later

/// A mistake in the options, a command or a file, in words.
struct ProbeError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The options of the command line.
struct Options {
  var server: String?
  var name = "jack-probe"
  var audioInputs: [String] = []
  var audioOutputs: [String] = []
  var midiInputs: [String] = []
  var midiOutputs: [String] = []
  var connections: [(port: String, pattern: String)] = []
  var output = "probe"
  var scripts: [(port: String, file: String)] = []
  var play: String?
  var playbackLatency: UInt32 = 0
  var captureLatency: UInt32 = 0
  var isPhysical = false
  var wantsHelp = false

  init(_ arguments: [String]) throws(ProbeError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--help" {
        wantsHelp = true
        continue
      }
      if option == "--physical" {
        isPhysical = true
        continue
      }
      guard let value = rest.popFirst() else { throw ProbeError("Option '\(option)' needs a value") }
      try set(option, value)
    }
  }

  private mutating func set(_ option: String, _ value: String) throws(ProbeError) {
    switch option {
    case "--server": server = value
    case "--name": name = value
    case "--audio-in": audioInputs += Self.list(value)
    case "--audio-out": audioOutputs += Self.list(value)
    case "--midi-in": midiInputs += Self.list(value)
    case "--midi-out": midiOutputs += Self.list(value)
    case "--connect":
      let (port, pattern) = try Self.pair(option, value)
      connections.append((port, pattern))
    case "--output": output = value
    case "--script":
      let (port, file) = try Self.pair(option, value)
      scripts.append((port, file))
    case "--play": play = value
    case "--playback-latency": playbackLatency = try Self.frames(option, value)
    case "--capture-latency": captureLatency = try Self.frames(option, value)
    default: throw ProbeError("Unknown option '\(option)'")
    }
  }

  private static func list(_ value: String) -> [String] { value.split(separator: ",").map(String.init) }

  private static func pair(_ option: String, _ value: String) throws(ProbeError) -> (String, String) {
    guard let equals = value.firstIndex(of: "=") else { throw ProbeError("Option '\(option)' takes PORT=VALUE") }
    return (String(value[..<equals]), String(value[value.index(after: equals)...]))
  }

  static func frames(_ option: String, _ value: String) throws(ProbeError) -> UInt32 {
    guard let frames = UInt32(value) else { throw ProbeError("'\(option)' takes a number of frames, not '\(value)'") }
    return frames
  }
}
