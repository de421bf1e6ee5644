// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import YuiLines

/// The lines that the pages show are lines that play.
@Suite struct LineExampleTests {
  static let pages = ["README.md", "docs/lines.md", "docs/midi.md"]
  static let examples = Result { try Fence.all("yui", in: pages) }

  @Test func `the pages have examples`() throws {
    #expect(try Self.examples.get().count { $0.page == "README.md" } >= 7)
    #expect(try Self.examples.get().count { $0.page == "docs/lines.md" } >= 7)
  }

  @Test(arguments: try examples.get())
  func `every line of an example is read`(_ example: Fence) throws {
    let result = try YuiJackProgram.run(["check", "-"], input: example.text)
    #expect(result.ending == .exited(0), "\(result.output)")
    #expect(result.output.split(separator: "\n").count > 0)
  }

  @Test(arguments: try examples.get())
  func `every example renders without an error or a warning`(_ example: Fence) throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("example.wav")
    let result = try YuiJackProgram.run(["render", "-", "--seconds", "4", "-o", file], input: example.text)
    #expect(result.ending == .exited(0))
    let told = result.errors.split(separator: "\n")
    #expect(told.last?.hasPrefix("Wrote ") == true, "\(result.errors)")
    #expect(!told.contains { $0.contains("Error: ") || $0.contains("Warning: ") }, "\(result.errors)")
    if example.page == "README.md" {
      let sound = try WaveFile(file)
      #expect(sound.peak(0..<sound.frames) > -30)
    }
  }

  @Test func `the first ten minutes can be typed one after the other`() throws {
    let folder = try TemporaryDirectory()
    let lines = try Fence.all("yui", in: ["README.md"]).map(\.text).joined()
    let result = try YuiJackProgram.run(
      ["render", "-", "--seconds", "60", "-o", folder.file("minutes.wav")], input: lines)
    #expect(result.ending == .exited(0))
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  /// Lines that stand among the words of the pages, and in their tables. Dots between numbers are a range, of which the end
  /// is taken; what has capital letters or an ellipsis for something is no line.
  private static func inlineLines() throws -> [String] {
    let words = Set(
      Preset.patchable.map(\.rawValue) + HostVerb.allCases.map(\.rawValue)
        + ["save", "show", "forget", "clear", "close"])
    return try (pages + ["docs/stage.md"]).flatMap { page in
      let prose = try Repository.text(page).split(separator: "```").enumerated().filter { $0.offset % 2 == 0 }
      return prose.flatMap { $0.element.split(separator: "\n") }.flatMap { line in
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element.replacing(/\d+\.\.(?=\d)/, with: "")) }
      }
    }.filter { span in
      let head = span.split { $0 == " " || $0 == "@" }.first ?? ""
      let isLine = words.contains(String(head)) && span.contains(" ") || span.contains(/^[~>][a-z0-9]/)
      return isLine && !span.contains("...") && !span.contains("target") && !span.contains(/(^| |=)(N|MS)( |$)/)
    }
  }

  @Test func `lines among the words of the pages are read as well`() throws {
    let lines = try Self.inlineLines()
    #expect(lines.count > 70)
    let up = [
      "loop@beat", "loop@bass", "loop@scale", "loop@a", "loop@b", "keys@tune", "chords@jam", "drums@pads",
      "metronome@click",
    ]
    let result = try YuiJackProgram.run(["check", "-"], input: (up + ["tuner"] + lines).joined(separator: "\n") + "\n")
    #expect(result.ending == .exited(0))
    #expect(result.errors.isEmpty, "\(result.errors)")
    let wrong = result.output.split(separator: "\n").filter { $0.hasPrefix(#"{"op":"error""#) }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test func `a mistake in an example would be found`() throws {
    let result = try YuiJackProgram.run(["check", "-"], input: "lop 120 +play\n")
    #expect(result.ending == .exited(65))
  }
}
