// SPDX-License-Identifier: GPL-3.0-or-later

/// Commands that wait for their moment: one queue for each source of lines.
///
/// A wait is counted from the effect of the lane's command before it, on the grid of the clock source as it is by then, so
/// what follows is on the frame wherever the control side was late by less than the wait.
///
/// - Thread: realtime, except `init` and `deinit`.
struct Lanes: ~Copyable {
  static var count: Int { @_noLocks get { 64 } }
  /// Commands that a lane can hold. The control side sends no more than that ahead.
  static var places: Int { @_noLocks get { 512 } }

  private struct Lane: BitwiseCopyable {
    var first = 0
    var count = 0
    /// The frame of the last command's effect.
    var base: Int64 = 0
    /// Players whose start is that effect and has not happened yet.
    var awaits: UInt32 = 0
    /// The frame before which no further command takes effect.
    var due: Int64 = 0
    /// Its tick since the start of the clock source, where the source's grid decides.
    var dueTick: Double?
  }

  private let lanes: UnsafeMutablePointer<Lane>
  private let commands: UnsafeMutablePointer<Command>
  /// Lanes that hold anything.
  private var waiting: UInt64 = 0

  init() {
    lanes = .allocate(capacity: Lanes.count)
    lanes.initialize(repeating: Lane(), count: Lanes.count)
    commands = .allocate(capacity: Lanes.count * Lanes.places)
  }

  deinit {
    lanes.deallocate()
    commands.deallocate()
  }

  /// Whether a command of the lane has to queue, at `frame`. A wait also does while it is not known what it counts from.
  @_noLocks
  func holds(_ command: Command, of lane: Int, at frame: Int64) -> Bool {
    if lanes[lane].count > 0 || lanes[lane].due > frame { return true }
    if case .wait = command { return lanes[lane].awaits != 0 }
    return false
  }

  /// Puts a command behind the lane's others.
  ///
  /// - Returns: false where the lane is full.
  @_noLocks
  mutating func add(_ command: Command, to lane: Int) -> Bool {
    guard lanes[lane].count < Lanes.places else { return false }
    commands[lane * Lanes.places + (lanes[lane].first + lanes[lane].count) % Lanes.places] = command
    lanes[lane].count += 1
    waiting |= 1 &<< UInt64(lane)
    return true
  }

  /// The command at the head of a lane, or nil.
  @_noLocks
  func head(of lane: Int) -> Command? {
    lanes[lane].count > 0 ? commands[lane * Lanes.places + lanes[lane].first] : nil
  }

  /// Takes the head of a lane away.
  @_noLocks
  mutating func removeHead(of lane: Int) {
    lanes[lane].first = (lanes[lane].first + 1) % Lanes.places
    lanes[lane].count -= 1
    guard lanes[lane].count == 0 else { return }
    waiting &= ~(1 &<< UInt64(lane))
    // So that only as much of the memory is ever touched as was needed at once.
    lanes[lane].first = 0
  }

  /// Lanes that hold commands: bit n is lane n.
  var lanesInUse: UInt64 { @_noLocks get { waiting } }

  /// Notes when a lane's command takes effect: on `frame`, or when one of the players in `awaits` starts.
  @_noLocks
  mutating func setBase(of lane: Int, _ frame: Int64, awaits: UInt32 = 0) {
    lanes[lane].base = frame
    lanes[lane].awaits = awaits
  }

  /// A player started on `frame`: lanes that awaited it count from there.
  @_noLocks
  mutating func playerStarted(_ slot: Int, on frame: Int64) {
    for lane in 0..<Lanes.count where lanes[lane].awaits & 1 &<< UInt32(slot) != 0 {
      lanes[lane].base = frame
      lanes[lane].awaits = 0
    }
  }

  /// Players (bit n is slot n) will not start: nothing awaits them any longer.
  @_noLocks
  mutating func playersStopped(_ mask: UInt32) {
    for lane in 0..<Lanes.count { lanes[lane].awaits &= ~mask }
  }

  /// The frame of the last effect on a lane, or nil while it awaits a start.
  @_noLocks
  func base(of lane: Int) -> Int64? { lanes[lane].awaits == 0 ? lanes[lane].base : nil }

  /// The frame before which a lane's next command does not take effect.
  @_noLocks
  func due(of lane: Int) -> Int64 { lanes[lane].due }

  /// Sets that frame; where `tick` is given it follows that tick of the clock source.
  @_noLocks
  mutating func setDue(of lane: Int, _ frame: Int64, tick: Double?) {
    lanes[lane].due = frame
    lanes[lane].dueTick = tick
  }

  /// Works the frames out anew that hang on ticks: the source's grid has turned.
  @_noLocks
  mutating func follow(_ thread: BeatThread) {
    for lane in 0..<Lanes.count {
      if let tick = lanes[lane].dueTick { lanes[lane].due = max(lanes[lane].base, thread.frame(ofTick: tick)) }
    }
  }

  /// Lets go the ticks: there is another source, or none, and the frames stay as they are.
  @_noLocks
  mutating func unfollow() {
    for lane in 0..<Lanes.count { lanes[lane].dueTick = nil }
  }
}
