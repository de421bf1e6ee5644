// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A `jack-probe` beside the test: records ports, feeds them, and looks round on the server.
public final class JackProbe {
  /// The name that the server gave it.
  public let name: String
  /// The program.
  public let process: ChildProcess
  private let directory: TemporaryDirectory
  private var takes = 0
  /// What it said of a recording between the lines of answers.
  private var news: [String] = []

  /// Starts a probe and waits until its ports are there.
  ///
  /// - Throws: `TestFailure` when it does not come up.
  public init(on server: DummyServer, _ arguments: [String] = []) throws {
    directory = try TemporaryDirectory()
    process = try ChildProcess(
      try Executable.path("jack-probe"), ["--output", directory.file("take")] + arguments,
      environment: server.environment)
    let words = try process.readLine().split(separator: " ")
    guard words.count == 4, words[0] == "ready" else { throw TestFailure("The probe said '\(words)'") }
    name = String(words[1])
  }

  /// It leaves by itself: jackd takes six seconds to end after a client that was killed.
  deinit {
    guard !process.hasEnded, (try? process.write("quit")) != nil else { return }
    _ = try? process.wait(limit: .seconds(2))
  }

  /// Gives it a command and returns the data lines of its answer.
  ///
  /// - Throws: `TestFailure` for an error.
  @discardableResult
  public func ask(_ command: String, limit: Duration = .seconds(10)) throws -> [String] {
    try process.write(command)
    var lines: [String] = []
    while true {
      let line = try process.readLine(limit: limit)
      if line.hasPrefix("error ") { throw TestFailure("The probe answered '\(command)' by '\(line)'") }
      if line.hasPrefix("ok ") { return lines + [line] }
      if Self.isNews(line) { news.append(line) } else { lines.append(line) }
    }
  }

  /// Full names of the ports that match a pattern.
  public func ports(_ pattern: String) throws -> [String] {
    try ask("ports \"\(pattern)\"").filter { $0.hasPrefix("port ") }.map {
      $0.split(separator: " ", maxSplits: 3).last.map(String.init) ?? ""
    }
  }

  /// Full names of what a port is connected to.
  public func connections(of port: String) throws -> [String] {
    try ask("connections \"\(port)\"").filter { $0.hasPrefix("connection ") }.map {
      String($0.dropFirst("connection ".count))
    }
  }

  /// Sends one message with the next cycle and returns the absolute frame that it left at.
  @discardableResult
  public func send(_ port: String, _ bytes: [UInt8]) throws -> Int {
    let hex = bytes.map { String($0, radix: 16) }.joined(separator: " ")
    guard let frame = try ask("send \(port) \(hex)").last?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw TestFailure("The probe did not say when it sent")
    }
    return frame
  }

  /// Makes room for a recording of so many frames, with MIDI to send by port.
  public func prepare(_ frames: Int, script: [String: [(offset: Int, bytes: [UInt8])]] = [:]) throws {
    takes += 1
    try ask("output \(directory.file("take\(takes)"))")
    for (port, messages) in script {
      let text = messages.map { message in
        "\(message.offset) " + message.bytes.map { String($0, radix: 16) }.joined(separator: " ")
      }
      let path = try directory.write(text.joined(separator: "\n") + "\n", to: "script-\(port)")
      try ask("script \(port) \(path)")
    }
    try ask("prepare \(frames)")
  }

  /// Starts the prepared recording; it runs when this returns.
  public func go() throws {
    try ask("go")
    try hear { $0.hasPrefix("recording ") }
  }

  /// Ends a recording that is not full yet.
  public func stop() throws { try ask("stop") }

  /// Waits for the end of the recording and returns it.
  public func finish(limit: Duration = .seconds(30)) throws -> Recording {
    let done = try hear(limit: limit) { $0.hasPrefix("done ") || $0.hasPrefix("error ") }
    guard done.hasPrefix("done ") else { throw TestFailure("The probe said '\(done)'") }
    return try Recording(directory, "take\(takes)")
  }

  private static func isNews(_ line: String) -> Bool {
    ["recording ", "lost ", "done "].contains { line.hasPrefix($0) }
  }

  @discardableResult
  private func hear(limit: Duration = .seconds(10), where matches: (String) -> Bool) throws -> String {
    while !news.isEmpty {
      let line = news.removeFirst()
      if matches(line) { return line }
    }
    return try process.readLine(limit: limit, where: matches)
  }
}
