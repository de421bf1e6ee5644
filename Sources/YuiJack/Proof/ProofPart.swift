// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A part of the proof that runs as a process of its own: this program again, asked by lines.
///
/// - Thread: control.
final class ProofPart {
  /// What it is called in messages.
  let name: String
  private let process: pid_t
  private let input: Int32
  private let pipe: LinePipe
  private var isReaped = false

  /// Starts `yui-jack ROLE WORD ...`.
  ///
  /// - Parameter terminal: path of a terminal that it gets as standard input and error; nil gives it a pipe to be asked by.
  /// - Throws: `failed`.
  init(_ name: String, _ words: [String], terminal: String? = nil) throws(UsageError) {
    self.name = name
    var (toPart, fromPart): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard Glibc.pipe(&toPart) == 0, Glibc.pipe(&fromPart) == 0 else {
      throw .failed("The \(name) cannot be started: no pipe is left.")
    }
    for end in toPart + fromPart { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR | O_NOCTTY, 0)
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_adddup2(&actions, toPart[0], STDIN_FILENO)
    }
    posix_spawn_file_actions_adddup2(&actions, fromPart[1], STDOUT_FILENO)
    var arguments = (["yui-jack"] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, &arguments, environ)
    close(toPart[0])
    close(fromPart[1])
    (self.process, input, pipe) = (process, toPart[1], LinePipe(fromPart[0]))
    if code != 0 {
      isReaped = true
      throw .failed("The \(name) cannot be started: \(FileTrouble(code: code).reason).")
    }
  }

  deinit {
    close(input)
    // The end of its lines ends it; jackd takes long to notice a client that was killed.
    for _ in 0..<300 where !isReaped {
      isReaped = waitpid(process, nil, WNOHANG) == process
      if !isReaped { _ = poll(nil, 0, 10) }
    }
    if !isReaped {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(pipe.descriptor)
  }

  /// The next line that it writes, or nil where none comes in time.
  func line(within seconds: Double) -> String? { pipe.next(within: Int(seconds * 1000)) }

  /// Asks, and waits for the answer: the lines before `ok`.
  ///
  /// - Throws: `noServer` where it says so, else `failed`.
  @discardableResult
  func ask(_ words: String..., within seconds: Double = 10) throws(UsageError) -> [[String]] {
    tell(words)
    return try answer(within: seconds)
  }

  /// Waits until a recorder has recorded all that it was asked for.
  ///
  /// - Parameter meanwhile: what is done between two looks.
  /// - Throws: `failed` where it takes longer than that.
  func waitForTake(within seconds: Double, meanwhile: () -> Void = {}) throws(UsageError) {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      meanwhile()
      if try ask("done").first?[1] == "yes" { return }
      _ = poll(nil, 0, 20)
    }
    throw .failed("The recording did not end: the server stands still, or loses more cycles than it runs.")
  }

  /// Writes a line without waiting for an answer.
  func tell(_ words: [String]) {
    _ = TextStream.write(words.joined(separator: "\t") + "\n", to: input)
  }

  /// Waits for an answer.
  ///
  /// - Throws: as `ask`.
  @discardableResult
  func answer(within seconds: Double = 10) throws(UsageError) -> [[String]] {
    let end = ContinuousClock.now + .seconds(seconds)
    var lines: [[String]] = []
    while true {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0, let line = pipe.next(within: Int(left)) else {
        if pipe.hasEnded { throw .failed("The \(name) of the proof has ended before its time.") }
        throw .failed("The \(name) of the proof said nothing for \(Int(seconds)) seconds; does the server still run?")
      }
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch words[0] {
      case "ok": return lines
      case "no-server": throw .noServer(words.dropFirst().joined(separator: " "))
      case "error": throw .failed("The \(name) of the proof: \(words.dropFirst().joined(separator: " "))")
      default: lines.append(words)
      }
    }
  }

  /// Writes an answer, in the process that is the part: a line of words.
  static func say(_ words: String...) { _ = TextStream.write(words.joined(separator: "\t") + "\n", to: STDOUT_FILENO) }
}
