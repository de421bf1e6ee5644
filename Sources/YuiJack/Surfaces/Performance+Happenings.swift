// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What became of the instrument's place on the graph, as events and sentences.
extension Performance {
  func event(of happening: Happening) -> SessionEvent {
    switch happening {
    case .ready(let renamed):
      let wanted = options.clientName
      return .event(
        "ready", instrument.readyMembers + [("socket", session.socketPath.map { .string($0) })],
        sentence: renamed ? "'\(wanted)' is taken on this server: this client is '\(instrument.clientName)'." : nil)
    case .unmatched(let pattern, let kind):
      let sentence = "No port matches '\(pattern)' of '--connect-\(kind)' now: 'jack_lsp' lists the ports."
      return .warning(sentence)
    case .noCapture:
      let sentence =
        "There is no capture port for the tuner to hear: connect one to '\(instrument.clientName):tuner_in'; 'tone 1' plays a string."
      return .warning(sentence)
    case .noTunerPort(let reason):
      let sentence = "The tuner has no port to hear by: \(reason)"
      return .warning(sentence)
    case .connected(let port, let peer):
      return .event("connected", [("port", .string(port)), ("peer", .string(peer))])
    case .disconnected(let port, let peer):
      return .event("disconnected", [("port", .string(port)), ("peer", .string(peer))])
    case .latency(let audio, let clock, let offset, let shift):
      return .event(
        "latency",
        [
          ("audio", .integer(audio)), ("clock", .integer(clock)), ("offset", .integer(offset)),
          ("shift", .integer(shift)),
        ])
    case .xrun(let count, let frames):
      return .event("xrun", [("count", .whole(count)), ("frames", .integer(frames))])
    case .lost(let reason):
      return .event(
        "server", [("state", "lost"), ("reason", .string(reason))],
        sentence: "The JACK server '\(instrument.serverName)' is gone: waiting for it to come back.")
    case .back:
      return .event("server", [("state", "back")], sentence: "The JACK server '\(instrument.serverName)' is back.")
    }
  }
}
