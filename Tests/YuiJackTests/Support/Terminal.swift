// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A pseudo terminal: the test sits at it, a program runs on it.
final class Terminal {
  /// The path of the program's end.
  let path: String
  private let end: Int32
  /// The program's end, held open so that its settings can be looked at when the program is gone.
  private let other: Int32
  private(set) var shown: [UInt8] = []

  init() throws {
    end = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    var lock: Int32 = 0
    var number: UInt32 = 0
    // TIOCSPTLCK and TIOCGPTN: what `unlockpt` and `ptsname` do.
    guard end >= 0, ioctl(end, 0x4004_5431, &lock) == 0, ioctl(end, 0x8004_5430, &number) == 0 else {
      throw TestFailure("There is no pseudo terminal")
    }
    path = "/dev/pts/\(number)"
    other = open(path, O_RDWR | O_NOCTTY)
    for descriptor in [end, other] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(other)
    close(end)
  }

  /// Types keys.
  func type(_ keys: String) throws {
    let bytes = Array(keys.utf8)
    guard write(end, bytes, bytes.count) == bytes.count else { throw TestFailure("The terminal takes no keys") }
  }

  /// What the program drew so far.
  var text: String {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = read(end, &chunk, chunk.count), count > 0 { shown += chunk[..<count] }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Flags of input, output, control and local modes, and the control characters.
  var settings: [UInt32] {
    var settings = termios()
    tcgetattr(other, &settings)
    let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + characters
  }
}

extension Instrument {
  /// One with its input and errors on a terminal that is its own, and its output in a pipe; its prompt is drawn.
  ///
  /// - Parameter home: where its history goes.
  static func atPrompt(_ terminal: Terminal, _ server: DummyServer, home: TemporaryDirectory) throws -> Instrument {
    var environment = server.environment
    environment["TERM"] = "vt100"
    environment["XDG_STATE_HOME"] = home.path
    let process = try ChildProcess(
      "sh", ["-c", "exec setsid -c \"$0\" <\"$1\" 2>\"$1\"", Instrument.program, terminal.path],
      environment: environment)
    let instrument = Instrument(process)
    try instrument.event("ready")
    try waitUntil("the prompt is drawn") { terminal.text.contains("yui> ") }
    return instrument
  }
}
