// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// A program that drives a browser on a stage, and says what came of it in lines of JSON.
final class StageBrowser {
  static let python = "/usr/bin/python3"
  /// What a test says where there is none.
  static let missing: Comment =
    "Chromium or python3-websocket is not installed, so nobody plays on the page: 'apt-get install chromium python3-websocket'"

  /// Whether Chromium and what drives it are there.
  static let isInstalled: Bool = {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"),
      let child = try? ChildProcess(python, ["-c", "import websocket"])
    else { return false }
    return (try? child.wait()) == .exited(0)
  }()

  private let process: ChildProcess

  /// Starts a program of `Tests/Tools/stage-browser` on a stage.
  init(_ program: String, _ bench: StageBench, _ arguments: [String] = []) throws {
    let script = Repository.path("Tests/Tools/stage-browser/\(program)")
    process = try ChildProcess(Self.python, [script, bench.address] + arguments)
  }

  /// What it says next.
  func next(limit: Duration = .seconds(60)) throws -> Event {
    do { return try Event(process.readLine(limit: limit)) } catch {
      throw TestFailure("\(error) \(process.errorText)")
    }
  }

  /// Waits until it says something of a kind.
  @discardableResult
  func next(_ key: String, _ value: String) throws -> Event {
    let event = try next()
    guard event.string(key) == value else { throw TestFailure("It said \(event) and not \(key) '\(value)'") }
    return event
  }

  /// Lets it go on.
  func go(_ word: String = "go") throws { try process.write(word) }

  /// Waits for its end; what it said until then, and nothing that went wrong.
  @discardableResult
  func end(limit: Duration = .seconds(60)) throws -> [Event] {
    let ending = try process.wait(limit: limit)
    guard ending == .exited(0) else { throw TestFailure("It ended with \(ending): \(process.errorText)") }
    return try process.remainingLines().map { try Event($0) }
  }
}
