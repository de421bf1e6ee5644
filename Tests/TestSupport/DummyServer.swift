// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A JACK server without a sound card, run by a test as a child process.
///
/// It is stopped when the value ends, and also when the test process dies.
public final class DummyServer {
  /// The name that clients reach it by.
  public let name: String
  private let arguments: [String]
  private var server: ChildProcess?
  private var guardian: ChildProcess?
  /// Whether the server's name stands in the list that all servers of this machine share.
  private var holdsName = false

  /// Ends the server when the input ends without a line, as it does when the test process dies; and clears its name, as
  /// `stop` does, where it had to be killed.
  private static let guardianScript = """
    read line && exit
    kill -TERM $0
    for second in 1 2 3 4 5 6 7 8 9 10 11 12; do kill -0 $0 2>&- || exit; sleep 1; done
    kill -KILL $0
    jackd -r -n $1 -d dummy >&- 2>&- & jack_wait -s $1 -w -t 5 >&- 2>&-; kill -TERM $!
    """

  /// The name for a server that this process's own libjack speaks with: libjack keeps to one name in a process.
  public static var processName: String { "yui-test-\(getpid())" }

  /// A name that no other server has.
  public static func uniqueName() -> String { "yui-\(getpid())-\(UUID().uuidString.prefix(8))" }

  /// Starts a server and waits until it takes clients.
  ///
  /// - Parameters:
  ///   - name: a unique name; `processName` where the test itself opens clients.
  ///   - rate: frames a second.
  ///   - period: frames in a cycle.
  ///   - synchronous: JACK's `-S`: one period less of playback latency.
  ///   - captures: number of physical audio sources.
  ///   - playbacks: number of physical audio destinations.
  /// - Throws: `TestFailure` when it does not come up, with what it wrote.
  public init(
    name: String = DummyServer.processName, rate: Int = 48000, period: Int = 256, synchronous: Bool = false,
    captures: Int = 2, playbacks: Int = 2
  ) throws {
    self.name = name
    arguments =
      ["-r", "-n", name] + (synchronous ? ["-S"] : [])
      + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)", "-C", "\(captures)", "-P", "\(playbacks)"]
    try start()
  }

  deinit { stop() }

  /// What a child process needs in its environment to reach this server.
  public var environment: [String: String] { ["JACK_DEFAULT_SERVER": name] }

  /// Starts it again under the same name, once it has been stopped or killed.
  ///
  /// - Throws: `TestFailure` when it does not come up, with what it wrote.
  public func start() throws {
    precondition(server == nil, "The server runs already")
    MetadataDatabase.removeRemains()
    // Where the test process dies, the server must not die of its last words, but end in good order.
    let server = try ChildProcess("sh", ["-c", "trap '' PIPE; exec jackd \"$@\"", "jackd"] + arguments)
    self.server = server
    holdsName = true
    guardian = try ChildProcess("sh", ["-c", Self.guardianScript, "\(server.processID)", name])
    let deadline = Deadline(after: .seconds(10))
    while try !answers() {
      if server.hasEnded || deadline.hasPassed {
        let text = server.errorText + server.remainingLines().joined(separator: "\n")
        end()
        throw TestFailure("The JACK server '\(name)' did not come up: \(text)")
      }
    }
  }

  /// Sends the server a signal (`SIGKILL`, `SIGTERM`) and waits until it has ended.
  ///
  /// - Throws: `TestFailure` when it runs on.
  public func kill(_ signal: Int32) throws {
    guard let server else { return }
    server.signal(signal)
    // With a client that died, jackd takes six seconds to end in good order.
    let ending = try server.wait(limit: .seconds(20))
    if ending == .exited(0) { holdsName = false }
    release()
  }

  /// Stops it, if it runs, and removes what a killed one left.
  public func stop() {
    end()
    // The shared list has room for eight names, and only a server of the same name clears that of a killed one.
    if holdsName {
      try? start()
      end()
    }
    removeRemains()
  }

  private func end() {
    do { try kill(SIGTERM) } catch {
      server?.signal(SIGKILL)
      release()
    }
  }

  /// Whether the server takes a client now.
  private func answers() throws -> Bool {
    let check = try ChildProcess("jack_wait", ["-c", "-s", name])
    try check.wait(limit: .seconds(10))
    return check.remainingLines().contains("running")
  }

  private func release() {
    server = nil
    try? guardian?.write("done")
    _ = try? guardian?.wait(limit: .seconds(2))
    guardian = nil
  }

  /// A killed server leaves its semaphores and its socket.
  private func removeRemains() {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    for file in files where file.hasPrefix("jack") && file.contains("_\(name)_") {
      try? FileManager.default.removeItem(atPath: "/dev/shm/\(file)")
    }
  }
}

/// Runs a server of this process's name while a body works with it.
///
/// - Throws: what the body throws, or `TestFailure` when the server does not come up.
public func withDummyServer<Result>(
  rate: Int = 48000, period: Int = 256, synchronous: Bool = false, captures: Int = 2, playbacks: Int = 2,
  _ body: (DummyServer) throws -> Result
) throws -> Result {
  let server = try DummyServer(
    rate: rate, period: period, synchronous: synchronous, captures: captures, playbacks: playbacks)
  defer { server.stop() }
  return try body(server)
}
