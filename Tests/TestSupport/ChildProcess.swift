// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A program that runs beside the test, spoken to by lines.
///
/// It is killed when the value ends. Not to be used from two threads at once.
public final class ChildProcess {
  /// The process's number; good until `wait` has returned.
  public let processID: pid_t
  private let name: String
  private var input: LinePipe
  private var output: LinePipe
  private var errors: LinePipe
  private var ending: Ending?
  /// Held while a child is started, so that no other child inherits its pipes.
  private static let starting = NSLock()

  /// How a process ended.
  public enum Ending: Equatable, Sendable {
    /// It left with this code.
    case exited(Int32)
    /// A signal of this number killed it.
    case killed(Int32)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a path, or a name to be found by `PATH`.
  ///   - arguments: without the program's name.
  ///   - environment: added to this process's own environment, which stays as it is.
  /// - Throws: `TestFailure` when it cannot be started.
  public init(_ program: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    Self.starting.lock()
    defer { Self.starting.unlock() }
    name = program.split(separator: "/").last.map(String.init) ?? program
    let (childInput, ourInput) = try LinePipe.pair()
    let (ourOutput, childOutput) = try LinePipe.pair()
    let (ourErrors, childErrors) = try LinePipe.pair()
    (input, output, errors) = (LinePipe(ourInput), LinePipe(ourOutput), LinePipe(ourErrors))
    defer { for end in [childInput, childOutput, childErrors] { close(end) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    posix_spawn_file_actions_adddup2(&actions, childErrors, 2)

    var process: pid_t = 0
    let code = withCStrings([program] + arguments) { arguments in
      withCStrings(Self.environment(adding: environment)) { environment in
        posix_spawnp(&process, program, &actions, nil, arguments, environment)
      }
    }
    guard code == 0 else { throw TestFailure("Cannot start '\(program)': \(String(cString: strerror(code)))") }
    processID = process
  }

  deinit {
    if ending == nil {
      kill(processID, SIGKILL)
      var status: Int32 = 0
      waitpid(processID, &status, 0)
    }
  }

  /// Writes a line to its standard input.
  public func write(_ line: String) throws { try input.write(line + "\n", to: name) }

  /// Ends its standard input.
  public func closeInput() { input.close() }

  /// Sends it a signal, unless it has ended.
  public func signal(_ number: Int32) { if !hasEnded { kill(processID, number) } }

  /// Whether it has ended.
  public var hasEnded: Bool {
    if ending == nil { reap() }
    return ending != nil
  }

  /// What it wrote on standard error so far.
  public var errorText: String {
    while errors.fill() {}
    return errors.text
  }

  /// The next line of its standard output, without the newline.
  ///
  /// - Throws: `TestFailure` when none came within the limit or the output ended.
  public func readLine(limit: Duration = .seconds(10)) throws -> String {
    let deadline = Deadline(after: limit)
    while true {
      if let line = output.nextLine() { return line }
      if output.hasEnded { throw TestFailure("'\(name)' ended its output. Its errors: \(errorText)") }
      guard listen(deadline) else {
        throw TestFailure("No line from '\(name)' within \(limit). Its errors: \(errorText)")
      }
    }
  }

  /// Reads lines until one matches, and returns that.
  ///
  /// - Throws: `TestFailure` as `readLine(limit:)`, with the lines that did not match.
  @discardableResult
  public func readLine(limit: Duration = .seconds(10), where matches: (String) -> Bool) throws -> String {
    let deadline = Deadline(after: limit)
    var others: [String] = []
    while true {
      do {
        let line = try readLine(limit: .milliseconds(Int64(deadline.milliseconds)))
        if matches(line) { return line }
        others.append(line)
      } catch {
        throw TestFailure("\(error) Lines before: \(others)")
      }
    }
  }

  /// Waits until it has ended, and takes what it still writes.
  ///
  /// - Throws: `TestFailure` when it runs on.
  @discardableResult
  public func wait(limit: Duration = .seconds(10)) throws -> Ending {
    let deadline = Deadline(after: limit)
    while true {
      if hasEnded, let ending { return ending }
      if deadline.hasPassed { throw TestFailure("'\(name)' still runs after \(limit). Its errors: \(errorText)") }
      _ = listen(Deadline(after: .milliseconds(2)))
    }
  }

  /// All lines of its standard output that were not read yet; complete once it has ended.
  public func remainingLines() -> [String] {
    while output.fill() {}
    var lines: [String] = []
    while let line = output.nextLine() { lines.append(line) }
    return lines
  }

  /// Takes what the child writes on either output. Returns false when nothing came before the deadline.
  private func listen(_ deadline: Deadline) -> Bool {
    var ends = [output, errors].filter { !$0.hasEnded }.map { pollfd(fd: $0.end, events: Int16(POLLIN), revents: 0) }
    guard poll(&ends, nfds_t(ends.count), deadline.milliseconds) > 0 else { return false }
    _ = output.fill()
    _ = errors.fill()
    return true
  }

  private func reap() {
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else { return }
    ending = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
  }

  private static func environment(adding additions: [String: String]) -> [String] {
    var variables: [String] = []
    var entry = environ
    while let variable = entry.pointee {
      let text = String(cString: variable)
      if additions[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
      entry += 1
    }
    return variables + additions.map { "\($0.key)=\($0.value)" }
  }
}

/// Hands a list of strings to C, ended by a null pointer.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(&pointers)
}
