// SPDX-License-Identifier: GPL-3.0-or-later

/// A pad: three triangles 7 cents below, on and 6 cents above the note, through a low-pass, as long as the key is down.
/// Pressure opens the low-pass by up to two octaves and turns the triangles into a sawtooth, since they have little up there.
///
/// - Output: mono, overwrites; peak up to 0.9 at velocity 1, where the three meet.
/// - Thread: realtime.
struct Pad {
  private let sampleRate: Double
  private var triangles = Triangles()
  private var wave = BandLimited(increment: 0)
  private var envelope: Envelope
  private var lowPass: StateVariableFilter
  private var saw = PressedLevel()

  /// Strikes the voice.
  ///
  /// - Thread: realtime.
  @_noLocks
  init(_ strike: Strike) {
    let rate = strike.sampleRate
    let v = strike.velocity
    sampleRate = rate
    envelope = .hold(0.3 * v, attack: 0.35, sampleRate: rate)
    lowPass = StateVariableFilter(.lowPass(3200, sampleRate: rate))
    tune(to: strike.frequency, atOnce: true)
  }

  /// Overwrites all octets with the next frames.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into octets: Octets) {
    // In locals, state stays in registers: what is stored to the octets might otherwise lie over it.
    var (triangles, envelope, saw) = (self.triangles, self.envelope, self.saw)
    let wave = wave
    for index in 0..<octets.count {
      var sum = wave.triangle(triangles.belowStep.next(&triangles.below))
      let turns = triangles.middleStep.next(&triangles.middle)
      sum += wave.triangle(turns)
      sum += wave.triangle(triangles.aboveStep.next(&triangles.above))
      if !saw.isZero {
        let level = saw.next()
        sum = sum * (1 - level * 0.33333334) + wave.saw(turns) * level
      }
      octets[index] = sum * envelope.next()
    }
    (self.triangles, self.envelope, self.saw) = (triangles, envelope, saw)
    lowPass.run(octets)
  }

  /// Moves the pitch within the next octet.
  ///
  /// - Parameters:
  ///   - frequency: hertz.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double, atOnce: Bool) {
    let increment = Phase.increment(frequency: frequency, sampleRate: sampleRate)
    triangles.middleStep.move(to: increment, atOnce: atOnce)
    triangles.belowStep.move(
      to: Phase.increment(frequency: frequency * 0.995965, sampleRate: sampleRate), atOnce: atOnce)
    triangles.aboveStep.move(
      to: Phase.increment(frequency: frequency * 1.003472, sampleRate: sampleRate), atOnce: atOnce)
    wave = BandLimited(increment: increment)
  }

  /// Presses the key: the filter opens from the next octet on, the sawtooth comes within it.
  ///
  /// - Parameters:
  ///   - pressure: 0...1.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func press(_ pressure: Float, atOnce: Bool) {
    saw.move(to: 1.2 * pressure, atOnce: atOnce)
    let cutoff = 3200 * RealtimeMath.exp2(2 * Double(pressure))
    lowPass.become(.lowPass(cutoff, sampleRate: sampleRate))
  }
}

/// Where the three triangles are, and how fast they move.
private struct Triangles {
  var below = Phase()
  var middle = Phase()
  var above = Phase()
  var belowStep = PitchStep()
  var middleStep = PitchStep()
  var aboveStep = PitchStep()
}
