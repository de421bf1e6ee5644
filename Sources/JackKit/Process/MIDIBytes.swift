// SPDX-License-Identifier: GPL-3.0-or-later

/// All bytes of one MIDI message, viewed where JACK keeps them. See `InputSamples` for why it is no span.
///
/// - Thread: realtime, every member.
public struct MIDIBytes: ~Copyable, ~Escapable {
  /// How many there are.
  public let count: Int
  @usableFromInline let base: UnsafePointer<UInt8>

  @_noLocks @_lifetime(immortal)
  init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  /// One byte of the message; the first is the status.
  ///
  /// - Parameter index: `0..<count`; traps outside.
  @inlinable
  public subscript(index: Int) -> UInt8 {
    @_noLocks get {
      precondition(index >= 0 && index < count, "No byte at this index")
      return base[index]
    }
  }
}
