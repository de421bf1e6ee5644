// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A terminal that the proof types at: the far end is the standard input of an instrument.
///
/// - Thread: control.
final class TypedTerminal {
  /// TIOCSPTLCK and TIOCGPTN, of Linux's pty driver.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430

  /// The path of the far end.
  let path: String
  private let descriptor: Int32

  /// - Throws: `failed`.
  init() throws(UsageError) {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var number: Int32 = 0
    var isLocked: Int32 = 0
    guard descriptor >= 0, ioctl(descriptor, Self.unlock, &isLocked) == 0,
      ioctl(descriptor, Self.askNumber, &number) == 0
    else {
      throw .failed("No terminal can be made to type at: \(String(cString: strerror(errno))).")
    }
    path = "/dev/pts/\(number)"
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Presses keys.
  func type(_ text: String) {
    readScreen()
    _ = TextStream.write(text, to: descriptor)
  }

  /// Takes what was drawn, which would block the far end otherwise.
  func readScreen() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while Glibc.read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
