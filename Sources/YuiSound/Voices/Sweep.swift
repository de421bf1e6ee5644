// SPDX-License-Identifier: GPL-3.0-or-later

/// A sweep: a sine from 300 to 2400 Hz in half a second, swelling to the middle of it, then silence.
///
/// - Output: mono, overwrites; peak 0.5 at velocity 1.
/// - Thread: realtime.
struct Sweep {
  private var glide: Glide
  private var phase = Phase()
  private let peak: Float
  private let half: Int32
  private var frame: Int32 = 0

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    // 300 to 2400 Hz are three octaves.
    glide = .exponential(from: 300, octaves: 3, seconds: 0.5, sampleRate: strike.sampleRate)
    peak = 0.5 * strike.velocity
    half = strike.frames(0.25)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    // In a local, state stays in registers: what is stored to the octets might otherwise lie over it.
    var voice = self
    for index in 0..<octets.count {
      octets[index] = voice.next()
    }
    self = voice
  }

  @_noLocks @inline(__always)
  private mutating func next() -> Octet {
    guard frame < half &* 2 else { return Octet(repeating: 0) }
    let position = Octet(repeating: Float(frame &- half)) + Octet(0, 1, 2, 3, 4, 5, 6, 7)
    let distance = position.replacing(with: -position, where: position .< 0)
    let level = Octet(repeating: peak) - distance * (peak / Float(half))
    frame &+= 8
    let step = glide.next()
    let sine = RealtimeMath.sine(phase.next(step.first, to: step.following))
    return sine * level.replacing(with: 0, where: level .< 0)
  }
}
