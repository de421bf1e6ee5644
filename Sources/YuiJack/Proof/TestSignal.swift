// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit
import YuiSound

/// The instrument that the proof listens to: the ordinary callback, engine and ports, playing a click on every sixteenth.
///
/// The click is the kit's tick at G sharp, 1661 Hz, 50 ms long.
///
/// - Thread: main.
final class TestSignal {
  /// Frames at the beginning of a click that are silent, since its envelope rises from 0.
  static let silentFrames = 1
  private static let note: UInt8 = 92
  private static let velocity: Float = 0.9
  private static let lane = 0
  /// Steps that `add` hands over before they are due: in freewheel they last less than a second. Each is two commands, of which a
  /// lane holds 512.
  private static let stepsAhead = 240

  let instrument: Instrument
  private let fault: PlantedFault?
  private let beatsPerMinute: Double
  private let link = EngineLink()
  private let outbox: Outbox
  private var drift: StepFault?
  private(set) var log = IncidentLog()

  /// - Parameter connects: whether it is heard on the hardware's outputs.
  init(name: String, server: String?, beatsPerMinute: Double, fault: PlantedFault?, connects: Bool) {
    var options = InstrumentOptions()
    options.clientName = name
    options.serverName = server
    (options.midiWiring, options.clockWiring) = (.none, .none)
    if !connects { options.audioWiring = .none }
    self.fault = fault
    self.beatsPerMinute = beatsPerMinute
    outbox = Outbox(link)
    instrument = Instrument(options, link: link, outbox: outbox, fault: fault?.inCycle ?? CycleFault())
  }

  /// Joins the server and puts the clicks up.
  func open() throws(JackError) {
    _ = try instrument.open()
    // Nobody makes takes: in freewheel, a cycle has nobody to wait for.
    instrument.takeRing?.setHeard(.max)
    var settings = PlayerSettings(role: .loop)
    settings.beatsPerMinute = beatsPerMinute
    settings.places = 16
    settings.ticksPerPlace = 6
    settings.rowCount = 1
    settings.rows[0] = RowVoice(.tick, note: Self.note)
    // A fault that sounds the steps itself leaves the loop to the clock alone.
    let soundsSteps = fault != .timer && fault != .add
    settings.masks[0] = soundsSteps ? 0xFFFF : 0
    outbox.send(.put(slot: 0, settings))
  }

  /// Plays from the top.
  func start() {
    outbox.send(.start(1))
    outbox.flush()
    let seconds = 15 / beatsPerMinute
    switch fault {
    case .timer: drift = .timer(seconds: seconds, next: instrument.seconds + seconds)
    case .add: drift = .sum(seconds: seconds, sent: 0, begin: nil)
    default: drift = nil
    }
  }

  /// Ends the clicks, and waits for a moment until nothing sounds.
  func stop() {
    drift = nil
    outbox.send(.stop(.max))
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end {
      step()
      if outbox.isEmpty, link.counters.pointee.isQuiet.load(ordering: .acquiring) { break }
      _ = poll(nil, 0, 5)
    }
  }

  /// Forgets what went wrong so far.
  func mark() {
    step()
    log.mark(instrument, rings: rings)
  }

  /// Does what is due.
  func step() {
    _ = instrument.takeHappenings()
    log.listen(instrument)
    while link.receive() != nil {}
    playFault()
    outbox.flush()
  }

  /// How long it may be waited until `step`, in milliseconds.
  var patience: Int {
    guard case .timer(_, let next) = drift else { return 5 }
    return max(0, min(5, Int((next - instrument.seconds) * 1000)))
  }

  /// Full rings and what was lost in them.
  var rings: Int64 {
    let counters = link.counters
    return Int64(outbox.fullCount + counters.pointee.lostCommands.load(ordering: .relaxed))
      + Int64(counters.pointee.lostEvents.load(ordering: .relaxed))
      + counters.pointee.lostClocks.load(ordering: .relaxed)
  }

  // MARK: Faults

  /// Steps that a fault sounds.
  private enum StepFault {
    /// By the system's clock: seconds of a step, and when the next is due.
    case timer(seconds: Double, next: Double)
    /// Rounded lengths one after the other: how many were handed over, and the frame of the first.
    case sum(seconds: Double, sent: Int, begin: Int64?)
  }

  private var click: Command { .strike(NoteRequest(.tick, note: Self.note, velocity: Self.velocity)) }

  private func playFault() {
    switch drift {
    case .timer(let seconds, let next):
      guard instrument.seconds >= next else { return }
      outbox.send(click)
      drift = .timer(seconds: seconds, next: next + seconds)
    case .sum(let seconds, let sent, let begin):
      let frame = link.counters.pointee.frame.load(ordering: .relaxed)
      let start = begin ?? frame
      let due = Double(frame - start) / instrument.sampleRate / seconds
      var sent = sent
      while Double(sent) < due + Double(Self.stepsAhead), !outbox.isFull {
        if sent > 0 { outbox.send(.wait(seconds, .seconds), lane: Self.lane) }
        outbox.send(click, lane: Self.lane)
        sent += 1
      }
      drift = .sum(seconds: seconds, sent: sent, begin: start)
    case nil: break
    }
  }
}
