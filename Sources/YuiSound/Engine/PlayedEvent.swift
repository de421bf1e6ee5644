// SPDX-License-Identifier: GPL-3.0-or-later

/// What was played, on its frame, for whoever writes it down.
///
/// Owners let go by groups: a note may have rung down long before its key goes up, so the engine does not tell of single notes.
///
/// - Thread: any; a plain value.
public enum PlayedEvent: BitwiseCopyable, Sendable {
  /// A note began. How long it lasts where nobody lets it go is in its `hold`.
  case struck(NoteRequest, frame: Int64)
  /// Keys went up, or notes were cut.
  case released(NoteOwner.Group, frame: Int64)
  /// A pedal, a wheel, pressure or a program came from a MIDI keyboard on `port`.
  case turned(MIDIMessage, port: UInt8, frame: Int64)
}

/// Tells every struck and released note, and leaves out the sound of strikes that nobody asked to hear.
///
/// - Thread: realtime, except `init` and what says so.
struct NoteLog {
  private let link: EngineLink?
  /// The frame that is rendered next.
  var frame: Int64 = 0
  /// Notes struck so far.
  private var strikes = 0
  /// One place a strike, true where it is to be heard; what lies beyond is heard.
  private var audible: UnsafeBufferPointer<Bool>?

  /// A log that tells nobody.
  @_noLocks
  init() { link = nil }

  /// A log that tells the other side of `link`.
  @_noLocks
  init(_ link: EngineLink) { self.link = link }

  /// Lets only some strikes be heard, counted from the engine's first. The memory has to outlive the engine.
  ///
  /// - Thread: control, before anything is rendered.
  mutating func hear(_ strikes: UnsafeBufferPointer<Bool>) { audible = strikes }

  /// A note begins.
  ///
  /// - Returns: whether it is to be heard.
  @_noLocks
  mutating func struck(_ note: NoteRequest) -> Bool {
    tell(.struck(note, frame: frame))
    defer { strikes += 1 }
    guard let audible, strikes < audible.count, let first = audible.baseAddress else { return true }
    return first[strikes]
  }

  /// Notes are let go or cut.
  @_noLocks
  func released(_ group: NoteOwner.Group) { tell(.released(group, frame: frame)) }

  /// A message arrived from a keyboard.
  @_noLocks
  func heard(_ message: MIDIMessage, port: UInt8) {
    switch message {
    case .noteOn, .noteOff: break
    case .control, .program, .bend, .pressure: tell(.turned(message, port: port, frame: frame))
    }
  }

  @_noLocks
  private func tell(_ event: PlayedEvent) {
    guard let link else { return }
    if !link.played.pointee.sendInCallback(event) {
      link.counters.pointee.lostNotes.add(1, ordering: .relaxed)
    }
  }
}

extension ValueRing where Element == PlayedEvent {
  /// Puts an event at the end.
  ///
  /// - Returns: false when the ring is full.
  /// - Thread: realtime.
  @_noLocks
  func sendInCallback(_ event: PlayedEvent) -> Bool { send(event) }
}

extension Engine {
  /// Lets only some strikes be heard, one place each, counted from the engine's first; later ones are heard. All else goes on as
  /// if they were: the same strikes on the same frames. The memory has to outlive the engine.
  ///
  /// - Thread: control, before anything is rendered.
  public mutating func hearOnly(_ strikes: UnsafeBufferPointer<Bool>) { pool.log.hear(strikes) }
}
