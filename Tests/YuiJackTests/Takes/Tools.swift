// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

@testable import YuiJack

/// Programs of other people that read what takes are written to.
enum Tools {
  /// Whether a program is installed.
  static func has(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  static let hasFFmpeg = has("ffmpeg")
  static let hasMido = (try? ChildProcess("/usr/bin/python3", ["-c", "import mido"]).wait()) == .exited(0)
  static let soundFont = [
    "/usr/share/sounds/sf2/TimGM6mb.sf2", "/usr/share/sounds/sf2/FluidR3_GM.sf2",
    "/usr/share/sounds/sf3/default-GM.sf3",
  ].first { FileManager.default.fileExists(atPath: $0) }
  static let hasFluidSynth = has("fluidsynth") && soundFont != nil

  /// The stereo samples of any sound file, as ffmpeg reads it at a rate.
  static func samples(_ path: String, rate: Int = 48_000, in folder: TemporaryDirectory) throws -> [Float] {
    let raw = folder.file("decoded.raw")
    let words = ["-nostdin", "-y", "-v", "error", "-i", path, "-ar", "\(rate)", "-f", "f32le", raw]
    let process = try ChildProcess("ffmpeg", words)
    guard try process.wait(limit: .seconds(60)) == .exited(0), process.errorText.isEmpty else {
      throw TestFailure("ffmpeg does not read '\(path)': \(process.errorText)")
    }
    return try folder.samples("decoded.raw")
  }

  /// The ticks at which notes of a channel begin, by note.
  static func strikes(_ file: MIDIFile, channel: UInt8) -> [UInt8: [Int]] {
    var strikes: [UInt8: [Int]] = [:]
    for event in file.tracks.joined() {
      if case .noteOn(channel, let note, _) = event.message { strikes[note, default: []].append(event.tick) }
    }
    return strikes
  }

  static func midi(_ path: String) throws -> MIDIFile {
    try MIDIFileReader.read([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
  }

  /// The path that a URI means.
  static func path(_ uri: String?) throws -> String {
    guard let uri, let url = URL(string: uri), url.isFileURL else { throw TestFailure("'\(uri ?? "")' is no file URI") }
    return url.path
  }
}
