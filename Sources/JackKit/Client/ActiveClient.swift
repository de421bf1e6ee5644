// SPDX-License-Identifier: GPL-3.0-or-later
import CJack
import Glibc

/// A client that is part of the graph: it is processed, and its ports can be connected.
///
/// It leaves the graph and the server when its value ends.
///
/// - Thread: as `Client`.
public struct ActiveClient: ~Copyable, Sendable {
  /// The client, for everything that does not need it to be active.
  public let client: Client

  init(client: consuming Client) { self.client = client }

  /// Leaves the graph; connections are lost, ports stay. No cycle runs once this returns.
  ///
  /// - Throws: `callFailed`, `serverGone`; the client is then closed.
  public consuming func deactivate() throws(JackError) -> Client {
    try client.core.request("jack_deactivate") { jack_deactivate($0) }
    return client
  }

  /// Connects two ports by full name. A connection that exists already is no error.
  ///
  /// - Throws: `unknownPort`, `cannotConnect`, `connectionRefused` (the owner of a port is not active), `serverGone`.
  public func connect(_ source: String, to destination: String) throws(JackError) {
    try check(source, destination)
    let code = try client.core.ask("jack_connect") { jack_connect($0, source, destination) }
    guard code == 0 || code == EEXIST else {
      throw .connectionRefused(source: source, destination: destination, code: code)
    }
  }

  /// Takes the connection of two ports apart. One that does not exist is no error.
  ///
  /// - Throws: `unknownPort`, `cannotConnect`, `connectionRefused`, `serverGone`.
  public func disconnect(_ source: String, from destination: String) throws(JackError) {
    let (port, _) = try check(source, destination)
    guard client.connections(of: port).contains(destination) else { return }
    let code = try client.core.ask("jack_disconnect") { jack_disconnect($0, source, destination) }
    guard code == 0 else { throw .connectionRefused(source: source, destination: destination, code: code) }
  }

  /// Takes every connection of a port apart.
  ///
  /// - Throws: `callFailed`, `serverGone`.
  public func disconnectAll(_ port: some PortHandle) throws(JackError) {
    let pointer = client.core.pointer(of: port)
    try client.core.request("jack_port_disconnect", port: client.name(of: port)) { jack_port_disconnect($0, pointer) }
  }

  /// libjack reports a failed connection without a reason, so the usual ones are looked for first.
  @discardableResult
  private func check(_ source: String, _ destination: String) throws(JackError) -> (Port, Port) {
    func obstacle(_ reason: JackError.ConnectionObstacle) -> JackError {
      .cannotConnect(source: source, destination: destination, reason: reason)
    }
    if client.isServerGone { throw .serverGone(function: "jack_connect") }
    guard let from = client.port(named: source) else { throw .unknownPort(port: source) }
    guard let to = client.port(named: destination) else { throw .unknownPort(port: destination) }
    let (first, second) = (client.describe(from), client.describe(to))
    if first.flags.contains(.input) { throw obstacle(.sourceIsInput) }
    if second.flags.contains(.output) { throw obstacle(.destinationIsOutput) }
    if first.type != second.type { throw obstacle(.typesDiffer) }
    return (from, to)
  }
}
