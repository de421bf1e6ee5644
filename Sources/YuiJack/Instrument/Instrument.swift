// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit
import Synchronization
import YuiLines
import YuiSound

/// The instrument on the JACK graph: an engine that outlives its servers, and the server that it plays on now.
///
/// - Thread: control.
final class Instrument: Machine {
  let options: InstrumentOptions
  private let fault: CycleFault
  private let link: EngineLink
  private let outbox: Outbox
  private let news = Mailbox<JackNews>()
  /// Set up with the first server, whose rate it needs; JACK's thread uses it from then on while a server is there.
  private let performer: UnsafeMutablePointer<Performer>
  private var hasPerformer = false
  private(set) var server: ServerConnection?
  private var wirer: Wirer
  private let tuner = TunerInput()
  /// Players that go on when a server is back.
  private var suspended: UInt32 = 0
  private var hasBeenLost = false
  private var freewheels = false
  /// Playback latency of the audio outputs and of the clock output, in frames, as JACK told last.
  private(set) var audioLatency: Int64 = 0
  private(set) var clockLatency: Int64 = 0
  private var clockOffset: Double
  private(set) var toldShift: Int64?
  /// When lines may be read although the server has not told what our cables' latencies are.
  private var settleTime = ContinuousClock.now
  private var xruns = 0
  private var toldXruns = 0
  private var toldLostFrames: Int64 = 0
  private var nextXrunTime = ContinuousClock.now

  private(set) var sampleRate = 48_000.0

  /// - Parameter fault: what is planted in the callback to prove that it would be found.
  init(_ options: InstrumentOptions, link: EngineLink, outbox: Outbox, fault: CycleFault = CycleFault()) {
    self.options = options
    self.fault = fault
    self.link = link
    self.outbox = outbox
    clockOffset = options.clockOffset
    wirer = Wirer(options)
    performer = .allocate(capacity: 1)
  }

  deinit {
    close()
    if hasPerformer { performer.deinitialize(count: 1) }
    performer.deallocate()
    tuner.deallocate()
  }

  /// Readable when `takeHappenings` has something to do.
  var readable: Int32 { news.readable }

  /// Whether there is a server.
  var isOnline: Bool { server != nil }

  /// The name that the server knows us by, or would.
  var clientName: String { server?.name ?? options.clientName }

  /// The name of the server that is played on or waited for.
  var serverName: String {
    options.serverName ?? getenv("JACK_DEFAULT_SERVER").map { String(cString: $0) } ?? "default"
  }

  // MARK: Servers

  /// Joins the server. The engine begins with the first and goes on with the next.
  func open() throws(JackError) -> [Happening] {
    let server = try ServerConnection(options: options, performer: performer, news: news) { ports, rate in
      defer { sampleRate = rate }
      if hasPerformer {
        if rate != sampleRate { performer.pointee.takes.forget(before: performer.pointee.engine.frame) }
        performer.pointee.engine.setSampleRate(rate)
      } else {
        var configuration = Engine.Configuration(sampleRate: rate)
        configuration.voices = options.voices
        configuration.map = .generalMIDI
        // Ten seconds besides: a line that begins a take is heard of later than it takes effect.
        let kept = Int((options.takes.keep + 10) * rate)
        performer.initialize(to: Performer(configuration, link: link, tuner: tuner.tap, kept: kept))
        performer.pointee.fault = fault
        hasPerformer = true
      }
      performer.pointee.use(ports, sampleRate: rate)
      // Stop and the song position of the last server would leave before there is a cable for them.
      performer.pointee.counters.pointee.clockIsHeld.store(hasBeenLost, ordering: .relaxed)
    }
    self.server = server
    settleTime = .now + .milliseconds(200)
    var happenings: [Happening] = hasBeenLost ? [.back] : []
    happenings.append(.ready(renamed: server.wasRenamed))
    happenings += wirer.wireAll(server).map { .unmatched(pattern: $0.pattern, kind: $0.kind) }
    return happenings
  }

  /// Takes what JACK has told since the last call.
  func takeHappenings() -> [Happening] {
    var happenings: [Happening] = []
    for item in news.takeAll() {
      switch item {
      case .latency(let audio, let clock):
        (audioLatency, clockLatency) = (audio, clock)
        if wirer.isDone { settleTime = .now }
        happenings += updateShift()
      case .happened(let notification): happenings += hear(notification)
      }
    }
    // jackd takes no new port while it freewheels.
    if !freewheels { happenings += tuner.follow(server, &wirer) }
    return happenings + xrunsSince()
  }

  /// Whether the first clock would leave with the right shift: the server has told the latencies of our cables, or had long
  /// enough for it.
  var isSettled: Bool { ContinuousClock.now >= settleTime }

  /// Takes the players (bit n is slot n) that were halted because the server went; none before `isSettled`.
  func takeSuspended() -> UInt32 {
    guard isOnline, isSettled else { return 0 }
    performer.pointee.counters.pointee.clockIsHeld.store(false, ordering: .relaxed)
    defer { suspended = 0 }
    return suspended
  }

  /// Leaves the server; no cycle runs once this returns.
  ///
  /// Never inlined: the optimizer then puts the release off, beyond the end of the performer that the callback uses.
  @inline(never)
  func close() {
    takeRing?.setWaits(false)
    server = nil
    tuner.lost()
  }

  private func hear(_ notification: JackKit.Notification) -> [Happening] {
    guard let server else { return [] }
    switch notification {
    case .shutdown(_, let reason):
      self.server = nil
      freewheels = false
      performer.pointee.witness.counters.pointee.freewheels.store(false, ordering: .relaxed)
      performer.pointee.takes.setWaits(false)
      suspended |= performer.pointee.engine.suspend()
      performer.pointee.use(nil, sampleRate: sampleRate)
      tuner.lost()
      hasBeenLost = true
      return [.lost(reason: reason)]
    case .xrun: xruns += 1
    case .freewheel(let on):
      freewheels = on
      performer.pointee.witness.counters.pointee.freewheels.store(on, ordering: .relaxed)
    case .portRegistered(let port): wirer.portAppeared(port.name, server)
    case .connected(let source, let destination):
      return link(source.name, destination.name, server).map { link in
        wirer.connected(link)
        return [.connected(port: link.port, peer: link.peer)]
      } ?? []
    case .disconnected(let source, let destination):
      return link(source.name, destination.name, server).map { link in
        wirer.disconnected(link, server, byUs: link.port == PortName.tuner && !tuner.isOpen)
        releaseNotes(of: link.port, server)
        return [.disconnected(port: link.port, peer: link.peer)]
      } ?? []
    case .bufferSize, .sampleRate, .graphOrder, .clientRegistered, .clientUnregistered, .portUnregistered,
      .portRenamed:
      break
    }
    return []
  }

  /// The end of a cable that is ours, and the other.
  private func link(_ source: String, _ destination: String, _ server: ServerConnection) -> Cables.Link? {
    let own = "\(server.name):"
    if source.hasPrefix(own) { return Cables.Link(port: String(source.dropFirst(own.count)), peer: destination) }
    if destination.hasPrefix(own) { return Cables.Link(port: String(destination.dropFirst(own.count)), peer: source) }
    return nil
  }

  /// JACK merges the cables of a port, so when one goes all notes of the port are let go.
  private func releaseNotes(of port: String, _ server: ServerConnection) {
    for index in 0..<server.ports.midiInputCount where port == PortName.midiInput(index) {
      outbox.send(.releasePort(UInt8(index)))
    }
  }

  // MARK: Clock

  func setClockOffset(_ milliseconds: Double) {
    clockOffset = milliseconds
    pendingOffset = updateShift()
  }

  /// What a new offset changed, until it is told.
  private var pendingOffset: [Happening] = []

  private func updateShift() -> [Happening] {
    let offset = Int64((clockOffset * sampleRate / 1000).rounded())
    let shift = audioLatency - clockLatency + offset
    guard shift != toldShift else { return [] }
    toldShift = shift
    outbox.send(.clockShift(shift))
    return [.latency(audio: audioLatency, clock: clockLatency, offset: offset, shift: shift)]
  }

  // MARK: Witnesses

  private func xrunsSince() -> [Happening] {
    defer { pendingOffset = [] }
    guard hasPerformer else { return pendingOffset }
    let frames = performer.pointee.witness.counters.pointee.lostFrames.load(ordering: .relaxed)
    guard xruns != toldXruns || frames != toldLostFrames, ContinuousClock.now >= nextXrunTime else {
      return pendingOffset
    }
    // A driver may lose frames without a word; that counts as one.
    let happening = Happening.xrun(count: max(1, xruns - toldXruns), frames: frames - toldLostFrames)
    (toldXruns, toldLostFrames) = (xruns, frames)
    nextXrunTime = .now + .seconds(1)
    return pendingOffset + [happening]
  }

  /// Times that the server said it was late.
  var xrunCount: Int { xruns }

  /// What the callback and the server saw go wrong so far, by the names that `status` gives it.
  var witnesses: [(name: String, count: Int64)] {
    guard hasPerformer else { return [] }
    let seen = performer.pointee.witness.counters
    let counters = performer.pointee.counters
    func whole(_ number: borrowing Atomic<Int>) -> Int64 { Int64(number.load(ordering: .relaxed)) }
    return [
      ("xruns", Int64(xruns)), ("lost_cycles", whole(seen.pointee.lostCycles)),
      ("lost_frames", seen.pointee.lostFrames.load(ordering: .relaxed)),
      ("late_cycles", whole(seen.pointee.lateCycles)),
      ("over_50", whole(seen.pointee.over50)), ("over_80", whole(seen.pointee.over80)),
      ("over_100", whole(seen.pointee.over100)), ("clock_refused", whole(counters.pointee.refusedBytes)),
      ("midi_lost", whole(counters.pointee.lostInputs)), ("tuner_lost", Int64(tuner.tap.lost)),
    ]
  }

  /// Reads what the callback keeps, while there is a server.
  func withPerformer<Result>(_ body: (borrowing Performer, borrowing Client) -> Result) -> Result? {
    guard let server, hasPerformer else { return nil }
    return body(performer.pointee, server.jack.client)
  }

  // MARK: Machine

  var seconds: Double { MonotonicClock.seconds }

  var frameNow: Double? {
    guard server != nil, hasPerformer else { return nil }
    let origin = performer.pointee.counters.pointee.frameOrigin.load(ordering: .relaxed)
    guard origin != 0 else { return nil }
    // JACK's time is that of the clock which does not go back.
    return Double(origin) + seconds * sampleRate
  }

  /// Two seconds of sound; while the server freewheels time runs many times faster, and so do lines.
  var lookahead: Double { (freewheels ? 30 : 2) * sampleRate }

  var playbackLatency: Int64 { audioLatency }

  func listen(_ hearing: Hearing?) { tuner.wanted = hearing }

  func takeReadings() -> [PitchReading] { tuner.readings.takeAll() }

  var takeRing: TakeRing? { hasPerformer ? performer.pointee.takes : nil }

  func midiInputName(_ index: Int) -> String { PortName.midiInput(index) }
}
