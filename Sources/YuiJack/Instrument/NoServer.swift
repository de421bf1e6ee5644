// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// What to say where no JACK server runs.
enum NoServer {
  /// The sentence, with what to do.
  static func sentence(_ name: String) -> String {
    var advice = "start one, for example with 'jackd -d alsa' or qjackctl, or wait for it with '--wait'"
    if pipeWireRuns { advice = "PipeWire runs, so try 'pw-jack yui-jack'" }
    return "No JACK server runs under the name '\(name)': \(advice)."
  }

  /// The sentence while waiting.
  static func waiting(_ name: String) -> String { "Waiting for a JACK server under the name '\(name)'." }

  private static var pipeWireRuns: Bool {
    let folder = (getenv("PIPEWIRE_RUNTIME_DIR") ?? getenv("XDG_RUNTIME_DIR")).map { String(cString: $0) }
    guard let folder else { return false }
    return access("\(folder)/pipewire-0", F_OK) == 0
  }
}
