// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit

/// The process of the test signal: answers the proof's lines on standard input.
///
/// - Thread: main.
enum SignalPart {
  /// - Parameter words: client name, server name or nothing, beats a minute, fault or nothing, `connect` or nothing.
  static func run(_ words: [String]) -> Int32 {
    let signal = TestSignal(
      name: words[0], server: words[1].isEmpty ? nil : words[1], beatsPerMinute: Double(words[2]) ?? 120,
      fault: PlantedFault(rawValue: words[3]), connects: words[4] == "connect")
    do { try signal.open() } catch {
      if case .noServer = error {
        ProofPart.say("no-server", NoServer.sentence(signal.instrument.serverName))
      } else {
        ProofPart.say("error", "\(error)")
      }
      return 69
    }
    ProofPart.say("client", signal.instrument.clientName)
    ProofPart.say("ok")
    let lines = LinePipe(STDIN_FILENO)
    while !lines.hasEnded {
      let line = lines.next(within: signal.patience)
      signal.step()
      guard signal.instrument.isOnline else {
        ProofPart.say("error", "The server went.")
        return 1
      }
      if let line { answer(line, signal) }
    }
    signal.stop()
    signal.instrument.close()
    return 0
  }

  private static func answer(_ line: String, _ signal: TestSignal) {
    switch line {
    case "latency":
      let instrument = signal.instrument
      ProofPart.say(
        "latency", "\(instrument.audioLatency)", "\(instrument.clockLatency)", instrument.isSettled ? "settled" : "")
    case "mark": signal.mark()
    case "start": signal.start()
    case "stop": signal.stop()
    case "report": report(signal)
    default: return ProofPart.say("error", "'\(line)' is no word of the signal.")
    }
    signal.step()
    ProofPart.say("ok")
  }

  private static func report(_ signal: TestSignal) {
    // Once more, so that the thread's time has been looked at after the last incident.
    signal.step()
    signal.step()
    let instrument = signal.instrument
    let load = signal.log.load(instrument)
    ProofPart.say("load", "\(load.cycles)", "\(load.median)", "\(load.most)", "\(load.worst)")
    ProofPart.say("realtime", IncidentLog.isRealtime(instrument) ? "yes" : "no")
    for (name, count) in signal.log.witnesses(instrument, rings: signal.rings) {
      ProofPart.say("witness", name, "\(count)")
    }
    for entry in signal.log.entries {
      let incident = entry.incident
      ProofPart.say(
        "incident", "\(incident.kind)", "\(incident.frame)", "\(incident.amount)", entry.wasHeld ? "held" : "own")
    }
    let planted = instrument.withPerformer { performer, _ in (performer.fault.stalls, performer.fault.droppedClocks) }
    ProofPart.say("planted", "\(planted?.0 ?? 0)", "\(planted?.1 ?? 0)")
  }
}
