// SPDX-License-Identifier: GPL-3.0-or-later

/// The voices that sound: strikes, lets go, steals and renders them.
///
/// At most `limit` voices sound by right. A strike beyond that steals the oldest, which fades within 3 ms in a spare place while
/// the new one starts at once.
///
/// - Thread: realtime, except `init` and `deinit`.
struct VoicePool: ~Copyable {
  /// Voices at once, besides those that fade.
  let limit: Int
  private let slots: UnsafeMutablePointer<VoiceSlot?>
  private let places: Int
  /// Places in use are all below this.
  private var used = 0
  private var sampleRate: Double
  private var strikes: Int64 = 0
  private var seed: UInt32 = 0x1234_5678
  /// Voices that a newer strike took the place of.
  private(set) var stolen: Int64 = 0

  init(limit: Int, sampleRate: Double) {
    self.limit = limit
    self.sampleRate = sampleRate
    places = limit * 2
    slots = .allocate(capacity: places)
    slots.initialize(repeating: nil, count: places)
  }

  deinit { slots.deallocate() }

  /// Voices that sound, fading ones left out.
  var count: Int {
    @_noLocks get {
      var count = 0
      for place in 0..<used {
        if let slot = slots[place], !slot.isEnding { count += 1 }
      }
      return count
    }
  }

  /// Whether nothing sounds at all.
  var isSilent: Bool { @_noLocks get { used == 0 } }

  /// Sounds a note from the next rendered frame on.
  @_noLocks
  mutating func strike(_ note: NoteRequest) {
    if count >= limit, let oldest = oldestPlace {
      end(at: oldest)
      stolen += 1
    }
    strikes += 1
    seed = seed &* 1_664_525 &+ 1_013_904_223
    let place = freePlace
    slots[place] = VoiceSlot(note, seed: seed | 1, serial: strikes, sampleRate: sampleRate)
    used = max(used, place + 1)
  }

  /// Lets go what `group` holds.
  ///
  /// - Parameter pedalled: keeps it sounding until `liftPedal`.
  @_noLocks
  mutating func release(_ group: NoteOwner.Group, pedalled: Bool = false) {
    for place in 0..<used {
      guard let slot = slots[place], !slot.isReleased, group.has(slot.note.owner) else { continue }
      if pedalled { slots[place]!.isPedalled = true } else { slots[place]!.release() }
    }
  }

  /// Lets go what only the pedal holds.
  @_noLocks
  mutating func liftPedal(_ group: NoteOwner.Group) {
    for place in 0..<used {
      guard let slot = slots[place], slot.isPedalled, group.has(slot.note.owner) else { continue }
      slots[place]!.release()
    }
  }

  /// Cuts what belongs to `group`, with a fade too short to hear as one.
  @_noLocks
  mutating func cut(_ group: NoteOwner.Group) {
    for place in 0..<used {
      guard let slot = slots[place], group.has(slot.note.owner) else { continue }
      end(at: place)
    }
  }

  /// Forgets every voice at once. For a change of sample rate, when nothing is heard.
  mutating func reset(sampleRate: Double) {
    self.sampleRate = sampleRate
    for place in 0..<used { slots[place] = nil }
    used = 0
  }

  /// Adds the next `mix.count` samples of every voice to `mix`; `scratch` is at least as long.
  @_noLocks
  mutating func render(
    into mix: inout MutableSpan<Float>, scratch: inout MutableSpan<Float>, channels: borrowing ChannelGains,
    at frame: Int64
  ) {
    for place in 0..<used where slots[place] != nil {
      let channel = channels.gain(of: slots[place]!.note.channel)
      slots[place]!.render(into: &mix, scratch: &scratch, channel: channel, at: frame)
      if slots[place]!.isFinished { slots[place] = nil }
    }
    while used > 0, slots[used - 1] == nil { used -= 1 }
  }

  // MARK: Places

  /// Fades within 3 ms, in at least 100 frames, so that the gain never falls by more than a hundredth from frame to frame.
  @_noLocks
  private mutating func end(at place: Int) {
    guard !slots[place]!.isEnding else { return }
    slots[place]!.end(within: max(100, Int64(0.003 * sampleRate)))
    if slots[place]!.isFinished { slots[place] = nil }
  }

  private var oldestPlace: Int? {
    @_noLocks get {
      var oldest: Int?
      var serial = Int64.max
      for place in 0..<used {
        if let slot = slots[place], !slot.isEnding, slot.serial < serial {
          serial = slot.serial
          oldest = place
        }
      }
      return oldest
    }
  }

  /// A free place; where every spare one fades, that of the fade that is nearest its end.
  private var freePlace: Int {
    @_noLocks get {
      var nearest = 0
      var remaining = Int64.max
      for place in 0..<places {
        guard let slot = slots[place] else { return place }
        if slot.isEnding, slot.remaining < remaining {
          remaining = slot.remaining
          nearest = place
        }
      }
      return nearest
    }
  }
}
