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

  /// Whether disks can be mounted, which takes rights that not everybody has.
  static let canMount: Bool = {
    guard getuid() == 0, has("mount"), let folder = try? TemporaryDirectory() else { return false }
    guard (try? mount(kilobytes: 64, at: folder.file("trial"))) != nil else { return false }
    unmount(folder.file("trial"))
    return true
  }()

  /// Mounts an empty disk in memory in a folder, which is made.
  static func mount(kilobytes: Int, at path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let process = try ChildProcess("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", path])
    guard try process.wait() == .exited(0) else { throw TestFailure("Nothing can be mounted: \(process.errorText)") }
  }

  /// Takes a disk away, also one that is in use.
  static func unmount(_ path: String) { _ = try? ChildProcess("umount", ["-l", path]).wait() }

  /// Makes a hole in a file: its bytes become zero and take no room.
  static func punch(_ path: String, _ bytes: Range<Int>) throws {
    let words = ["-p", "-o", "\(bytes.lowerBound)", "-l", "\(bytes.count)", path]
    let process = try ChildProcess("fallocate", words)
    guard try process.wait() == .exited(0) else { throw TestFailure("The disk keeps no holes: \(process.errorText)") }
  }

  /// The stereo samples of any sound file, as ffmpeg reads it at a rate.
  ///
  /// - Parameter forgivesEnd: whether the file may break off.
  static func samples(
    _ path: String, forgivesEnd: Bool = false, in folder: TemporaryDirectory
  ) throws -> [Float] {
    let raw = folder.file("decoded.raw")
    let words = [
      "-nostdin", "-y", "-v", forgivesEnd ? "fatal" : "error", "-i", path, "-ar", "48000", "-f", "f32le", raw,
    ]
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
