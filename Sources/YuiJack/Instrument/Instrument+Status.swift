// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What is told about the place on the graph.
extension Instrument {
  /// What the `ready` event says.
  var readyMembers: [(String, JSON?)] {
    [
      ("client", .string(clientName)), ("server", .string(serverName)), ("rate", .number(sampleRate)),
      ("period", server.map { .whole($0.period) }), ("ports", server.map { $0.portNames }),
    ]
  }

  var status: [(String, JSON?)] {
    guard let server else {
      return [("client", .string(clientName)), ("server", .string(serverName)), ("waiting", true)]
    }
    let latency = JSON.object([
      ("audio", .integer(audioLatency)), ("clock", .integer(clockLatency)), ("shift", .integer(toldShift ?? 0)),
    ])
    return [
      ("client", .string(server.name)), ("server", .string(serverName)), ("rate", .number(sampleRate)),
      ("period", .whole(server.period)), ("load", .number(server.load)), ("ports", server.portsWithConnections),
      ("latency", latency), ("witnesses", .object(witnesses.map { (key: $0, value: .integer($1)) })),
    ]
  }
}
