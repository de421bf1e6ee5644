// SPDX-License-Identifier: GPL-3.0-or-later

/// The tempo of the last taps.
public struct TapTempo: Sendable {
  /// Taps this many seconds apart, or further, begin a new run.
  public static let longestGap = 2.0
  /// The taps that count.
  public static let mostTaps = 5

  private var taps: [Double] = []

  /// No taps yet.
  public init() {}

  /// Adds a tap at a time in seconds, on any clock that does not go back.
  ///
  /// Gives the tempo in whole beats per minute, `30...300`, from the mean gap of the run; nil for the first tap of a run.
  public mutating func tap(at seconds: Double) -> Double? {
    if let last = taps.last, seconds - last >= Self.longestGap || seconds <= last { taps.removeAll() }
    taps.append(seconds)
    if taps.count > Self.mostTaps { taps.removeFirst() }
    guard taps.count > 1 else { return nil }
    let gap = (seconds - taps[0]) / Double(taps.count - 1)
    let range = MetronomeProps.bpm.range
    return min(max((60 / gap).roundedHalfUp, range.lowerBound), range.upperBound)
  }
}
