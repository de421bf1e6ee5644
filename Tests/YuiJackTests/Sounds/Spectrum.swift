// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A transform of the tests' own, to check the one of the program.
enum Spectrum {
  /// The power-weighted mean frequency of a whole sound, in hertz.
  static func centroid(_ samples: [Float], rate: Double) -> Double {
    var size = 2
    while size < samples.count { size *= 2 }
    var real = samples.map(Double.init) + [Double](repeating: 0, count: size - samples.count)
    var imaginary = [Double](repeating: 0, count: size)
    transform(&real, &imaginary)
    var (sum, total) = (0.0, 0.0)
    for bin in 0...size / 2 {
      let power = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
      sum += power * Double(bin)
      total += power
    }
    return sum / total * rate / Double(size)
  }

  /// Cooley and Tukey's transform in place, for a power of two.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let size = real.count
    var reversed = 0
    for index in 1..<size {
      var bit = size / 2
      while reversed & bit != 0 {
        reversed ^= bit
        bit /= 2
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
    var half = 1
    while half < size {
      for offset in 0..<half {
        let angle = -Double.pi * Double(offset) / Double(half)
        let (c, s) = (cos(angle), sin(angle))
        for low in stride(from: offset, to: size, by: 2 * half) {
          let high = low + half
          let x = real[high] * c - imaginary[high] * s
          let y = real[high] * s + imaginary[high] * c
          (real[high], imaginary[high]) = (real[low] - x, imaginary[low] - y)
          (real[low], imaginary[low]) = (real[low] + x, imaginary[low] + y)
        }
      }
      half *= 2
    }
  }
}
