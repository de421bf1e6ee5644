// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// Where sound begins: sounding frames after at least `silence` frames of nothing at all.
func onsets(in samples: [Float], after silence: Int = 200) -> [Int] {
  var result: [Int] = []
  var last = -silence - 1
  for index in samples.indices where samples[index] != 0 {
    if index - last > silence { result.append(index) }
    last = index
  }
  return result
}

/// A grid counted from its anchor and rounded once, halves upward.
func gridPlace(anchor: Double, _ count: Int, of length: Double) -> Int {
  Int((anchor + Double(count) * length + 0.5).rounded(.down))
}

extension Recording {
  /// The places of one status byte on the clock port.
  func places(of status: UInt8, port: String = "clock") -> [Int] {
    (midi[port] ?? []).filter { $0.bytes[0] == status }.map(\.index)
  }

  /// What else than F8 was on the clock port.
  var transport: [Message] { (midi["clock"] ?? []).filter { $0.bytes[0] != 0xF8 } }
}

/// The largest distance of places from a grid of real numbers, in frames.
func worstError(of places: [Int], anchor: Double, length: Double) -> Double {
  places.enumerated().reduce(0) { max($0, abs(Double($1.element) - anchor - Double($1.offset) * length)) }
}
