// SPDX-License-Identifier: GPL-3.0-or-later

/// Notes every struck and released note for whoever takes it on, and leaves out the sound of strikes that nobody asked to hear.
///
/// - Thread: realtime, except `init` and what says so.
struct NoteLog: ~Copyable {
  /// The most events that wait to be taken.
  private static var places: Int { @_noLocks get { 1024 } }

  private let events: UnsafeMutablePointer<PlayedEvent>
  private var first = 0
  private var count = 0
  /// Events that found no room since this was last set to 0.
  var lost = 0
  /// The frame that is rendered next.
  var frame: Int64 = 0
  /// Notes struck so far.
  private var strikes = 0
  /// One place a strike, true where it is to be heard; what lies beyond is heard.
  private var audible: UnsafeBufferPointer<Bool>?

  init() { events = .allocate(capacity: NoteLog.places) }

  deinit { events.deallocate() }

  /// Lets only some strikes be heard, counted from the engine's first. The memory has to outlive the engine.
  ///
  /// - Thread: control, before anything is rendered.
  mutating func hear(_ strikes: UnsafeBufferPointer<Bool>) { audible = strikes }

  /// A note begins.
  ///
  /// - Returns: whether it is to be heard.
  @_noLocks
  mutating func struck(_ note: NoteRequest) -> Bool {
    add(.struck(note, frame: frame))
    defer { strikes += 1 }
    guard let audible, strikes < audible.count, let first = audible.baseAddress else { return true }
    return first[strikes]
  }

  /// Notes are let go or cut.
  @_noLocks
  mutating func released(_ group: NoteOwner.Group) { add(.released(group, frame: frame)) }

  /// A message arrived from a keyboard.
  @_noLocks
  mutating func heard(_ message: MIDIMessage, port: UInt8) {
    switch message {
    case .noteOn, .noteOff: break
    case .control, .program, .bend, .pressure: add(.turned(message, port: port, frame: frame))
    }
  }

  /// Takes the oldest event, or nil.
  @_noLocks
  mutating func take() -> PlayedEvent? {
    guard count > 0 else { return nil }
    let event = events[first]
    first = (first + 1) % NoteLog.places
    count -= 1
    return event
  }

  @_noLocks
  private mutating func add(_ event: PlayedEvent) {
    guard count < NoteLog.places else {
      lost += 1
      return
    }
    (events + (first + count) % NoteLog.places).initialize(to: event)
    count += 1
  }
}
