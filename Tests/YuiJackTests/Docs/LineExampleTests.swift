// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

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

  @Test func `a mistake in an example would be found`() throws {
    let result = try YuiJackProgram.run(["check", "-"], input: "lop 120 +play\n")
    #expect(result.ending == .exited(65))
  }
}
