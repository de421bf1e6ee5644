// SPDX-License-Identifier: GPL-3.0-or-later

/// What arrived at an audio input in one cycle: mono, full scale `-1...1`, connections already summed.
///
/// A view like `Span<Float>`, which cannot be held in `@_noLocks` code: Swift 6.3 takes the end of a span's life for a
/// possible deallocation.
///
/// - Thread: realtime, every member.
public struct InputSamples: ~Copyable, ~Escapable {
  /// Frames in the cycle.
  public let count: Int
  @usableFromInline let base: UnsafePointer<Float>

  @_noLocks @_lifetime(immortal)
  init(base: UnsafePointer<Float>, count: Int) {
    self.base = base
    self.count = count
  }

  /// The sample at a frame of the cycle.
  ///
  /// - Parameter frame: `0..<count`; traps outside.
  @inlinable
  public subscript(frame: Int) -> Float {
    @_noLocks get {
      precondition(frame >= 0 && frame < count, "No sample at this frame")
      return base[frame]
    }
  }

  /// Copies the first frames, as many as both have.
  @_noLocks
  public func copy(into destination: inout MutableSpan<Float>) {
    for frame in 0..<min(count, destination.count) { destination[frame] = base[frame] }
  }
}
