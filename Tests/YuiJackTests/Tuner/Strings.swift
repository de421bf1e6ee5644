// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// Sounds of strings, made by adding partials, and what disturbs them. The same in every run.
struct StringSound {
  /// Hertz of the first partial.
  var frequency: Double
  var rate: Double = 48_000
  /// B of a stiff string.
  var stiffness = 0.0
  /// Decibels by which the first partial is weaker than a plectrum makes it.
  var weakness = 0.0
  /// Where the plectrum is, as a share of the string.
  let place = 0.22
  /// Partials, 1 for a sine.
  var partials = 40
  /// Whether it dies away.
  var decays = true
  /// Seconds.
  var length = 1.2
  /// Loudest sample.
  var peak = 0.5

  /// The samples.
  var samples: [Float] {
    let count = Int(length * rate)
    var sound = [Double](repeating: 0, count: count)
    for k in 1...partials {
      let square = Double(k * k)
      let pitch = Double(k) * frequency * ((1 + stiffness * square) / (1 + stiffness)).squareRoot()
      guard pitch < min(9000, rate * 0.45) else { break }
      let weak = k == 1 ? pow(10, -weakness / 20) : 1
      let level = partials == 1 ? 1 : weak * abs(sin(.pi * Double(k) * place)) / Double(k)
      let turn = 2 * Double.pi * pitch / rate
      let loss = decays ? exp(-(0.6 + 0.2 * Double(k)) / rate) : 1
      // A rotating pointer: a sine of its own for every sample would take most of the test.
      var (real, imaginary) = (level * cos(Double(k)), level * sin(Double(k)))
      let (stepReal, stepImaginary) = (loss * cos(turn), loss * sin(turn))
      for index in 0..<count {
        sound[index] += imaginary
        (real, imaginary) = (real * stepReal - imaginary * stepImaginary, imaginary * stepReal + real * stepImaginary)
      }
    }
    let attack = 0.002 * rate
    let loudest = sound.map(abs).max() ?? 1
    return sound.enumerated().map { Float($1 * peak / loudest * min(1, Double($0) / attack)) }
  }
}

extension Dice {
  /// White noise of a level, root mean square.
  mutating func noise(_ count: Int, level: Double) -> [Float] {
    (0..<count).map { _ in
      let sum = (0..<4).reduce(0.0) { total, _ in total + Double.random(in: -1...1, using: &self) }
      return Float(sum * level / (4.0 / 3).squareRoot())
    }
  }
}

extension Collection<Float> {
  /// Root mean square.
  var level: Double { (reduce(0.0) { $0 + Double($1) * Double($1) } / Double(Swift.max(1, count))).squareRoot() }
}

extension [Float] {
  /// The sum with another sound of the same length or a shorter one.
  func mixed(with other: [Float]) -> [Float] {
    enumerated().map { $0 < other.count ? $1 + other[$0] : $1 }
  }

  /// Silence before it.
  func delayed(by count: Int) -> [Float] { [Float](repeating: 0, count: count) + self }
}

/// The hum of the mains with its overtones, at a level that is its root mean square.
func hum(_ mains: Double, seconds: Double, rate: Double = 48_000, level: Double) -> [Float] {
  let shares: [(Double, Double)] = [(1, 1), (2, 0.4), (3, 0.6), (5, 0.3)]
  let scale = level / (shares.reduce(0) { $0 + $1.1 * $1.1 } / 2).squareRoot()
  return (0..<Int(seconds * rate)).map { index in
    Float(scale * shares.reduce(0) { $0 + $1.1 * sin(2 * .pi * mains * $1.0 * Double(index) / rate + $1.0) })
  }
}
