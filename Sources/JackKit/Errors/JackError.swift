// SPDX-License-Identifier: GPL-3.0-or-later

/// What can go wrong between a program and a JACK server.
///
/// Cases carry data; the sentence for a person is `description`.
public enum JackError: Error, Hashable, Sendable {
  /// No server runs under this name (`nil`: the default server). JackKit never starts one.
  case noServer(name: String?)
  /// The server refused the client. `detail` is libjack's own message, where it left one.
  case clientRefused(name: String, status: JackStatus, detail: String?)
  /// The exact client name asked for belongs to another client.
  case clientNameTaken(name: String)
  /// A client name that is empty, or holds a colon or a zero byte.
  case invalidClientName(name: String)
  /// A port name that is empty or holds a zero byte.
  case invalidPortName(name: String)
  /// A client or port name longer than JACK can hold. `limit` and `length` are in bytes of UTF-8.
  case nameTooLong(name: String, length: Int, limit: Int)
  /// The client already has a port of this name.
  case portNameTaken(port: String)
  /// The server has no port of this name.
  case unknownPort(port: String)
  /// The source cannot send to the destination: wrong direction or another type.
  case cannotConnect(source: String, destination: String, reason: ConnectionObstacle)
  /// The server refused to connect the ports, or to take them apart; the owner of one may not be active.
  case connectionRefused(source: String, destination: String, code: Int32)
  /// A port name pattern that is not a POSIX extended regular expression.
  case invalidPattern(pattern: String)
  /// The server is gone; `function` is the libjack call that was wanted.
  case serverGone(function: String)
  /// A libjack call failed. `code` is what it returned, `detail` its message where it left one.
  case callFailed(function: String, port: String?, code: Int32, detail: String?)

  /// Why two ports do not fit together.
  public enum ConnectionObstacle: Hashable, Sendable {
    /// The first port is an input.
    case sourceIsInput
    /// The second port is an output.
    case destinationIsOutput
    /// One carries audio, the other MIDI.
    case typesDiffer
  }
}
