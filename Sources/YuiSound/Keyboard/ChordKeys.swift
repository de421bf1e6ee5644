// SPDX-License-Identifier: GPL-3.0-or-later

/// The white keys from C3 up as chord buttons.
///
/// - Thread: realtime, except what says otherwise.
public struct ChordKeys: BitwiseCopyable {
  /// The first key, as a MIDI note number.
  public static var firstNote: UInt8 { @_noLocks get { 48 } }
  /// The most buttons: white keys from the first to the last there is.
  public static var limit: Int { @_noLocks get { 47 } }

  /// Buttons in use; 0 leaves every key a key.
  private(set) var count = 0
  private var chords = InlineArray<47, ChordStroke>(
    repeating: ChordStroke(.keys, velocity: 0, gap: 0, length: 0, owner: .nobody))

  @_noLocks
  init() {}

  /// Sets how many buttons there are.
  @_noLocks
  mutating func setCount(_ count: Int) { self.count = max(0, min(count, ChordKeys.limit)) }

  /// Sets the chord of a button, counted from 0.
  @_noLocks
  mutating func set(_ button: Int, to chord: ChordStroke) {
    if button >= 0 && button < ChordKeys.limit { chords[button] = chord }
  }

  /// The chord of a key, or nil where the key is none of the buttons.
  @_noLocks
  func chord(of note: UInt8) -> ChordStroke? {
    guard let button = ChordKeys.button(of: note), button < count else { return nil }
    return chords[button]
  }

  /// The button that a key is, counted from 0; nil for black keys and those below C3.
  ///
  /// - Thread: any.
  @_noLocks
  public static func button(of note: UInt8) -> Int? {
    guard note >= firstNote else { return nil }
    let above = Int(note - firstNote)
    let degree =
      switch above % 12 {
      case 0: 0
      case 2: 1
      case 4: 2
      case 5: 3
      case 7: 4
      case 9: 5
      case 11: 6
      default: -1
      }
    return degree < 0 ? nil : above / 12 * 7 + degree
  }
}
