// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What is up and playing, as lines and patches made it: reads ops, asks the engine, tells what happened.
///
/// One running session is one reply: every source shares the ids.
///
/// - Thread: control.
final class Session {
  let link: EngineLink
  let outbox: Outbox
  let machine: any Machine
  let tell: (SessionEvent) -> Void

  var shelf = Shelf()
  var reply = ReplyState(skipsChosen: true)
  private(set) var sources: [LineSource] = []
  /// The player that the clock follows, and where it is.
  var sourceSlot: Int?
  var clockPlace: ClockPlace?
  var clockAlways: Bool
  /// What the engine was asked to report.
  private var reported: Command.Report = .none
  private var lastMark: Int64 = 0
  /// Loudest sample so far, linear.
  var peak: Float = 0
  /// Whether a line asked to leave.
  private(set) var wantsToQuit = false
  /// The frame on which a line asked to leave.
  private(set) var quitFrame: Int64?
  /// Screens kept under names.
  let screens: SavedScreens
  var nextScreenTime = ContinuousClock.now
  /// Why a saved screen could not be changed, as far as that was told.
  var toldScreenTrouble: String?
  /// The gain of everything, as far as it was asked, linear.
  var master: Double
  /// The screen that `show` drew whose lines set the gain, and the gain before.
  var shownGain: (name: String, before: Double)?
  /// What hands changed in loops.
  var loopEdits = LoopEdits()
  /// Loops that hands changed since their last event.
  var unsentLoops: Set<String> = []
  /// When the players that run began, by slot.
  var runStarts: [Int: Int64] = [:]
  /// The take of drums at hand.
  var take: DrumTake?
  /// Whether lines that set the limiter are not followed.
  var hearsNoLimiter = false
  /// Takes of sound and notes.
  let recorder: Recorder
  /// What lines ask of it, by the mark that tells when.
  var recordings: [Int64: Recording] = [:]
  /// A take that begins as soon as the one before is written.
  var nextTake: NextTake?
  /// The event of a take of drums that waits for its sound.
  var drumEvent: DrumEvent?
  /// The chords whose buttons are white keys of MIDI keyboards.
  var chordKeys: (id: String, chords: ChordsSettings)?
  /// The notes of the last chord.
  var lastStrummed: [Int] = []
  /// The tempo that is tapped, of a metronome.
  var taps: (id: String, tempo: TapTempo) = ("", TapTempo())
  /// What the newest tuner shows, and its id.
  var needle: Needle?
  var needleID: String?
  /// Draws the needle, or takes it away.
  var showNeedle: ((reading: TunerReading, tuner: TunerSettings)?) -> Void = { _ in }
  /// What those who draw the instruments were told.
  var toldStates = ToldStates()
  /// Where clients come, for `status`.
  var socketPath: String?
  /// Texts that are shown when the engine comes to a mark.
  var texts: [Int64: Props] = [:]
  /// The most that are remembered to have been warned about.
  static let mostWarned = 10_000
  /// Words and values that have been warned about.
  var warned: Set<String> = []

  init(
    link: EngineLink, outbox: Outbox, machine: any Machine, clockAlways: Bool, master: Double = 1,
    screens: SavedScreens = SavedScreens(), takes: TakeOptions = TakeOptions(), tell: @escaping (SessionEvent) -> Void
  ) {
    self.link = link
    self.outbox = outbox
    self.machine = machine
    self.clockAlways = clockAlways
    self.master = master
    self.screens = screens
    recorder = Recorder(takes)
    self.tell = tell
    updateReports()
  }

  /// Frames rendered so far.
  var frame: Int64 { link.counters.pointee.frame.load(ordering: .acquiring) }

  // MARK: Sources

  /// The lane that sources share, and each other's waits with it, when every other one is in use.
  private static let sharedLane = Outbox.systemLane - 1
  /// Lets go a note that nobody can hold: all it does is to give its lane a frame.
  static let nothing = Command.release(.one(.line(note: .max)))
  /// Lines that need no engine.
  private static let linesWithoutEngine: Set<String> = ["status", "quit"]

  /// Adds a source of lines.
  ///
  /// - Parameter hands: whose hands hold its keys, 0 for those that all sources without a page share.
  func addSource(_ name: String, hands: UInt16 = 0) -> LineSource {
    let source = LineSource(name: name, lane: freeLane ?? Session.sharedLane, hands: hands)
    sources.append(source)
    return source
  }

  /// A lane that nobody's commands are on.
  private var freeLane: Int? {
    let taken = Set(sources.lazy.filter { !$0.isPassed }.map(\.lane))
    return (0..<Session.sharedLane).first { !taken.contains($0) }
  }

  /// Forgets a source, whose events are no longer wanted. What it asked for stays.
  func removeSource(_ source: LineSource) {
    sources.removeAll { $0 === source }
    updateReports()
  }

  /// Carries out the lines of a source that are due, or nearly so, as long as the engine keeps up.
  ///
  /// - Parameter limit: how many lines to take at most.
  /// - Returns: whether the limit, or the engine, kept lines back.
  @discardableResult
  func pump(_ source: LineSource, atMost limit: Int = .max) -> Bool {
    defer { outbox.flush() }
    if let wait = source.parked {
      source.parked = nil
      take(wait, from: source)
    }
    var count = 0
    while !wantsToQuit, !source.isHeld(at: frame, lookahead: machine.lookahead) {
      if count == limit || outbox.isFull { return source.hasLines }
      guard let ops = source.nextOps(in: &reply) else { break }
      if source.isAtStart { begin(source) }
      for op in ops { take(op, from: source) }
      count += 1
    }
    if source.needsLastMark {
      // A mark alone is answered ahead of its moment.
      send(Session.nothing, source)
      source.sentLastMark(sendMark(source))
    }
    return false
  }

  /// Carries out the first lines of a source as far as they need no engine, since there has been none yet.
  func pumpWithoutEngine(_ source: LineSource) {
    while !wantsToQuit, source.nextLine(isAmong: Session.linesWithoutEngine), let ops = source.nextOps(in: &reply) {
      for op in ops { carryOut(op, source) }
    }
  }

  /// Lets a lane count from now: an earlier source may have left it at another frame.
  private func begin(_ source: LineSource) {
    source.hasBegun()
    if source.lane != Session.sharedLane { send(Session.nothing, source) }
  }

  private func take(_ op: Op, from source: LineSource) {
    if case .host(.wait) = op.action, source.lane == Session.sharedLane {
      // Nobody waits on the shared lane, or all on it would.
      guard let lane = freeLane else {
        source.parked = op
        return
      }
      source.lane = lane
      send(Session.nothing, source)
    }
    if source.isAhead, case .add(.say, _, let props) = op.action {
      // Nothing of it is for the engine, and nobody has to wait for it.
      texts[sendMark(source)] = props
      carryOut(op, source, isShown: false)
    } else if source.isAhead, isOurs(op) {
      if case .host(.quit) = op.action { endSound(source) }
      source.hold(op, until: sendMark(source))
    } else {
      carryOut(op, source)
    }
  }

  /// Whether the session itself, and not the engine, does what a line says, so that the line has to wait for its moment.
  private func isOurs(_ op: Op) -> Bool {
    switch op.action {
    case .host(.status), .host(.quit), .host(.events), .host(.clock), .host(.send), .host(.tap), .save, .forget: true
    default: endsTake(op)
    }
  }

  /// Whether a line may end the take of drums at hand, which it does when it is time.
  private func endsTake(_ op: Op) -> Bool {
    guard let take else { return false }
    return switch op.action {
    case .add(let preset, let id, _): preset == .drums || id == take.id
    case .patch(let target, _): target.preset == .drums
    case .clear: shelf.index(of: take.id).map { shelf[$0].screen == op.screen } ?? true
    case .host(.stop(let target)): target.map { $0.preset == .drums } ?? true
    case .show, .close: true
    default: false
    }
  }

  /// Does what a line says; `moment` is the frame that it waited for.
  ///
  /// - Parameter isShown: false for a text that is shown later.
  func carryOut(_ op: Op, _ source: LineSource, at moment: Int64? = nil, isShown: Bool = true) {
    switch op.action {
    case .add(let preset, let id, let props): add(preset, id: id, props, op, source, isShown: isShown)
    case .patch(let target, let props): patch(target, props, op, source)
    case .clear: clear(op.screen, source)
    case .focus: break
    case .close: leaveFullScreen()
    case .save(let name): save(name, op, source)
    case .show(let name): show(name, op, source)
    case .forget(let name): forget(name, op, source)
    case .error(let error):
      fail(error.message, op, source, column: error.column, suggest: error.suggest)
    case .host(let line): host(line, op, source, at: moment)
    }
  }

  // MARK: Commands

  func send(_ command: Command, _ source: LineSource) {
    source.sent()
    outbox.send(command, lane: source.lane)
  }

  /// Sends what no source asked for.
  func send(_ command: Command) { outbox.send(command) }

  /// Sends a mark behind what the source has asked for.
  func sendMark(_ source: LineSource) -> Int64 {
    lastMark += 1
    send(.mark(lastMark), source)
    return lastMark
  }

  /// Asks the engine for reports, where what is wanted has changed.
  func updateReports() {
    let wanted = sources.reduce(HostLine.Events()) { $0.union($1.events) }
    // Keys are always listened to: they are what was played.
    var report = Command.Report.notes
    if wanted.contains(.steps) { report.insert(.steps) }
    guard report != reported else { return }
    reported = report
    outbox.send(.report(report))
  }

  /// Halts all players and ends all notes.
  func endSound(_ source: LineSource) {
    send(.stop(.max), source)
    send(.cut(.everyone), source)
  }

  /// Leaves; `frame` is the one on which that was asked for.
  func quit(at frame: Int64) {
    quitFrame = frame
    wantsToQuit = true
  }
}
