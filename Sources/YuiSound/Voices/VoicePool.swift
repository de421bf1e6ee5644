// SPDX-License-Identifier: GPL-3.0-or-later

/// The voices that sound: strikes, lets go, steals and renders them.
///
/// At most `limit` voices sound by right. A strike beyond that steals one, which fades within 4 ms in a spare place while the new
/// one starts at once. Stolen is the quietest of those that are spent: let go, or rung down to a tenth. Where none is, it is the
/// quietest of the older half; of equals the older. How loud a voice is follows from its recipe and its age, so the choice hangs on
/// frames alone. Voices are added up in the order of their strikes, so the sum does not hang on places.
///
/// - Thread: realtime, except `init` and `deinit`.
struct VoicePool: ~Copyable {
  /// The highest limit.
  static var largest: Int { @_noLocks get { 256 } }
  /// Room for those that sound and twice as many that fade: only who steals all voices three times within 4 ms cuts a fade.
  static var places: Int { @_noLocks get { 3 * largest } }

  /// Voices at once, besides those that fade: 1...256.
  private(set) var limit: Int
  private let slots: UnsafeMutablePointer<VoiceSlot>
  /// The places in use, oldest strike first, and behind them the free ones.
  private let order: UnsafeMutablePointer<Int32>
  private(set) var used = 0
  /// Voices that sound, fading ones left out.
  private(set) var count = 0
  private var sampleRate: Double
  /// Who is told of strikes and releases.
  var log = NoteLog()
  private var seed: UInt32 = 0x1234_5678
  /// Voices that a newer strike took the place of.
  private(set) var stolen: Int64 = 0

  init(limit: Int, sampleRate: Double) {
    precondition(Recipe.hasRoom)
    self.limit = max(1, min(limit, VoicePool.largest))
    self.sampleRate = sampleRate
    slots = .allocate(capacity: VoicePool.places)
    order = .allocate(capacity: VoicePool.places)
    for place in 0..<VoicePool.places { order[place] = Int32(place) }
  }

  deinit {
    slots.deallocate()
    order.deallocate()
  }

  /// Whether nothing sounds at all.
  var isSilent: Bool { @_noLocks get { used == 0 } }

  /// Sets how many voices sound at once, within 1...256. What is too many is stolen.
  @_noLocks
  mutating func setLimit(_ limit: Int) {
    self.limit = max(1, min(limit, VoicePool.largest))
    while count > self.limit { steal() }
  }

  /// Sounds a note from the next rendered frame on.
  @_noLocks
  mutating func strike(_ note: NoteRequest) {
    guard log.struck(note) else {
      // The next strikes sound as they would behind this one.
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return
    }
    if count >= limit { steal() }
    if used == VoicePool.places { dropFaintest() }
    seed = seed &* 1_664_525 &+ 1_013_904_223
    (slots + Int(order[used])).initialize(to: VoiceSlot(note, seed: seed | 1, sampleRate: sampleRate))
    used += 1
    count += 1
  }

  /// Sounds a note so many frames after `frame`; at once where no more notes can wait.
  @_noLocks
  mutating func strike(_ note: NoteRequest, after frames: Int64, from frame: Int64, _ waiting: inout WaitingNotes) {
    if frames == 0 || !waiting.add(note, at: frame + frames) { strike(note) }
  }

  /// Sounds a chord from `frame`, the next to be rendered, on.
  @_noLocks
  mutating func strike(
    _ chord: ChordStroke, velocity: Float, channel: UInt8?, at frame: Int64, _ waiting: inout WaitingNotes
  ) {
    for index in 0..<chord.count {
      let note = chord.request(index, velocity: velocity, sampleRate: sampleRate, channel: channel)
      strike(note, after: chord.start(of: index, sampleRate: sampleRate), from: frame, &waiting)
    }
  }

  /// Lets go what `group` holds.
  ///
  /// - Parameter pedalled: keeps it sounding until `liftPedal`.
  @_noLocks
  mutating func release(_ group: NoteOwner.Group, pedalled: Bool = false) {
    log.released(group)
    for index in 0..<used {
      let slot = slots + Int(order[index])
      guard !slot.pointee.isReleased, group.has(slot.pointee.note.owner) else { continue }
      if pedalled { slot.pointee.isPedalled = true } else { slot.pointee.release() }
    }
  }

  /// Lets go what only the pedal holds.
  @_noLocks
  mutating func liftPedal(_ group: NoteOwner.Group) {
    for index in 0..<used {
      let slot = slots + Int(order[index])
      guard slot.pointee.isPedalled, group.has(slot.pointee.note.owner) else { continue }
      slot.pointee.release()
    }
  }

  /// Cuts what belongs to `group`, with a fade too short to hear as one.
  @_noLocks
  mutating func cut(_ group: NoteOwner.Group) {
    log.released(group)
    for index in 0..<used {
      let slot = slots + Int(order[index])
      if group.has(slot.pointee.note.owner) { end(slot) }
    }
    removeFinished()
  }

  /// Forgets every voice at once. For a change of sample rate, when nothing is heard.
  mutating func reset(sampleRate: Double) {
    self.sampleRate = sampleRate
    used = 0
    count = 0
  }

  /// Writes the next `frames` samples of the sum of all voices of each bus; `scratch` has room for as many.
  @_noLocks
  mutating func render(
    into buses: BusBuffers, scratch: UnsafeMutablePointer<Float>, count frames: Int,
    channels: borrowing ChannelExpressions, at frame: Int64
  ) {
    buses.clear(frames)
    var anyFinished = false
    for index in 0..<used {
      let slot = slots + Int(order[index])
      let channel = channels.of(slot.pointee.note.channel)
      let mix = buses[slot.pointee.note.bus]
      slot.pointee.render(into: mix, scratch: scratch, count: frames, channel: channel, at: frame)
      if slot.pointee.isFinished {
        anyFinished = true
        if !slot.pointee.isEnding { count -= 1 }
      }
    }
    if anyFinished { removeFinished() }
  }

  // MARK: Places

  @_noLocks
  private mutating func end(_ slot: UnsafeMutablePointer<VoiceSlot>) {
    guard !slot.pointee.isEnding else { return }
    slot.pointee.end(sampleRate: sampleRate)
    count -= 1
  }

  @_noLocks
  private mutating func steal() {
    let index = mostDispensable
    let slot = slots + Int(order[index])
    end(slot)
    stolen += 1
    if slot.pointee.isFinished { remove(at: index) }
  }

  /// The place in `order` of the voice to steal; at least one sounds.
  private var mostDispensable: Int {
    @_noLocks get {
      var spent: (index: Int, loudness: Float)?
      var quietest: (index: Int, loudness: Float)?
      var older = 0
      for index in 0..<used {
        let slot = slots + Int(order[index])
        guard !slot.pointee.isEnding else { continue }
        let loudness = slot.pointee.loudness
        if slot.pointee.isSpent, loudness < spent?.loudness ?? .infinity { spent = (index, loudness) }
        if older < (count + 1) / 2, loudness < quietest?.loudness ?? .infinity { quietest = (index, loudness) }
        older += 1
      }
      return spent?.index ?? quietest?.index ?? 0
    }
  }

  /// Every place is in use: gives up the fade that is nearest its end.
  @_noLocks
  private mutating func dropFaintest() {
    var faintest = 0
    var remaining = Int64.max
    for index in 0..<used {
      let slot = slots + Int(order[index])
      guard slot.pointee.isEnding, slot.pointee.remaining < remaining else { continue }
      remaining = slot.pointee.remaining
      faintest = index
    }
    remove(at: faintest)
  }

  @_noLocks
  private mutating func remove(at index: Int) {
    let place = order[index]
    for next in index + 1..<used { order[next - 1] = order[next] }
    used -= 1
    order[used] = place
  }

  @_noLocks
  private mutating func removeFinished() {
    for index in stride(from: used - 1, through: 0, by: -1) where slots[Int(order[index])].isFinished {
      remove(at: index)
    }
  }
}
