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

  /// Whether the pitch is only what two strings a third, a fourth or a fifth apart have in common.
  ///
  /// Their partials then all are multiples of 2 or 3, or of 4, 5 or 6; a string by itself has others too.
  var isTwoStrings: Bool {
    var (all, own, low) = (0.0, 0.0, 0.0)
    for (index, energy) in fit.partials.enumerated() {
      all += energy
      if (index + 1) % 2 != 0, (index + 1) % 3 != 0 { own += energy }
      if index < 3 { low += energy }
    }
    return own < 0.005 * all || low < 0.01 * all
  }

  /// Hertz of the mains, here or there.
  private static let mains = [50.0, 60]
}
