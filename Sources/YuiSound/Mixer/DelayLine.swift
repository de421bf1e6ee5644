// SPDX-License-Identifier: GPL-3.0-or-later

/// A delay as long as the memory behind it: what is read at a place is what was written there a round ago.
///
/// It is worked on in octets of time from the current place up to where it wraps; the last octet may be partial. A read always
/// takes eight samples, so the memory is `margin` longer than the delay.
///
/// - Thread: realtime. The memory is the owner's.
struct DelayLine: BitwiseCopyable {
  /// Samples of memory behind the last.
  static var margin: Int { @_noLocks get { 8 } }

  private let start: UnsafeMutablePointer<Float>
  /// The delay in frames, 1 or more.
  let length: Int
  private var place = 0

  @_noLocks
  init(start: UnsafeMutablePointer<Float>, length: Int) {
    self.start = start
    self.length = length
  }

  /// Frames until it wraps.
  var untilWrap: Int { @_noLocks get { length - place } }

  /// Eight samples from so many frames after the current place on; what lies behind the wrap means nothing.
  @_noLocks @inline(__always)
  func octet(at index: Int) -> Octet { DelayLine.octet(start + (place + index)) }

  /// Writes the first `count` samples of an octet, or all eight.
  @_noLocks @inline(__always)
  func set(_ octet: Octet, at index: Int, _ count: Int) { DelayLine.set(octet, start + (place + index), count) }

  /// Moves on, at most to the wrap.
  @_noLocks
  mutating func advance(_ frames: Int) {
    place += frames
    if place >= length { place = 0 }
  }

  /// Eight samples of memory.
  @_noLocks @inline(__always)
  static func octet(_ memory: UnsafeMutablePointer<Float>) -> Octet {
    UnsafeRawPointer(memory).loadUnaligned(as: Octet.self)
  }

  /// Writes the first `count` samples of an octet to memory, or all eight.
  @_noLocks @inline(__always)
  static func set(_ octet: Octet, _ memory: UnsafeMutablePointer<Float>, _ count: Int) {
    if count >= 8 {
      UnsafeMutableRawPointer(memory).storeBytes(of: octet, as: Octet.self)
    } else {
      for lane in 0..<count { memory[lane] = octet[lane] }
    }
  }
}
