// SPDX-License-Identifier: GPL-3.0-or-later

/// Which tempo holds when, and so on which tick of a MIDI file a moment lies.
///
/// A tempo can change on whole ticks only. Moments behind a change are counted from where that tick is for a reader, so
/// rounding never adds up: however many changes there are, each moment is at most half a tick off.
struct TempoMap {
  /// Ticks in a quarter note.
  static let ticksPerQuarter = 480
  /// Tempi that a file can hold, in quarter notes a minute; others are brought to the nearer end.
  static let range = 20.0...300.0

  /// From a tick on.
  struct Segment {
    var tick: Int
    /// Seconds from the beginning.
    var seconds: Double
    var beatsPerMinute: Double

    /// Microseconds in a quarter note; a file holds whole ones.
    var microseconds: Double { 60_000_000 / beatsPerMinute }
    var ticksPerSecond: Double { beatsPerMinute / 60 * Double(TempoMap.ticksPerQuarter) }
  }

  private(set) var segments: [Segment]

  /// One tempo from the beginning.
  init(beatsPerMinute: Double) {
    segments = [Segment(tick: 0, seconds: 0, beatsPerMinute: Self.clamped(beatsPerMinute))]
  }

  /// Another tempo from a moment on, which lies behind those that were added before.
  mutating func turn(at seconds: Double, beatsPerMinute: Double) {
    let last = segments[segments.count - 1]
    let tempo = Self.clamped(beatsPerMinute)
    guard tempo != last.beatsPerMinute else { return }
    let tick = max(last.tick, tick(at: seconds))
    if tick == last.tick { segments.removeLast() }
    let start = last.seconds + Double(tick - last.tick) / last.ticksPerSecond
    segments.append(Segment(tick: tick, seconds: start, beatsPerMinute: tempo))
  }

  /// The nearest tick to a moment, halves up.
  func tick(at seconds: Double) -> Int {
    let segment = segments.last { $0.seconds <= seconds } ?? segments[0]
    return max(0, segment.tick + Int(((seconds - segment.seconds) * segment.ticksPerSecond + 0.5).rounded(.down)))
  }

  /// The changes of tempo that a file has up to a tick, in microseconds a quarter note.
  ///
  /// Whole microseconds are up to half of one off, which adds up to ticks in a long take. So now and then the whole number on the
  /// other side of the tempo stands in for a while, and no moment is a quarter of a tick off for it.
  func changes(until end: Int) -> [(tick: Int, microseconds: Int)] {
    var changes: [(tick: Int, microseconds: Int)] = []
    var error = 0.0
    for (index, segment) in segments.enumerated() {
      let next = index + 1 < segments.count ? segments[index + 1].tick : max(end, segment.tick + 1)
      let most = segment.microseconds / Double(4 * Self.ticksPerQuarter)
      var tick = segment.tick
      var whole = Int(segment.microseconds.rounded())
      while tick < next {
        let step = Double(whole) - segment.microseconds
        changes.append((tick, whole))
        guard abs(step) > 1e-6 else { break }
        let room = step > 0 ? most - error : most + error
        let quarters = max(1, (room / abs(step)).rounded(.down))
        let last = min(Double(next), Double(tick) + quarters * Double(Self.ticksPerQuarter))
        error += step * (last - Double(tick)) / Double(Self.ticksPerQuarter)
        tick = Int(last)
        whole += step > 0 ? -1 : 1
      }
    }
    return changes
  }

  private static func clamped(_ tempo: Double) -> Double { min(max(tempo, range.lowerBound), range.upperBound) }
}
