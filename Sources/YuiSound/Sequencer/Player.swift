// SPDX-License-Identifier: GPL-3.0-or-later

/// A step that is going to sound.
struct PlannedStep: BitwiseCopyable {
  /// The frame it sounds on, swing included.
  var frame: Int64
  /// Its place in the pattern.
  var place: Int64
  /// Its tick, counted from the player's start.
  var tick: Int64
  /// Ticks and frames to the next one, in the pattern and tempo that it was planned in.
  var ticksPerPlace: Int64
  var framesPerPlace: Double
  /// Whether the settings that wait in `Player.landed` take effect with it.
  var brings: Bool
}

/// One loop or metronome: its settings, its grid, and the steps that are planned but not yet heard.
///
/// Ticks are counted from the grid's anchor; `origin` is the anchor's own tick since the player started, so that beats and
/// song positions go on across a change of tempo.
///
/// - Thread: realtime.
struct Player: BitwiseCopyable {
  enum State: BitwiseCopyable { case empty, stopped, armed, running }

  static var plannedLimit: Int { @_noLocks get { 64 } }

  var state = State.empty
  var settings = PlayerSettings(role: .loop)
  /// Settings that wait for a step to land on.
  var pending = PlayerSettings(role: .loop)
  var pendingChanges: PlayerSettings.Changes = .none
  /// Settings that have a step to land on, which has not sounded.
  var landed = PlayerSettings(role: .loop)
  var landedChanges: PlayerSettings.Changes = .none
  /// Halts instead of sounding the next step.
  var stopsOnStep = false
  /// Who started first: the lowest is the clock source.
  var startOrder: Int64 = 0
  /// Goes on from `origin` instead of from the top.
  var resumes = false

  /// The grid, and the next tick to plan on it.
  var thread = BeatThread(grid: BeatGrid(anchor: 0, beatsPerMinute: 120, sampleRate: 48_000))
  /// The frame of that tick.
  var tickFrame: Int64 = 0
  /// The next step to plan: its tick from the anchor and its place.
  var stepTick: Int64 = 0
  var place: Int64 = 0

  private var planned = InlineArray<64, PlannedStep>(
    repeating: PlannedStep(frame: 0, place: 0, tick: 0, ticksPerPlace: 0, framesPerPlace: 0, brings: false))
  private var firstPlanned = 0
  private(set) var plannedCount = 0

  /// An empty place.
  @_noLocks
  init() {}

  /// The next step to sound.
  var nextPlanned: PlannedStep? { @_noLocks get { plannedCount > 0 ? planned[firstPlanned] : nil } }

  var isEmpty: Bool { @_noLocks get { if case .empty = state { true } else { false } } }
  var isStopped: Bool { @_noLocks get { if case .stopped = state { true } else { false } } }
  var isArmed: Bool { @_noLocks get { if case .armed = state { true } else { false } } }
  var isRunning: Bool { @_noLocks get { if case .running = state { true } else { false } } }

  var grid: BeatGrid { @_noLocks get { thread.grid } }

  /// The tick since the start that the grid's anchor is.
  var origin: Int64 { @_noLocks get { thread.origin } }

  /// The next tick to plan, from the anchor.
  var tick: Int64 { @_noLocks get { thread.tick } }

  /// The tick since the start that is planned next.
  var absoluteTick: Int64 { @_noLocks get { origin + tick } }

  /// Puts the grid's anchor, which is the tick `origin`, at `position`.
  @_noLocks
  mutating func begin(at position: Double, sampleRate: Double) {
    let grid = BeatGrid(anchor: position, beatsPerMinute: settings.beatsPerMinute, sampleRate: sampleRate)
    thread = BeatThread(grid: grid, tick: 0, origin: origin, tempoBefore: grid.beatsPerMinute)
    tickFrame = grid.frame(ofTick: 0)
    state = .running
    stopsOnStep = false
  }

  /// Plans the step on the current tick, with what waits to land on it. The step keeps the time that it had before: the new
  /// settings reach the steps behind it.
  @_noLocks
  mutating func planStep() {
    let late = place % 2 == 1 ? settings.swing * 0.5 * Double(settings.ticksPerPlace) * grid.framesPerTick : 0
    var frame = late == 0 ? tickFrame : RealtimeMath.roundHalfUp(grid.position(ofTick: tick) + late)
    // A much faster tempo behind a swung step must not put the next one before it.
    if plannedCount > 0 {
      frame = max(frame, planned[(firstPlanned + plannedCount - 1) % Player.plannedLimit].frame)
    }
    let brings = pendingLands
    if brings { land() }
    if plannedCount < Player.plannedLimit {
      planned[(firstPlanned + plannedCount) % Player.plannedLimit] =
        PlannedStep(
          frame: frame, place: place, tick: absoluteTick, ticksPerPlace: settings.ticksPerPlace,
          framesPerPlace: Double(settings.ticksPerPlace) * grid.framesPerTick, brings: brings)
      plannedCount += 1
    }
    place = (place + 1) % settings.places
    stepTick += settings.ticksPerPlace
  }

  @_noLocks
  mutating func advanceTick() {
    thread.tick += 1
    tickFrame = grid.frame(ofTick: tick)
  }

  /// Takes the next step to sound, with the settings that it brings.
  @_noLocks
  mutating func takePlanned() -> PlannedStep {
    let step = planned[firstPlanned]
    firstPlanned = (firstPlanned + 1) % Player.plannedLimit
    plannedCount -= 1
    if step.brings { adoptLanded() }
    return step
  }

  // MARK: Patches

  /// Whether what waits can land on the step that is planned next: a new step length needs a place that both patterns have,
  /// a new subdivision a beat. One landing at a time: the next waits until the step of the last one has sounded.
  private var pendingLands: Bool {
    @_noLocks get {
      guard pendingChanges.rawValue != 0, landedChanges.rawValue == 0 else { return false }
      guard pendingChanges.has(.places), pending.ticksPerPlace != settings.ticksPerPlace else { return true }
      let unit = settings.role.isMetronome ? ticksPerBeat : pending.ticksPerPlace
      return place * settings.ticksPerPlace % unit == 0
    }
  }

  /// Turns the grid on the current tick; what sounds follows when the step is heard.
  @_noLocks
  private mutating func land() {
    landed = pending
    landedChanges = pendingChanges
    pendingChanges = .none
    guard landedChanges.has(.tempo) || landedChanges.has(.places) else { return }
    let old = settings
    settings.take(PlayerSettings.Changes(rawValue: landedChanges.rawValue & 3), from: landed)
    thread.turn(to: settings.beatsPerMinute)
    stepTick = 0
    place = placeAfter(old)
  }

  /// Whether a patch has to queue behind another.
  var waitsToLand: Bool { @_noLocks get { pendingChanges.rawValue != 0 || landedChanges.rawValue != 0 } }

  /// Keeps a patch for the next step that it can land on; a newer one replaces what it changes.
  @_noLocks
  mutating func wait(for changes: PlayerSettings.Changes, from other: PlayerSettings) {
    pending.take(changes, from: other)
    pendingChanges = PlayerSettings.Changes(rawValue: pendingChanges.rawValue | changes.rawValue)
  }

  /// Changes settings that no grid hangs on, or any while halted.
  @_noLocks
  mutating func applyNow(_ changes: PlayerSettings.Changes, from other: PlayerSettings) {
    let old = settings
    settings.take(changes, from: other)
    // What lands later is older than this.
    landedChanges = PlayerSettings.Changes(rawValue: landedChanges.rawValue & ~changes.rawValue)
    guard changes.has(.places) else { return }
    let ticksBefore = place * old.ticksPerPlace
    place = placeAfter(old)
    // A halted pattern whose steps became longer goes on at the next place that the new one has.
    let behind = ticksBefore % settings.ticksPerPlace
    if behind != 0 {
      stepTick += settings.ticksPerPlace - behind
      place = (place + 1) % settings.places
    }
  }

  /// The place of the new pattern at the same distance from its top.
  @_noLocks
  private func placeAfter(_ old: PlayerSettings) -> Int64 {
    place * old.ticksPerPlace / settings.ticksPerPlace % settings.places
  }

  @_noLocks
  mutating func adoptLanded() {
    settings.take(landedChanges, from: landed)
    landedChanges = .none
  }

  // MARK: Halt

  /// The first tick since the start whose step has not sounded.
  var firstUnsounded: (tick: Int64, place: Int64) {
    @_noLocks get {
      if let step = nextPlanned { return (step.tick, step.place) }
      return (origin + stepTick, place)
    }
  }

  /// The sixteenth to go on from when halted before `frame`, in ticks since the start.
  @_noLocks
  func resumeTick(at frame: Int64) -> Int64 {
    let exact = thread.ticks(at: Double(frame))
    // A frame is far longer than the error of the division.
    let next = ceilingDivide(RealtimeMath.roundHalfUp(exact * 1024 - 0.5), 1024 * ticksPerSixteenth) * ticksPerSixteenth
    let unsounded = firstUnsounded.tick
    return unsounded < next && unsounded % ticksPerSixteenth == 0 ? unsounded : max(0, next)
  }

  /// Halts so that playing can go on from `resume`, in ticks since the start. Steps before it that were not heard are left out.
  @_noLocks
  mutating func halt(resumingAt resume: Int64, dropsPlanned: Bool) {
    var (stepAt, next) = (origin + stepTick, place)
    if dropsPlanned {
      (stepAt, next) = firstUnsounded
      plannedCount = 0
      adoptLanded()
    }
    if pendingChanges.rawValue != 0 {
      // Nothing sounds: what waited need not wait longer.
      settings.take(PlayerSettings.Changes(rawValue: pendingChanges.rawValue & ~2), from: pending)
    }
    while stepAt < resume {
      stepAt += settings.ticksPerPlace
      next = (next + 1) % settings.places
    }
    state = .stopped
    stopsOnStep = false
    thread.origin = resume
    thread.tick = 0
    stepTick = stepAt - resume
    place = next
    if pendingChanges.has(.places) { applyNow(.places, from: pending) }
    pendingChanges = .none
    resumes = true
  }

  /// Back to the top.
  @_noLocks
  mutating func rewind() {
    thread.origin = 0
    thread.tick = 0
    stepTick = 0
    place = 0
    resumes = false
  }
}

/// Quotient rounded up, for a positive divisor.
@_noLocks
private func ceilingDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor > 0 ? quotient + 1 : quotient
}
