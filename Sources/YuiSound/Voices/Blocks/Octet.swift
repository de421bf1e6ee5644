// SPDX-License-Identifier: GPL-3.0-or-later

/// Eight frames in a row, of sound or of something that shapes it, in time order.
typealias Octet = SIMD8<Float>

/// A voice written as eight frames at a time.
///
/// Octets are counted from the voice's own first frame. Whatever part of one a block does not take is kept for the next
/// block, so the samples cannot depend on how the time is split into blocks, and a recipe never has to think of it.
protocol OctetVoice {
  /// What is left of the octet that the last block ended in.
  var carry: OctetCarry { get set }

  /// The next eight frames.
  mutating func next() -> Octet
}

extension OctetVoice {
  /// Overwrites `out` with the next frames.
  ///
  /// - Thread: realtime. A generic function cannot be marked so itself; each voice's `render(into:)` is, and calls it.
  @inline(__always)
  mutating func renderOctets(into out: inout MutableSpan<Float>) {
    let count = out.count
    // A copy keeps the state in registers: nothing the loop stores can alias it.
    var voice = self
    out.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      var frame = voice.carry.drain(to: start, from: 0, count: count)
      while count &- frame >= 8 {
        start.storeBytes(of: voice.next(), toByteOffset: frame &* 4, as: Octet.self)
        frame &+= 8
      }
      if frame < count {
        voice.carry = OctetCarry(voice.next())
        _ = voice.carry.drain(to: start, from: frame, count: count)
      }
    }
    self = voice
  }
}

/// The frames of an octet that no block has taken yet.
struct OctetCarry {
  private var octet: Octet
  private var left: Int32

  /// Nothing left over.
  @_noLocks
  init() {
    octet = Octet(repeating: 0)
    left = 0
  }

  /// A whole octet left over.
  @_noLocks
  init(_ octet: Octet) {
    self.octet = octet
    left = 8
  }

  /// Moves frames to `start`, from index `first` up to `count`, until either side ends.
  ///
  /// - Returns: the index after the last frame moved.
  /// - Thread: realtime.
  @_noLocks
  mutating func drain(to start: UnsafeMutableRawPointer, from first: Int, count: Int) -> Int {
    var frame = first
    while left > 0 && frame < count {
      start.storeBytes(of: octet[Int(8 &- left)], toByteOffset: frame &* 4, as: Float.self)
      left &-= 1
      frame &+= 1
    }
    return frame
  }
}
