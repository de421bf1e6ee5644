// SPDX-License-Identifier: GPL-3.0-or-later

/// Eight frames in a row, of sound or of something that shapes it, in time order.
typealias Octet = SIMD8<Float>

/// A run of whole octets in memory that somebody else owns: what a voice writes to, and works on in place.
///
/// - Thread: realtime. Valid only within the call that it was handed to.
struct Octets {
  private let start: UnsafeMutableRawPointer
  /// How many octets there are.
  let count: Int

  /// Looks at memory.
  ///
  /// - Parameters:
  ///   - start: the first of `8 × count` floats, aligned as a float.
  ///   - count: octets.
  @_noLocks @inline(__always)
  init(start: UnsafeMutableRawPointer, count: Int) {
    self.start = start
    self.count = count
  }

  /// The octet at an index below `count`, which is not checked.
  subscript(index: Int) -> Octet {
    @_noLocks @inline(__always)
    get { start.loadUnaligned(fromByteOffset: index &* 32, as: Octet.self) }
    @_noLocks @inline(__always)
    nonmutating set { start.storeBytes(of: newValue, toByteOffset: index &* 32, as: Octet.self) }
  }
}

/// A voice written as eight frames at a time.
///
/// Octets are counted from the voice's own first frame. Whatever part of one a block does not take is kept for the next
/// block, so the samples cannot depend on how the time is split into blocks, and a recipe never has to think of it.
protocol OctetVoice {
  /// What is left of the octet that the last block ended in.
  var carry: OctetCarry { get set }

  /// Overwrites all octets with the next frames.
  mutating func fill(_ octets: Octets)
}

extension OctetVoice {
  /// Overwrites `out` with the next frames.
  ///
  /// - Thread: realtime. A generic function cannot be marked so itself; each voice's `render(into:)` is, and calls it.
  @inline(__always)
  mutating func renderOctets(into out: inout MutableSpan<Float>) {
    let count = out.count
    out.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      let first = carry.drain(to: start, from: 0, count: count)
      let whole = (count &- first) &>> 3
      if whole > 0 {
        fill(Octets(start: start + first &* 4, count: whole))
      }
      let frame = first &+ whole &* 8
      if frame < count {
        var octet = Octet(repeating: 0)
        withUnsafeMutableBytes(of: &octet) { bytes in
          if let start = bytes.baseAddress { fill(Octets(start: start, count: 1)) }
        }
        carry = OctetCarry(octet)
        _ = carry.drain(to: start, from: frame, count: count)
      }
    }
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
