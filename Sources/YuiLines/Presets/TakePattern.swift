// SPDX-License-Identifier: GPL-3.0-or-later

/// A drum take of two bars brought onto a grid of 32 sixteenths.
public struct TakePattern: Sendable, Equatable {
  /// Sixteenths in a take.
  public static let steps = 32

  /// Names of the pads that were hit, in the order of the pads.
  public var rows: [String]
  /// The hits of each row: bit `n` is sixteenth `n`.
  public var masks: [UInt32]

  /// One pattern text a row.
  public var patternTexts: [String] { masks.map { Pattern.text($0, steps: Self.steps) } }

  /// Moves each hit to its nearest sixteenth, halves up; the place behind the last one is the first again.
  ///
  /// Hits from half a sixteenth before the bar line to the end of the second bar count.
  /// - Parameters:
  ///   - hits: the index of each pad hit, and when, in seconds from the bar line behind the count-in.
  ///   - pads: names of the pads, in their order.
  ///   - bpm: beats per minute, above 0.
  public init(hits: some Sequence<(pad: Int, seconds: Double)>, pads: [String], bpm: Double) {
    var masks = [UInt32](repeating: 0, count: pads.count)
    let sixteenth = 15 / bpm
    for hit in hits where pads.indices.contains(hit.pad) {
      let place = (hit.seconds / sixteenth).roundedHalfUp
      guard place >= 0, hit.seconds < sixteenth * Double(Self.steps) else { continue }
      masks[hit.pad] |= 1 << (Int(place) % Self.steps)
    }
    let struck = pads.indices.filter { masks[$0] != 0 }
    rows = struck.map { pads[$0] }
    self.masks = struck.map { masks[$0] }
  }
}
