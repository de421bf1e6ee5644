// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// The files of the repository that the tests read.
enum Repository {
  /// The root folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a file.
  static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  /// The text of a file.
  static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
}

/// The program under test.
enum YuiJackProgram {
  /// What a run came to.
  struct Result {
    var ending: ChildProcess.Ending
    var output: String
    var errors: String
  }

  /// Its path: `YUI_JACK`, else what was built together with the tests.
  static func path() throws -> String {
    try ProcessInfo.processInfo.environment["YUI_JACK"] ?? Executable.path("yui-jack")
  }

  /// Runs it with lines on standard input, and waits for its end.
  static func run(_ arguments: [String], input: String = "") throws -> Result {
    let child = try ChildProcess(try path(), arguments)
    if !input.isEmpty { try child.write(input) }
    child.closeInput()
    let ending = try child.wait(limit: .seconds(60))
    let output = child.remainingLines().joined(separator: "\n")
    return Result(ending: ending, output: output, errors: child.errorText)
  }
}
