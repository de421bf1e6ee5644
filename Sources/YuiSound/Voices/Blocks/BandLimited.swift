// SPDX-License-Identifier: GPL-3.0-or-later

/// Sawtooth, square and triangle waves without audible aliasing.
///
/// Each jump or corner of the plain wave is replaced by a smooth one, a polynomial of the distance to it that reaches
/// some frames to either side: nothing is kept from frame to frame, and a frame needs nothing but its phase. The
/// polynomials are integrals of even kernels of ours, fitted by linear programming for a flat pass band and a stop band
/// from half the sample rate up. For pitches so high that the reaches of two jumps would touch, the reach shrinks.
///
/// - Source: the idea is PolyBLEP (V. Välimäki et al., "Perceptually informed synthesis of bandlimited classical
///   waveforms using integrated polynomial interpolation", JASA 131, 2012), with a kernel long enough for its task.
struct BandLimited {
  /// How far the smoothing of a jump reaches to either side, in frames.
  private static var jumpFrames: Float { @_noLocks get { 4 } }
  /// How far the smoothing of a corner reaches to either side, in frames.
  private static var cornerFrames: Float { @_noLocks get { 2.5 } }

  /// One over the reach of a jump, per 2^-32 turn: of waves that jump once in a cycle, and twice.
  private let perReachOnce: Float
  private let perReachTwice: Float
  /// The reaches before a jump or corner, and the span from there in which an octet has to begin to be touched by it,
  /// in turns of 2^-32.
  private let jumpLead: UInt32
  private let jumpSpan: UInt32
  private let cornerLead: UInt32
  private let cornerSpan: UInt32
  /// The reach of a corner in turns, and one over it.
  private let cornerReach: Float
  private let perCornerReach: Float

  /// Prepares for a pitch; a pitch that strays by a few per cent does no harm.
  ///
  /// - Parameter increment: the step of a frame in turns of 2^-32.
  /// - Thread: realtime.
  @_noLocks
  init(increment: UInt32) {
    let turns = Float(increment) * 0x1p-32
    let jump = turns * Self.jumpFrames
    let corner = turns * Self.cornerFrames
    // The smallest reach only keeps the divisions finite where the pitch is zero.
    let smallest: Float = 0x1p-30
    perReachOnce = 0x1p-32 / max(min(jump, 0.5), smallest)
    perReachTwice = 0x1p-32 / max(min(jump, 0.25), smallest)
    cornerReach = max(min(corner, 0.25), smallest)
    perCornerReach = 1 / cornerReach
    // Seven frames on from the first, a reach, and a frame to spare for a pitch that strays.
    (jumpLead, jumpSpan) = Self.window(increment, lead: Self.jumpFrames + 8, span: 2 * Self.jumpFrames + 9)
    (cornerLead, cornerSpan) = Self.window(increment, lead: Self.cornerFrames + 8, span: 2 * Self.cornerFrames + 9)
  }

  /// Frames before a jump as turns of 2^-32; a whole turn where they are more than one.
  @_noLocks
  private static func window(_ increment: UInt32, lead: Float, span: Float) -> (lead: UInt32, span: UInt32) {
    let turns = Double(increment) * Double(span)
    return turns < 0x1p32 ? (UInt32(Double(increment) * Double(lead)), UInt32(turns)) : (0, .max)
  }

  /// A sawtooth: -1 just after phase 0, rising to 1 just before the next.
  ///
  /// - Parameter turns: eight phases; the whole range of `UInt32` is a turn.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  func saw(_ turns: SIMD8<UInt32>) -> Octet {
    if turns[0] &+ jumpLead > jumpSpan {
      // No jump is near: half a cycle away from it the saw is a straight line through 0.
      return Octet(rounding: SIMD8<Int32>(truncatingIfNeeded: turns &+ 0x8000_0000)) * 0x1p-31
    }
    let distance = Octet(rounding: SIMD8<Int32>(truncatingIfNeeded: turns))
    return distance * 0x1p-31 - Self.jump(distance * perReachOnce)
  }

  /// A square wave: 1 in the first half of the cycle, -1 in the second.
  ///
  /// - Parameter turns: eight phases; the whole range of `UInt32` is a turn.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  func square(_ turns: SIMD8<UInt32>) -> Octet {
    Self.jump(Self.fold(turns) * perReachTwice)
  }

  /// A triangle: 1 at phase 0, falling to -1 at the half, rising again.
  ///
  /// - Parameter turns: eight phases; the whole range of `UInt32` is a turn.
  /// - Thread: realtime.
  @_noLocks @inline(__always)
  func triangle(_ turns: SIMD8<UInt32>) -> Octet {
    let folded = Self.fold(turns &+ 0x4000_0000)
    if (turns[0] &+ cornerLead) & 0x7FFF_FFFF > cornerSpan { return folded * 0x1p-30 }
    let bits = unsafeBitCast(folded, to: SIMD8<UInt32>.self)
    let height = unsafeBitCast(bits & 0x7FFF_FFFF, to: Octet.self)
    // The distance to the nearer corner, and what rounding the corner takes off there.
    let corner = Octet(repeating: 0.25) - height * 0x1p-32
    let scaled = corner * perCornerReach
    let u = scaled.replacing(with: 1, where: scaled .> 1)
    let z = u * u
    var round = z * -0.18236159 + 0.79194635
    round = round * z - 1.4066695
    round = round * z + 1.6669463
    round = round * z + 0.13013846 - u
    let size = Octet(repeating: 1) - (corner + round * cornerReach) * 4
    return unsafeBitCast(unsafeBitCast(size, to: SIMD8<UInt32>.self) | (bits & 0x8000_0000), to: Octet.self)
  }

  /// Phases as signed distances from the nearest of the two zero crossings of a sine, positive in its first half;
  /// ±2^30 are the quarter turns.
  @_noLocks @inline(__always)
  private static func fold(_ turns: SIMD8<UInt32>) -> Octet {
    let signed = SIMD8<Int32>(truncatingIfNeeded: turns)
    // All ones in the second and third quarter, where the distance is 1/2 - phase.
    let mirror = (signed ^ (signed &<< 1)) &>> 31
    let mirrored = (signed ^ mirror) &+ (mirror & Int32(bitPattern: 0x8000_0001))
    return Octet(rounding: mirrored)
  }

  /// A smooth step from -1 to 1 around 0, of which -1...1 are the ends. It overshoots by 11 % on either side, as a
  /// band-limited step does.
  @_noLocks @inline(__always)
  private static func jump(_ distance: Octet) -> Octet {
    let low = distance.replacing(with: -1, where: distance .< -1)
    let u = low.replacing(with: 1, where: low .> 1)
    let z = u * u
    var slope = z * 7.675629 - 36.40725
    slope = slope * z + 73.22174
    slope = slope * z - 81.11955
    slope = slope * z + 53.341228
    slope = slope * z - 20.728329
    slope = slope * z + 5.016533
    return u * slope
  }
}
