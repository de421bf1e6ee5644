// SPDX-License-Identifier: GPL-3.0-or-later

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
  /// MIDI inputs, 1...8.
  public var midiInputs = 1
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

  /// What a command line without options means.
  public init() {}
}
