// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The string that fits a block of samples best, in the sense of least squares.
///
/// A string sounds partials at `k × f × sqrt((1 + B k²) / (1 + B))`, so that f is its first; they die away together. Amplitudes
/// and phases follow from linear equations; the pitch, the stiffness B and the decay are found by Gauss and Newton's steps
/// from a first guess, the last two held near what strings have.
///
/// - Source: M. Christensen and A. Jakobsson, "Multi-Pitch Estimation", 2.6 (nonlinear least squares); H. Fletcher, "Normal
///   Vibration Frequencies of a Stiff Piano String", JASA 36, 1964 (partials).
/// - Thread: one at a time, never the process callback.
final class HarmonicFit {
  /// What was found.
  struct FittedString {
    /// Of the first partial, in turns a sample.
    var frequency: Double
    /// Stiffness.
    var stiffness: Double
    /// The standard deviation that noise leaves to the frequency, as a share of it.
    var deviation: Double
    /// The share of the energy that the string does not explain, free of what any string would explain of noise.
    var residue: Double
    /// Energy of each partial, from the first.
    var partials: [Double]
  }

  /// The most partials.
  static let mostPartials = 28
  /// What strings have of stiffness, and how much they differ.
  private static let stiffness = (mean: 5e-5, deviation: 1.5e-4)
  /// How fast strings die away, in nepers over half a block.
  private static let decay = (mean: 0.1, deviation: 0.5)
  private static let parameters = 3
  /// The highest frequency of a partial, in turns a sample.
  private static let band = 0.49

  private let longest: Int
  private let even: UnsafeMutablePointer<Float>
  private let odd: UnsafeMutablePointer<Float>
  private let cosines: UnsafeMutablePointer<Float>
  private let sines: UnsafeMutablePointer<Float>
  private let slopes: UnsafeMutablePointer<Float>

  /// Prepares for blocks of up to `longest` samples.
  init(longest: Int) {
    let half = longest / 2
    self.longest = longest
    even = .allocate(capacity: half)
    odd = .allocate(capacity: half)
    cosines = .allocate(capacity: half * Self.mostPartials)
    sines = .allocate(capacity: half * Self.mostPartials)
    slopes = .allocate(capacity: half * 2 * Self.parameters)
  }

  deinit {
    for pointer in [even, odd, cosines, sines, slopes] { pointer.deallocate() }
  }

  /// Fits a string to a block.
  ///
  /// - Parameters:
  ///   - guess: turns a sample, within about a semitone divided by the partials.
  ///   - steps: how often the guess is bettered.
  func fit(
    _ block: UnsafeBufferPointer<Float>, guess: Double, stiffness guessed: Double?, steps: Int
  ) -> FittedString? {
    let half = block.count / 2
    let count = min(Self.mostPartials, Int(Self.band / guess), half - 4)
    guard count > 0, block.count <= longest else { return nil }
    var frequency = guess
    var stiffness = guessed ?? Self.stiffness.mean
    var step = 0
    while true {
      fold(block, half)
      let energy = Double(dotProduct(even, even, half) + dotProduct(odd, odd, half))
      guard energy > 0 else { return nil }
      fill(count, half, frequency, stiffness)
      guard let cosineGram = Cholesky(gram(cosines, count, half)), let sineGram = Cholesky(gram(sines, count, half))
      else {
        return nil
      }
      let a = cosineGram.solve(project(cosines, count, half, even))
      let b = sineGram.solve(project(sines, count, half, odd))
      let rest = remove(a, b, count, half)
      fillSlopes(a, b, count, half, frequency, stiffness)
      let (system, gradient) = slopeSystem(cosineGram, sineGram, count, half)
      // Two amplitudes a partial, and the pitch.
      let freedom = Double(2 * half - 2 * count - 1)
      var variance = max(rest, energy * 1e-7) / freedom
      guard let first = solver(system, variance) else { return nil }
      var change = first.solve(right(gradient, variance, stiffness))
      // What the slopes explain is no noise.
      var unexplained = rest
      for index in 0..<Self.parameters { unexplained -= change[index] * gradient[index] }
      unexplained = max(unexplained, rest * 0.01, energy * 1e-7)
      variance = unexplained / freedom
      guard let second = solver(system, variance) else { return nil }
      change = second.solve(right(gradient, variance, stiffness))
      // The first parameter is the logarithm of the frequency; a step beyond a quarter-tone has lost its way.
      frequency *= 1 + min(max(change[0], -0.03), 0.03)
      stiffness = min(max(stiffness + change[1], 0), 2e-3)
      step += 1
      if step < steps { continue }
      let unit = second.solve([1, 0, 0])
      return FittedString(
        frequency: frequency, stiffness: stiffness, deviation: (variance * max(unit[0], 0)).squareRoot(),
        residue: variance / (energy / Double(2 * half)),
        partials: (0..<count).map { (a[$0] * a[$0] + b[$0] * b[$0]) * Double(half) })
    }
  }

  // MARK: Parts

  /// The equations of a step, with what is known of strings beforehand.
  private func solver(_ system: [Double], _ variance: Double) -> Cholesky? {
    var matrix = system
    matrix[4] += variance / (Self.stiffness.deviation * Self.stiffness.deviation)
    matrix[8] += variance / (Self.decay.deviation * Self.decay.deviation)
    return Cholesky(matrix)
  }

  private func right(_ gradient: [Double], _ variance: Double, _ stiffness: Double) -> [Double] {
    [
      gradient[0],
      gradient[1] + variance / (Self.stiffness.deviation * Self.stiffness.deviation)
        * (Self.stiffness.mean - stiffness),
      gradient[2] + variance / (Self.decay.deviation * Self.decay.deviation) * Self.decay.mean,
    ]
  }

  /// Splits a block into its even and odd halves about its middle; sines and cosines are then apart.
  private func fold(_ block: UnsafeBufferPointer<Float>, _ half: Int) {
    let scale = Float(0.5).squareRoot()
    let right = block.count - half
    let left = half - 1
    for index in 0..<half {
      let (after, before) = (block[right + index], block[left - index])
      even[index] = (after + before) * scale
      odd[index] = (after - before) * scale
    }
  }

  /// The frequency of partial k over that of the first, and its slope by the stiffness.
  private func partial(_ k: Int, _ stiffness: Double) -> (ratio: Double, slope: Double) {
    let square = Double(k * k)
    let ratio = Double(k) * ((1 + stiffness * square) / (1 + stiffness)).squareRoot()
    return (ratio, ratio * 0.5 * (square / (1 + stiffness * square) - 1 / (1 + stiffness)))
  }

  /// Writes the partials into rows. The middle of the block lies between two samples.
  private func fill(_ count: Int, _ half: Int, _ frequency: Double, _ stiffness: Double) {
    let root = 2.0.squareRoot()
    for k in 0..<count {
      let turn = 2 * Double.pi * frequency * partial(k + 1, stiffness).ratio
      let (cosineStep, sineStep) = (cos(turn), sin(turn))
      var (cosine, sine) = (root * cos(turn / 2), root * sin(turn / 2))
      let (toCosine, toSine) = (cosines + k * half, sines + k * half)
      for index in 0..<half {
        toCosine[index] = Float(cosine)
        toSine[index] = Float(sine)
        (cosine, sine) = (cosine * cosineStep - sine * sineStep, sine * cosineStep + cosine * sineStep)
      }
    }
  }

  private func gram(_ rows: UnsafeMutablePointer<Float>, _ count: Int, _ half: Int) -> [Double] {
    var matrix = [Double](repeating: 0, count: count * count)
    for i in 0..<count {
      for j in 0...i { matrix[i * count + j] = Double(dotProduct(rows + i * half, rows + j * half, half)) }
      // Partials that the block is too short to tell apart stay small.
      matrix[i * count + i] += 1e-3 * Double(half)
    }
    return matrix
  }

  private func project(
    _ rows: UnsafeMutablePointer<Float>, _ count: Int, _ half: Int, _ signal: UnsafePointer<Float>
  ) -> [Double] {
    (0..<count).map { Double(dotProduct(rows + $0 * half, signal, half)) }
  }

  /// Takes the partials out of the folded block, and gives the energy that is left.
  private func remove(_ a: [Double], _ b: [Double], _ count: Int, _ half: Int) -> Double {
    for k in 0..<count {
      let (cosine, sine) = (cosines + k * half, sines + k * half)
      let (inEven, inOdd) = (Float(a[k]), Float(b[k]))
      for index in 0..<half {
        even[index] -= inEven * cosine[index]
        odd[index] -= inOdd * sine[index]
      }
    }
    let rest = Double(dotProduct(even, even, half) + dotProduct(odd, odd, half))
    return rest
  }

  /// Writes how the block changes with the logarithm of the frequency, with the stiffness, and with the decay: for each an even
  /// row and an odd one.
  private func fillSlopes(
    _ a: [Double], _ b: [Double], _ count: Int, _ half: Int, _ frequency: Double, _ stiffness: Double
  ) {
    slopes.update(repeating: 0, count: half * 2 * Self.parameters)
    for k in 0..<count {
      let (ratio, slope) = partial(k + 1, stiffness)
      let turn = 2 * Double.pi * frequency
      let (byPitch, byStiffness) = (Float(turn * ratio), Float(turn * slope))
      let (inEven, inOdd) = (Float(a[k]), Float(b[k]))
      let (cosine, sine) = (cosines + k * half, sines + k * half)
      let byDecay = 1 / Float(half)
      for index in 0..<half {
        let time = Float(index) + 0.5
        let risingEven = -inEven * time * sine[index]
        let risingOdd = inOdd * time * cosine[index]
        slopes[index] += byPitch * risingEven
        slopes[half + index] += byPitch * risingOdd
        slopes[2 * half + index] += byStiffness * risingEven
        slopes[3 * half + index] += byStiffness * risingOdd
        slopes[4 * half + index] -= byDecay * time * inOdd * sine[index]
        slopes[5 * half + index] -= byDecay * time * inEven * cosine[index]
      }
    }
  }

  /// The equations of a step: what the amplitudes could make up for is taken out of them.
  private func slopeSystem(
    _ cosineGram: Cholesky, _ sineGram: Cholesky, _ count: Int, _ half: Int
  ) -> (matrix: [Double], right: [Double]) {
    let size = Self.parameters
    var matrix = [Double](repeating: 0, count: size * size)
    var right = [Double](repeating: 0, count: size)
    for (rows, signal, offset, isEven) in [(cosines, even, 0, true), (sines, odd, half, false)] {
      let crossed = (0..<size).map { project(rows, count, half, slopes + 2 * $0 * half + offset) }
      for p in 0..<size {
        let slope = slopes + 2 * p * half + offset
        right[p] += Double(dotProduct(slope, signal, half))
        let solved = isEven ? cosineGram.solve(crossed[p]) : sineGram.solve(crossed[p])
        for q in 0...p {
          var sum = Double(dotProduct(slope, slopes + 2 * q * half + offset, half))
          for k in 0..<count { sum -= solved[k] * crossed[q][k] }
          matrix[p * size + q] += sum
          if p != q { matrix[q * size + p] += sum }
        }
      }
    }
    return (matrix, right)
  }
}
