// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A program that runs beside the test, spoken to by lines.
///
/// It is ended when the value ends, and killed where that takes longer than a second. Not to be used from two threads at once.
public final class ChildProcess {
  /// The process's number; good until `wait` has returned.
  public let processID: pid_t
  private let name: String
  private let input: ChildInput
  private let output: ChildOutput
  private let errors: ChildOutput
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
    let (childInput, ourInput) = try Self.pipe()
    let (ourOutput, childOutput) = try Self.pipe()
    let (ourErrors, childErrors) = try Self.pipe()
    (input, output, errors) = (ChildInput(ourInput), ChildOutput(ourOutput), ChildOutput(ourErrors))
    defer { for end in [childInput, childOutput, childErrors] { close(end) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The runner's threads may block signals, and children would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    posix_spawn_file_actions_adddup2(&actions, childErrors, 2)
    try Self.keepFilesToOurselves()

    var process: pid_t = 0
    let code = withCStrings([program] + arguments) { arguments in
      withCStrings(Self.environment(adding: environment)) { environment in
        posix_spawnp(&process, program, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw TestFailure("Cannot start '\(program)': \(String(cString: strerror(code)))") }
    processID = process
  }

  deinit {
    // A client of JACK that is killed can leave what all clients share locked.
    signal(SIGTERM)
    try? waitUntil("it ends", limit: .seconds(1)) { hasEnded }
    if ending == nil {
      kill(processID, SIGKILL)
      var status: Int32 = 0
      waitpid(processID, &status, 0)
    }
  }

  /// Writes a line to its standard input.
  public func write(_ line: String) throws { try input.write(line + "\n", to: name) }

  /// Writes bytes to its standard input.
  public func write(bytes: [UInt8]) throws { try input.write(bytes, to: name) }

  /// Ends its standard input.
  public func closeInput() { input.closeEnd() }

  /// Sends it a signal, unless it has ended.
  public func signal(_ number: Int32) { if !hasEnded { kill(processID, number) } }

  /// Whether it has ended.
  public var hasEnded: Bool {
    if ending == nil { reap() }
    return ending != nil
  }

  /// What it wrote on standard error so far; all of it once `wait` has returned.
  public var errorText: String { errors.text }

  /// The next line of its standard output, without the newline.
  ///
  /// - Throws: `TestFailure` when none came within the limit or the output ended.
  public func readLine(limit: Duration = .seconds(10)) throws -> String {
    switch output.nextLine(until: Self.date(after: limit)) {
    case .line(let line): return line
    case .end: throw TestFailure("'\(name)' ended its output. Its errors: \(errorText)")
    case .nothing: throw TestFailure("No line from '\(name)' within \(limit). Its errors: \(errorText)")
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
    try waitUntil("'\(name)' ends", limit: limit) { hasEnded }
    // A grandchild may hold the outputs open: then what there is must do.
    output.waitForEnd(until: Self.date(after: .seconds(1)))
    errors.waitForEnd(until: Self.date(after: .seconds(1)))
    return ending!
  }

  /// All lines of its standard output that were not read yet; complete once `wait` has returned.
  public func remainingLines() -> [String] {
    var lines: [String] = []
    while case .line(let line) = output.nextLine(until: .distantPast) { lines.append(line) }
    return lines
  }

  private static func date(after limit: Duration) -> Date { Date(timeIntervalSinceNow: limit / .seconds(1)) }

  /// Closes what libraries have opened in this process for the children: each finds as many files left, however many tests
  /// run beside it.
  private static func keepFilesToOurselves() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      if let descriptor = Int32(name), descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
  }

  /// A reading and a writing end, neither of which other children inherit.
  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else {
      throw TestFailure("Cannot make a pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func reap() {
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else { return }
    ending = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
  }

  /// Folders of the tests' own instead of the user's.
  private static let folders = [
    "XDG_DATA_HOME": "/tmp/yui-jack-tests-\(getpid())", "XDG_MUSIC_DIR": "/tmp/yui-jack-tests-\(getpid())/music",
  ]

  private static func environment(adding additions: [String: String]) -> [String] {
    let additions = folders.merging(additions) { $1 }
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
