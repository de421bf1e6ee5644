// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A server, and a folder of its own for the sockets of the instruments on it.
final class SocketBench {
  let server: DummyServer
  /// `XDG_RUNTIME_DIR` of what runs here.
  let folder: TemporaryDirectory

  init(period: Int = 256) throws {
    folder = try TemporaryDirectory()
    server = try DummyServer(name: DummyServer.uniqueName(), period: period)
  }

  deinit { server.stop() }

  var environment: [String: String] { server.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 } }

  /// Starts an instrument and waits until its ports are there.
  func start(_ arguments: [String] = [], _ additions: [String: String] = [:]) throws -> Instrument {
    let instrument = Instrument(
      try ChildProcess(
        Instrument.program, arguments, environment: environment.merging(additions) { $1 }))
    try instrument.event("ready")
    return instrument
  }

  /// The path of the socket of a client name.
  func path(_ name: String = "yui-jack") -> String { folder.file("yui-jack/\(name).sock") }

  /// A client of an instrument here.
  func connect(_ name: String = "yui-jack") throws -> SocketClient { try SocketClient(path(name)) }

  /// Starts one of the program's other commands.
  func command(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(Instrument.program, arguments, environment: environment)
  }

  /// Runs one of the program's other commands to its end.
  func run(
    _ arguments: [String], input: [String] = [], limit: Duration = .seconds(10)
  ) throws -> (ending: ChildProcess.Ending, output: [String], errors: String) {
    let process = try command(arguments)
    for line in input { try process.write(line) }
    process.closeInput()
    let ending = try process.wait(limit: limit)
    return (ending, process.remainingLines(), process.errorText)
  }
}

/// The permission bits of a file, and whether it is there.
func mode(of path: String) -> UInt32? {
  var information = stat()
  return lstat(path, &information) == 0 ? information.st_mode & 0o777 : nil
}
