// SPDX-License-Identifier: GPL-3.0-or-later

/// Eight frames in a row, of sound or of something that shapes it, in time order.
typealias Octet = SIMD8<Float>

extension Octet {
  /// Integers as floats, rounded. Written out because the library's own conversion is a call, round which all registers
  /// are saved.
  ///
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  init(rounding n: SIMD8<Int32>) {
    self.init(Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]), Float(n[4]), Float(n[5]), Float(n[6]), Float(n[7]))
  }
}

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
