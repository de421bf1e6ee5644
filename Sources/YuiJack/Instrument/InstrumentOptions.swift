// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit

/// Which ports of others a kind of our ports is connected to by itself.
public enum Wiring: Sendable, Equatable {
  /// The hardware's.
  case hardware
  /// Those whose full name matches a POSIX extended regular expression.
  case matching(String)
  /// None.
  case none
}

/// How the instrument stands on the JACK graph, and how the engine is set at the start.
public struct InstrumentOptions: Sendable {
  /// The client's name; the server may change it where it is taken.
  public var clientName = "yui-jack"
  /// The server's name; nil takes `JACK_DEFAULT_SERVER`, else `default`.
  public var serverName: String?
  /// Whether to wait for a server that does not run yet.
  public var waits = false
  /// Where the audio outputs go.
  public var audioWiring = Wiring.hardware
  /// Where MIDI comes from.
  public var midiWiring = Wiring.hardware
  /// Where the MIDI clock goes.
  public var clockWiring = Wiring.hardware
  /// Where the tuner listens.
  public var tunerWiring = Wiring.hardware
  /// MIDI inputs, 1...8.
  public var midiInputs = 1
  /// Whether kit, pitched sounds and clicks have outputs of their own besides the mix.
  public var splits = false
  /// The player's offset of the clock, in milliseconds, later is positive.
  public var clockOffset = 0.0
  /// Whether clocks run while stopped.
  public var clockAlways = false
  /// Gain of everything, 0...2, linear.
  public var master = 1.0
  /// Whether the soft limiter works.
  public var limiter = true
  /// Voices at once, 1...256.
  public var voices = 32
  /// How takes are made where a line does not say.
  public var takes = TakeOptions()

  /// What a command line without options means.
  public init() {}

  /// Checks what can be checked before a server is asked.
  ///
  /// - Throws: `usage` for a client name that JACK cannot hold, or a pattern that is no regular expression.
  public func checkNames() throws(UsageError) {
    let limit = Client.maximumNameLength
    guard !clientName.isEmpty, !clientName.contains(":") else {
      throw .usage("'\(clientName)' cannot be a client name: it needs at least one character and no colon.")
    }
    guard clientName.utf8.count <= limit else {
      throw .usage(
        "The client name '\(clientName)' has \(clientName.utf8.count) bytes, more than the \(limit) that JACK can hold."
      )
    }
    let server = serverName ?? getenv("JACK_DEFAULT_SERVER").map { String(cString: $0) } ?? ""
    // libjack overruns its own buffers with longer ones.
    guard server.utf8.count <= 200 else {
      throw .usage("The server name '\(server.prefix(20))…' has \(server.utf8.count) bytes: 200 is the most.")
    }
    for case .matching(let pattern) in [audioWiring, midiWiring, clockWiring, tunerWiring] {
      var expression = regex_t()
      guard regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) == 0 else {
        throw .usage("'\(pattern)' is no pattern: it should be a POSIX extended regular expression.")
      }
      regfree(&expression)
    }
  }
}
