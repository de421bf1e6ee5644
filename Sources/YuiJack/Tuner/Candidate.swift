// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A string that may be what is heard.
struct Candidate {
  /// Hertz of the first partial.
  var frequency: Double
  /// How it fits.
  var fit: HarmonicFit.FittedString

  /// The standard deviation that noise leaves to the pitch, in cents.
  var deviation: Double { fit.deviation * 1200 / log(2) }

  /// Whether this is the other's pitch, to about a third of a semitone.
  func isNear(_ other: Double) -> Bool { abs(log2(frequency / other)) < 0.03 }

  /// Whether what it explains beside a higher pitch is mostly the hum of the mains.
  func isHum(beside high: Double) -> Bool {
    var (all, hum) = (0.0, 0.0)
    for (index, energy) in fit.partials.enumerated() {
      let partial = frequency * Double(index + 1)
      let order = partial / high
      if order > 0.5, abs(order - order.rounded()) < 0.02 * order { continue }
      all += energy
      if Self.mains.contains(where: { abs(partial - $0 * (partial / $0).rounded()) < 4 }) { hum += energy }
    }
    return hum > 0.7 * all
  }

  /// Whether the pitch is torn between a string and the mains, whose hum is never as loud as a string at first.
  ///
  /// - Parameter level: root mean square, linear.
  func isHalfHum(level: Double) -> Bool { level < 0.08 && (45...65).contains(frequency) && fit.residue > 0.12 }

  /// Whether the pitch is that of the mains, to what noise leaves open.
  var isMains: Bool { Self.mains.contains { abs(frequency - $0) < 0.15 + 3 * fit.deviation * frequency } }

  /// Whether this is a string an octave or a twelfth higher with a lone tone below it, such as the thump of a body.
  ///
  /// A string that has overtones has them between those multiples of its first partial as well.
  var isLoneTone: Bool {
    for order in 2...3 {
      var (own, shared) = (0.0, 0.0)
      for (index, energy) in fit.partials.enumerated().dropFirst() {
        if (index + 1) % order != 0 { own += energy } else if index + 1 > order { shared += energy }
      }
      if own < 0.02 * shared, fit.partials[0] < 4 * shared { return true }
    }
    return false
  }

  /// Whether the pitch is only what two or three strings have in common.
  ///
  /// The partials of two a third, a fourth or a fifth apart then all are multiples of 2 or 3, or of 4, 5 or 6, and those of a
  /// chord multiples of 2, 3 or 5; a string by itself has others too, the first of all.
  var isManyStrings: Bool {
    var (all, besideTwo, besideThree, low) = (0.0, 0.0, 0.0, 0.0)
    for (index, energy) in fit.partials.enumerated() {
      let order = index + 1
      all += energy
      if order <= 3 { low += energy }
      guard order % 2 != 0, order % 3 != 0 else { continue }
      besideTwo += energy
      if order % 5 != 0 { besideThree += energy }
    }
    return besideTwo < 0.005 * all || besideThree < 0.006 * all || low < 0.01 * all
  }

  /// Hertz of the mains, here or there.
  static let mains = [50.0, 60]
}
