// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The processes that a proof starts beside itself; each is this program with a first word of its own.
public enum ProofPrograms {
  /// Runs the one that the first word names, until standard input ends.
  ///
  /// - Parameter words: the first word, and what the proof adds.
  /// - Returns: the exit code.
  /// - Thread: main.
  public static func run(_ words: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let rest = Array(words.dropFirst())
    switch (words.first, rest.count) {
    case ("prove-signal", 5): return SignalPart.run(rest)
    case ("prove-recorder", 7): return RecorderPart.run(rest)
    default: return 64
    }
  }
}
