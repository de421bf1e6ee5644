// SPDX-License-Identifier: GPL-3.0-or-later

/// What `yui-jack prove` proves, and where.
public struct ProofOptions: Sendable {
  /// The server's name; nil takes `JACK_DEFAULT_SERVER`, else `default`.
  public var serverName: String?
  /// Beats a minute; a click on every quarter of a beat.
  public var beatsPerMinute = 127.0
  /// How long is recorded, in seconds.
  public var seconds = 30.0
  /// Whether the server runs as fast as it can meanwhile; every client on it then does.
  public var freewheels = false
  /// Whether the clicks are heard on the hardware's outputs.
  public var connects = true
  /// What is planted to see that it is found.
  public var fault: PlantedFault?
  /// How many touches are measured instead of clicks, 0 for none.
  public var touches = 0
  /// Where the recording, the tables and the pictures are kept; nil keeps none.
  public var folder: String?
  /// A folder kept before, drawn into the same pictures.
  public var comparison: String?
  /// Ports of another program that is judged instead: of its clicks, and of its MIDI clock.
  public var peerClicks: String?
  /// The same, of its MIDI clock.
  public var peerClock: String?
  /// Where another program takes notes: its touches are measured instead, at `peerClicks`.
  public var peerMIDI: String?
  /// Clicks in a beat of the other program.
  public var peerDivision = 1

  /// What a command line without options means.
  public init() {}

  /// Whether another program is judged.
  var judgesPeer: Bool { peerClicks != nil || peerClock != nil }
}
