// SPDX-License-Identifier: GPL-3.0-or-later

/// The outgoing MIDI clock: puts each byte at the frame at which its beat is heard.
///
/// A tick that falls on frame `n` leaves at `n + shift`. Where the shift changes while clocks run, each tick may move at most
/// half a tick from its neighbour, so intervals stay between half and one and a half of a tick and no clock is lost or
/// doubled; once the new shift is reached every stamp is exact again. Bytes never overtake one another.
///
/// - Thread: realtime, except `init` and `deinit`.
struct ClockOut: ~Copyable {
  private static var places: Int { @_noLocks get { 4096 } }

  private let queue: UnsafeMutablePointer<ClockMessage>
  private var first = 0
  private var count = 0
  private var lastFrame = Int64.min
  /// The shift of the newest tick, in frames.
  private var shift: Int64 = 0
  /// Whether ticks leave one after another, so that the shift may only creep.
  private var flows = false

  /// Where the shift is going: playback latency of the audio outs, less that of the clock port, plus the player's offset.
  private(set) var target: Int64 = 0
  /// Clock bytes (F8) queued so far.
  private(set) var clocksSent: Int64 = 0
  /// Bytes that found the queue full. It holds more than the longest shift at the fastest tempo, so this stays 0.
  private(set) var lost: Int64 = 0

  init() { queue = .allocate(capacity: ClockOut.places) }

  deinit { queue.deallocate() }

  /// Sets where the shift goes; at once while no clock runs.
  @_noLocks
  mutating func setTarget(_ frames: Int64) { target = frames }

  /// The shift that a tick `framesPerTick` after the newest one will get.
  @_noLocks
  func nextShift(framesPerTick: Double) -> Int64 {
    guard flows else { return target }
    let most = max(1, Int64(framesPerTick / 2) - 1)
    return min(max(target, shift - most), shift + most)
  }

  /// Queues the clock of a tick on frame `frame`, behind `leading` (Start or Continue) on the same stamp.
  @_noLocks
  mutating func tick(at frame: Int64, framesPerTick: Double, leading: UInt8? = nil) {
    shift = nextShift(framesPerTick: framesPerTick)
    flows = true
    if let leading { push(ClockMessage(leading, at: frame + shift)) }
    push(ClockMessage(ClockMessage.clockByte, at: frame + shift))
    // A clock that another byte held back is where the next one creeps on from.
    shift = lastFrame - frame
    clocksSent += 1
  }

  /// Lets nothing leave before `frame`, which has been rendered up to.
  @_noLocks
  mutating func holdUntil(_ frame: Int64) { lastFrame = max(lastFrame, frame) }

  /// Queues Stop for the moment that frame `frame` is heard, behind everything that was due.
  ///
  /// - Parameter clocksGoOn: clocks keep running while stopped, so the shift goes on creeping.
  /// - Returns: the frame at which it leaves.
  @_noLocks @discardableResult
  mutating func stop(at frame: Int64, clocksGoOn: Bool) -> Int64 {
    push(ClockMessage(ClockMessage.stopByte, at: frame + shift))
    flows = clocksGoOn
    return lastFrame
  }

  /// Queues a song position of 0...16383 sixteenths at `stamp`, or behind everything queued.
  @_noLocks
  mutating func position(_ sixteenths: Int64, at stamp: Int64) { push(ClockMessage(position: sixteenths, at: stamp)) }

  /// The clocks end without a Stop: the next tick takes the full shift.
  @_noLocks
  mutating func rest() { flows = false }

  /// Forgets all that is queued: the port it was meant for is gone.
  @_noLocks
  mutating func empty() {
    first = 0
    count = 0
    lastFrame = .min
    flows = false
  }

  /// Takes the next message that leaves before `frame`, or nil. One that is late leaves with the next.
  @_noLocks
  mutating func take(before frame: Int64) -> ClockMessage? {
    guard count > 0, queue[first].frame < frame else { return nil }
    let message = queue[first]
    first = (first + 1) % ClockOut.places
    count -= 1
    return message
  }

  /// Whether nothing waits to leave.
  var isEmpty: Bool { @_noLocks get { count == 0 } }

  @_noLocks
  private mutating func push(_ message: ClockMessage) {
    guard count < ClockOut.places else {
      lost += 1
      return
    }
    var message = message
    message.frame = max(message.frame, lastFrame)
    lastFrame = message.frame
    queue[(first + count) % ClockOut.places] = message
    count += 1
  }
}
