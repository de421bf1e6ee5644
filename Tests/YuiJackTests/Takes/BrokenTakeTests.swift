// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiLines

@testable import YuiJack

/// Takes whose disk is full, or whose files are taken away while they are written.
@Suite(.jack) struct BrokenTakeTests {
  private static let loop = "loop@beat 120 steps=8 rows=kick|snare|hat p=x...x...|..x...x.|xxxxxxxx"
  private let folder: TemporaryDirectory
  private let server: DummyServer
  private let instrument: Instrument

  init() throws {
    folder = try TemporaryDirectory()
    server = try DummyServer(name: DummyServer.uniqueName())
    instrument = try Instrument(on: server)
    // The held note gives codecs something to write.
    try instrument.write(Self.loop, "start", "keys sound=pad", "note C3 +on")
  }

  /// The one warning that came since the last call, after the state of the take.
  private func warning() throws -> String {
    try instrument.event("take", limit: .seconds(30)) { $0.string("state") == "over" }
    let warnings = instrument.all("warning")
    try #require(warnings.count == 1)
    return try #require(warnings[0].string("message"))
  }

  private func goesOn() throws -> Bool {
    let status = try instrument.status()
    return status.inner("clock")?.bool("running") == true && !instrument.process.hasEnded
  }

  /// Waits until the disk thread has written something.
  private func waitForSound(in path: String) throws {
    try waitUntil("'\(path)' has grown", limit: .seconds(20)) {
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return (size ?? 0) > 1000
    }
  }

  @Test(
    .enabled(if: Tools.canMount && Tools.hasFFmpeg, "no disk can be mounted here, or ffmpeg is not installed"),
    arguments: [("wav", 300), ("flac", 160), ("ogg", 20), ("opus", 20), ("m4a", 300)])
  func `a disk that is full ends a take of any kind in one event, and what fitted plays`(
    _ kind: String, _ kilobytes: Int
  ) throws {
    let disk = folder.file("disk")
    try Tools.mount(kilobytes: kilobytes, at: disk)
    defer { Tools.unmount(disk) }
    let path = "\(disk)/full.\(kind)"
    let written = kind == "m4a" ? path + ".wav" : path
    try instrument.write("record beat to=\(path)")
    #expect(
      try warning().hasPrefix(
        "Cannot write '\(written)': No space left on device. What fitted is in the file."))
    let event = try instrument.event("", limit: .seconds(30)) { $0.string("audio") != nil }
    #expect(try Tools.path(event.string("audio")) == written)
    let seconds = try #require(event.number("seconds"))
    #expect(seconds > 0.3)
    let samples = try Tools.samples(written, forgivesEnd: true, in: folder)
    #expect(abs(Double(samples.count / 2) / 48_000 - seconds) < 0.15)
    #expect(samples.contains { abs($0) > 0.1 })
    let midi = try Tools.path(event.string("midi"))
    #expect(try Tools.strikes(Tools.midi(midi), channel: 9)[42] != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).count == 2)
    #expect(try goesOn())
    try instrument.quit()
  }

  @Test(.enabled(if: Tools.canMount && Tools.hasFFmpeg, "no disk can be mounted here, or ffmpeg is not installed"))
  func `a disk that fills up while AAC is made keeps the sound that it is made of`() throws {
    let disk = folder.file("disk")
    // Room for 0.715 s as a WAV and for the notes, and a page more.
    try Tools.mount(kilobytes: 284, at: disk)
    defer { Tools.unmount(disk) }
    let path = "\(disk)/a.m4a"
    try instrument.write("record to=\(path)", "wait 0.715 s", "record stop")
    #expect(try warning() == "'ffmpeg' could not make '\(path)'. The sound is in '\(path).wav'.")
    #expect(SoundFileReader.frames(of: path + ".wav") == 34_320)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).sorted() == ["a.m4a.wav", "a.mid"])
    #expect(try goesOn())
    try instrument.quit()
  }

  @Test func `a folder that is removed is made again, with all of the take`() throws {
    let path = folder.file("gone/with/it/a.flac")
    try FileManager.default.createDirectory(atPath: folder.file("gone/with/it"), withIntermediateDirectories: true)
    try instrument.write("record beat to=\(path)")
    try waitForSound(in: path)
    try FileManager.default.removeItem(atPath: folder.file("gone"))
    try instrument.write("wait 1 s", "record stop")
    #expect(try warning() == "'\(path)' was moved or removed while it was written, so it has been written again.")
    let event = try instrument.event("") { $0.string("audio") != nil }
    #expect(try Tools.path(event.string("audio")) == path)
    let frames = try #require(SoundFileReader.frames(of: path))
    #expect(abs(Double(frames) / 48_000 - (event.number("seconds") ?? 0)) <= 0.05)
    #expect(try Tools.strikes(Tools.midi(folder.file("gone/with/it/a.mid")), channel: 9)[42] != nil)
    #expect(try goesOn())
    try instrument.quit()
  }

  @Test func `a name that another file takes is left to it, and the take is told as lost`() throws {
    let path = folder.file("a.wav")
    try instrument.write("record beat to=\(path)")
    try waitForSound(in: path)
    try FileManager.default.removeItem(atPath: path)
    _ = try folder.write("mine", to: "a.wav")
    try instrument.write("wait 1 s", "record stop")
    #expect(
      try warning()
        == "'\(path)' was moved or removed while it was written, and cannot be written again: File exists.")
    #expect(try goesOn())
    #expect(!instrument.events.contains { $0.string("audio") != nil })
    #expect(try folder.text("a.wav") == "mine")
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.mid")))
    try instrument.quit()
  }
}

@Suite struct RefusedTakeTests {
  @Test(.enabled(if: getuid() != 0 || Tools.has("setpriv"), "setpriv is not installed"))
  func `a folder that may not be written to is told in one sentence, and the music goes on`() throws {
    let folder = try TemporaryDirectory()
    let locked = folder.file("locked")
    try FileManager.default.createDirectory(
      atPath: locked, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
    let song = try folder.write("loop 120 p=x...\nrecord to=\(locked)/a.wav\nstart\nwait 1 s\nquit\n", to: "song.yui")
    // Who may do everything is asked to do without it.
    let modest = getuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : ["env"]
    let words = modest.dropFirst() + [try Instrument.program, "render", song, "-o", folder.file("all.wav")]
    let process = try ChildProcess(modest[0], Array(words))
    #expect(try process.wait(limit: .seconds(20)) == .exited(0))
    let errors = process.errorText.split(separator: "\n")
    #expect(errors.first == "\(song):2:1: Error: Cannot create '\(locked)/a.wav': Permission denied.")
    #expect(errors.count == 2)
    #expect(try WaveFile(folder.file("all.wav")).firstSound != nil)
  }
}
