// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the clock source is, as far as it has told: enough to say when one of its bars begins.
struct ClockPlace {
  /// Where the tempo began.
  private var frame: Double
  /// Ticks of the source before that.
  private var ticks = 0.0
  private(set) var beatsPerMinute: Double
  private let sampleRate: Double

  /// A source that starts on `frame`.
  init(startingAt frame: Int64, beatsPerMinute: Double, sampleRate: Double) {
    self.frame = Double(frame)
    self.beatsPerMinute = beatsPerMinute
    self.sampleRate = sampleRate
  }

  /// The tempo turned on `frame`.
  mutating func turn(at frame: Int64, beatsPerMinute: Double) {
    ticks += ((Double(frame) - self.frame) / framesPerTick).rounded()
    self.frame = Double(frame)
    self.beatsPerMinute = beatsPerMinute
  }

  /// The frame of a tick counted from the start.
  func frame(ofTick tick: Double) -> Int64 { Int64(frame + (tick - ticks) * framesPerTick + 0.5) }

  private var framesPerTick: Double { sampleRate * 60 / beatsPerMinute / 24 }
}
