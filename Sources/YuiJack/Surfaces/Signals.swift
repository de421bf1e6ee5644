// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The signals that end a run, as values in a mailbox.
///
/// They are blocked in the whole process, JACK's threads included, and taken by a thread of their own.
enum Signals {
  /// Blocks SIGINT, SIGTERM and SIGHUP, ignores SIGPIPE, and passes the former on. Call it once, before any other thread is
  /// made.
  ///
  /// - Thread: control.
  static func collect(into mailbox: Mailbox<Int32>) {
    signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(mailbox).toOpaque()
    pthread_create(&thread, nil, waitForSignals, argument)
    pthread_detach(thread)
  }
}

/// Waits for the blocked signals for as long as the process lives; one that comes two seconds after the first ends it at once.
@c private func waitForSignals(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let mailbox = Unmanaged<Mailbox<Int32>>.fromOpaque(argument!).takeUnretainedValue()
  var set = sigset_t()
  sigemptyset(&set)
  for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
  var first: ContinuousClock.Instant?
  while true {
    var number: Int32 = 0
    guard sigwait(&set, &number) == 0 else { continue }
    // A server or a terminal that is frozen must not keep who asks twice.
    if let first, ContinuousClock.now - first > .seconds(2) { _exit(1) }
    first = first ?? .now
    mailbox.put(number)
  }
}
