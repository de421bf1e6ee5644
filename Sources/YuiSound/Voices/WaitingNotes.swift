// SPDX-License-Identifier: GPL-3.0-or-later

/// Notes that are to be struck on later frames, such as the strings of a chord.
///
/// Notes of one frame are struck in the order they were added.
///
/// - Thread: realtime, except `init` and `deinit`.
struct WaitingNotes: ~Copyable {
  /// The most notes that wait.
  static var places: Int { @_noLocks get { 256 } }

  private let notes: UnsafeMutablePointer<(note: NoteRequest, frame: Int64)>
  private var count = 0
  /// The frame of the first, or the last frame there is where none waits.
  private(set) var nextFrame = Int64.max

  init() { notes = .allocate(capacity: WaitingNotes.places) }

  deinit { notes.deallocate() }

  /// Whether none waits.
  var isEmpty: Bool { @_noLocks get { count == 0 } }

  /// Adds a note that is due on `frame`.
  ///
  /// - Returns: false where there is no room.
  @_noLocks
  mutating func add(_ note: NoteRequest, at frame: Int64) -> Bool {
    guard count < WaitingNotes.places else { return false }
    (notes + count).initialize(to: (note, frame))
    count += 1
    nextFrame = min(nextFrame, frame)
    return true
  }

  /// Takes a note that is due by `frame`, or nil.
  @_noLocks
  mutating func take(at frame: Int64) -> NoteRequest? {
    guard nextFrame <= frame else { return nil }
    for index in 0..<count where notes[index].frame <= frame {
      let note = notes[index].note
      remove(at: index)
      findNext()
      return note
    }
    return nil
  }

  /// Forgets the notes of a group.
  @_noLocks
  mutating func drop(_ group: NoteOwner.Group) {
    for index in stride(from: count - 1, through: 0, by: -1) where group.has(notes[index].note.owner) {
      remove(at: index)
    }
    findNext()
  }

  @_noLocks
  private mutating func remove(at index: Int) {
    for next in index + 1..<count { notes[next - 1] = notes[next] }
    count -= 1
  }

  @_noLocks
  private mutating func findNext() {
    nextFrame = .max
    for index in 0..<count { nextFrame = min(nextFrame, notes[index].frame) }
  }
}
