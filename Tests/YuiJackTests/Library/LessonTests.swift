// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The lesson at the beginning of docs/lines.md, typed step after step.
@Suite struct LessonTests {
  static let steps = Result { try Fence.all("yui lesson", in: ["docs/lines.md"]) }
  static let numbers = Array(1...12)

  @Test func `the lesson has twelve short steps`() throws {
    let steps = try Self.steps.get()
    #expect(steps.count == Self.numbers.count)
    for step in steps { #expect(1...4 ~= step.text.split(separator: "\n").count, "\(step.testDescription)") }
    let headings = try Repository.text("docs/lines.md").split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(headings.map { $0.dropFirst(4).prefix { $0 != "." } } == Self.numbers.map { "\($0)" })
  }

  @Test(arguments: numbers)
  func `every line of a step is read, in its place`(_ number: Int) throws {
    let run = try YuiJackProgram.run(["check", "-"], input: try lines(number))
    #expect(run.ending == .exited(0), "\(run.output)")
  }

  @Test(arguments: numbers)
  func `every step is heard`(_ number: Int) throws {
    let before = try number == 1 ? [] : render(number - 1)
    let after = try render(number)
    let change = zip(before, after).reduce(0) { max($0, abs($1.0 - $1.1)) }
    #expect(number == 1 ? after.contains { abs($0) > 0.1 } : change > 0.05)
  }

  @Test func `the last step ends in silence, three bars later`() throws {
    let sound = try render(12)
    let bars = 3 * 4 * 60 / 104.0
    let end = Int(2 * 48_000 * (bars + 1))
    #expect(sound[..<Int(2 * 48_000 * bars)].contains { abs($0) > 0.1 })
    #expect(sound[end...].allSatisfy { abs($0) < 0.001 })
  }

  /// The lines of the first steps.
  private func lines(_ count: Int) throws -> String { try Self.steps.get().prefix(count).map(\.text).joined() }

  /// Ten seconds of what they play, left and right in turn.
  private func render(_ count: Int) throws -> [Float] {
    let folder = try TemporaryDirectory()
    let file = folder.file("lesson.wav")
    let run = try YuiJackProgram.run(["render", "-", "--seconds", "10", "-o", file], input: try lines(count))
    try #require(run.ending == .exited(0), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    return try WaveFile(file).samples
  }
}
