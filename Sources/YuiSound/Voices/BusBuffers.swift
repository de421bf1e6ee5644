// SPDX-License-Identifier: GPL-3.0-or-later

/// Memory for a block of every bus, mono, and of the room's two sides.
///
/// - Thread: realtime, except `init` and `deallocate`.
struct BusBuffers: BitwiseCopyable {
  let kit: UnsafeMutablePointer<Float>
  let pitched: UnsafeMutablePointer<Float>
  let click: UnsafeMutablePointer<Float>
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  /// Memory for blocks of at most `frames`.
  init(frames: Int) {
    kit = .allocate(capacity: 5 * frames)
    kit.initialize(repeating: 0, count: 5 * frames)
    pitched = kit + frames
    click = kit + 2 * frames
    left = kit + 3 * frames
    right = kit + 4 * frames
  }

  /// Frees the memory. Nobody may use any of it afterwards.
  func deallocate() { kit.deallocate() }

  /// The memory of a bus.
  @_noLocks
  subscript(bus: Bus) -> UnsafeMutablePointer<Float> {
    switch bus {
    case .kit: kit
    case .pitched: pitched
    case .click: click
    }
  }

  /// Empties the first `frames` of every bus.
  @_noLocks
  func clear(_ frames: Int) {
    kit.update(repeating: 0, count: frames)
    pitched.update(repeating: 0, count: frames)
    click.update(repeating: 0, count: frames)
  }

  /// Writes the sum of all buses to both channels, with the room's sides where it `isWet`.
  @_noLocks
  func sum(into left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>, isWet: Bool) {
    for index in left.indices {
      let sum = (kit[index] + pitched[index]) + click[index]
      left[index] = isWet ? sum + self.left[index] : sum
      right[index] = isWet ? sum + self.right[index] : sum
    }
  }

  /// Adds the dry sound of the pitched bus to the room's sides, or puts it there where nothing is wet.
  @_noLocks
  func addPitched(_ frames: Int, isWet: Bool) {
    for index in 0..<frames {
      left[index] = isWet ? pitched[index] + left[index] : pitched[index]
      right[index] = isWet ? pitched[index] + right[index] : pitched[index]
    }
  }
}
