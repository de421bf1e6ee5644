// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import YuiLines

/// `yui-jack sounds`, as a shell sees it.
@Suite struct SoundSheetTests {
  private static let usage = "Usage: yui-jack sounds [options] DIR"
  /// What plays notes is written once in most tests, to be quick.
  private static let words =
    SoundWord.allCases.map { $0.pitched == nil ? $0.rawValue : "\($0.rawValue)-a3" }
    + EffectWord.allCases.map(\.rawValue)

  private static func write(_ folder: String, _ more: [String] = ["--note", "A3"]) throws {
    let run = try YuiJackProgram.run(["sounds", folder] + more)
    #expect(run.ending == .exited(0))
    #expect(run.output == "")
    #expect(run.errors.contains("the page is '\(folder)/index.html'."))
  }

  @Test(arguments: [48_000, 8000])
  func `each word's file is what the page says of it`(_ rate: Int) throws {
    let folder = try TemporaryDirectory()
    try Self.write(folder.path, ["--note", "57", "--rate", "\(rate)"])
    let page = try SheetReader(folder.text("index.html"))
    #expect(Set(page.sounds.map(\.id)) == Set(Self.words) && page.sounds.count == Self.words.count)
    #expect(page.headings == ["Drums", "Effects", "Notes"])
    for sound in page.sounds {
      #expect(sound.sources == ["\(sound.id).wav"] && sound.pictures == ["\(sound.id).png"])
      let file = try WaveFile(folder.file("\(sound.id).wav"))
      #expect(file.rate == rate)
      let left = stride(from: 0, to: file.samples.count, by: 2).map { file.samples[$0] }
      #expect(left.contains { abs($0) > 0.05 } && left.allSatisfy(\.isFinite))
      let length = try #require(sound.figures["length"])
      #expect(abs(length - Double(file.frames) / Double(rate)) < 1e-5)
      #expect(abs(try #require(sound.figures["peak"]) - file.peak(0..<file.frames)) < 0.001)
      let centroid = Spectrum.centroid(left, rate: Double(rate))
      #expect(abs(try #require(sound.figures["centroid"]) - centroid) < centroid * 1e-3, "\(sound.id)")
      #expect(sound.words["length"] == String(format: "%.3f s", length))
    }
  }

  @Test func `notes are on pitch, two octaves below C4 and two above too`() throws {
    let folder = try TemporaryDirectory()
    try Self.write(folder.path, [])
    let sounds = try SheetReader(folder.text("index.html")).sounds
    #expect(sounds.count == 15 + 6 + 6 * 3)
    for (name, frequency) in [("c2", 65.406), ("c4", 261.626), ("c6", 1046.502)] {
      for word in PitchedWord.allCases where word != .pad {
        let sound = try #require(sounds.first { $0.id == "\(word.rawValue)-\(name)" })
        #expect(abs(1200 * log2(try #require(sound.figures["pitch"]) / frequency)) < 1, "\(sound.id)")
        #expect(abs(try #require(sound.figures["off by"])) < 1, "\(sound.id)")
      }
    }
    let natural = ["kick": 0.7, "hat": 0.1, "crash": 3, "keys-c4": 4, "pluck-c4": 1.4]
    for (id, seconds) in natural {
      let sound = try #require(sounds.first { $0.id == id })
      #expect(abs(try #require(sound.figures["length"]) - seconds) < 0.01, "\(id)")
    }
  }

  @Test func `the page needs nothing but the files beside it, and is the same every time`() throws {
    let folder = try TemporaryDirectory()
    try Self.write(folder.path)
    let first = try folder.text("index.html")
    let page = try SheetReader(first)
    let there = try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
    #expect(there == Set(page.links + ["index.html"]))
    #expect(!first.contains("http:") && !first.contains("https:") && !first.contains("//"))
    #expect(first.contains("prefers-color-scheme: dark"))
    let kick = try Data(contentsOf: URL(fileURLWithPath: folder.file("kick.wav")))
    #expect(try YuiJackProgram.run(["sounds", folder.path + "/", "--note", "A3"]).ending == .exited(0))
    #expect(try folder.text("index.html") == first)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("kick.wav"))) == kick)
  }

  @Test func `a folder is made where it is missing, with those above it`() throws {
    let folder = try TemporaryDirectory()
    try Self.write(folder.file("a/b"))
    #expect(FileManager.default.fileExists(atPath: folder.file("a/b/kick.wav")))
  }

  @Test(arguments: ["kick.wav", "tom.png", "index.html"])
  func `files of somebody else are left alone`(_ name: String) throws {
    let folder = try TemporaryDirectory()
    _ = try folder.write("mine", to: name)
    let run = try YuiJackProgram.run(["sounds", folder.path])
    #expect(run.ending == .exited(73))
    #expect(
      run.errors == """
        Error: '\(folder.path)' holds '\(name)', which 'yui-jack sounds' did not write: name another folder, or move \
        that file away.

        """)
    #expect(try folder.text(name) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  @Test func `files of other names stay beside the sheet`() throws {
    let folder = try TemporaryDirectory()
    _ = try folder.write("mine", to: "notes.txt")
    try Self.write(folder.path)
    #expect(try folder.text("notes.txt") == "mine")
  }

  @Test func `a folder that cannot be made or written to is told in one sentence`() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("mine", to: "file")
    for path in [file, file + "/below", "/proc/yui-jack-sounds"] {
      let run = try YuiJackProgram.run(["sounds", path])
      #expect(run.ending == .exited(73))
      #expect(run.errors.hasPrefix("Error: Cannot create the folder '\(path)': ") && run.errors.hasSuffix(".\n"))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    // A folder in which nobody may make files, not even root.
    let run = try YuiJackProgram.run(["sounds", "/proc/self"])
    #expect(run.ending == .exited(73))
    #expect(run.errors.hasPrefix("Error: Cannot create '/proc/self/index.html': "))
  }

  @Test(arguments: [0, 4, 64])
  func `a full disk is told in one sentence, and the run can be repeated`(_ blocks: Int) throws {
    let folder = try TemporaryDirectory()
    // A file that may not grow is like a disk that is full.
    let shell = try ChildProcess(
      "bash",
      ["-c", "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" sounds \"$1\"", try YuiJackProgram.path(), folder.path])
    shell.closeInput()
    #expect(try shell.wait(limit: .seconds(30)) == .exited(74))
    #expect(shell.errorText.hasPrefix("Error: Cannot ") && shell.errorText.hasSuffix(".\n"))
    #expect(shell.errorText.split(separator: "\n").count == 1)
    try Self.write(folder.path)
    #expect(try SheetReader(folder.text("index.html")).sounds.count == Self.words.count)
  }

  @Test(arguments: [
    (["sounds"], "'sounds' needs one folder to write to."),
    (["sounds", "a", "b"], "'sounds' needs one folder to write to."),
    (["sounds", "a", "--rate", "1"], "'--rate' takes a whole number from 8000 to 384000, not '1'."),
    (
      ["sounds", "a", "--note", "H2"],
      "'--note' takes a note from C-1 to G9, or its MIDI number from 0 to 127, not 'H2'."
    ),
    (
      ["sounds", "a", "--note=128"],
      "'--note' takes a note from C-1 to G9, or its MIDI number from 0 to 127, not '128'."
    ),
    (["sounds", "a", "--rat", "1"], "Unknown option '--rat'. Did you mean '--rate'?"),
  ])
  func `a wrong option is told in one sentence and the usage`(_ words: [String], _ sentence: String) throws {
    let run = try YuiJackProgram.run(words)
    #expect(run.ending == .exited(64))
    #expect(run.errors == "Error: \(sentence)\n\(Self.usage)\n")
  }
}
