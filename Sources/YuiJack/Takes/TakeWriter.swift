// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// Writes a take from the ring to disk, on a thread of its own.
///
/// - Thread: control, except what the disk thread runs.
final class TakeWriter: @unchecked Sendable {
  /// Frames that are written at a time.
  private static let block = 8192

  /// What has become of a take.
  struct Outcome {
    /// Frames in the file, those included that were lost.
    var frames: Int64 = 0
    /// Frames of silence where sound was lost, since the disk was too slow.
    var lost: Int64 = 0
    /// Where the sound is; nil where nothing of it could be kept.
    var path: String?
    /// A sentence, where the file ended early or could not be finished.
    var failure: String?
    /// A sentence, where something happened that did no harm.
    var notice: String?
  }

  private let ring: TakeRing
  private let start: Int64
  /// The frame it ends on, or the last there is while that is open. Written by the control thread.
  private let end = Atomic<Int64>(.max)
  private let isOver = Atomic<Bool>(false)
  /// The disk thread's until `isOver` has been seen.
  private let file: SoundFile
  private var result = Outcome()
  private var stereo = [Float](repeating: 0, count: 2 * TakeWriter.block)

  /// Begins to write what the ring has from `start` on into a file.
  init(_ ring: TakeRing, into file: SoundFile, from start: Int64) {
    self.ring = ring
    self.start = start
    self.file = file
    ring.setPosition(start)
    var thread = pthread_t()
    let box = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { box in
        Unmanaged<TakeWriter>.fromOpaque(box!).takeRetainedValue().run()
        return nil
      }, box)
    guard code == 0 else {
      Unmanaged<TakeWriter>.fromOpaque(box).release()
      result.failure = "No thread is left to write '\(file.path)': \(FileTrouble(code: code).reason)."
      result.path = file.salvage()?.path
      over()
      return
    }
    pthread_detach(thread)
  }

  /// Lets it end on a frame; an end that it has stays, where it is earlier.
  func finish(at frame: Int64) {
    let frame = min(frame, end.load(ordering: .relaxed))
    end.store(frame, ordering: .releasing)
  }

  /// What has become of it; nil while it goes on.
  var outcome: Outcome? { isOver.load(ordering: .acquiring) ? result : nil }

  // MARK: Disk thread

  private func run() {
    var position = start
    while true {
      // First what is settled, then the end: an end that comes meanwhile lies behind it.
      let settled = ring.settled
      let end = end.load(ordering: .acquiring)
      let next = min(min(settled, end), position + Int64(TakeWriter.block))
      if position < next {
        // Of a block that does not fit, the file may have a part.
        result.frames = next - start
        guard write(position..<next) else { break }
        position = next
        ring.setPosition(position)
      } else if position >= end {
        break
      } else {
        usleep(2000)
      }
    }
    ring.setPosition(nil)
    result.path = file.path
    if result.failure == nil {
      do { try file.close() } catch { result.failure = error.message }
    }
    if result.failure != nil {
      let kept = file.salvage()
      result.path = kept?.path
      result.frames = min(result.frames, kept?.frames ?? 0)
    }
    result.notice = file.notice
    over()
  }

  private func write(_ range: Range<Int64>) -> Bool {
    result.lost += Int64(stereo.withUnsafeMutableBufferPointer { ring.read(range, into: $0.baseAddress!) })
    do {
      try file.write(stereo, frames: range.count)
      return true
    } catch {
      result.failure = error.message
      return false
    }
  }

  private func over() { isOver.store(true, ordering: .releasing) }
}
