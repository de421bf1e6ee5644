// SPDX-License-Identifier: GPL-3.0-or-later

/// How a chord's tones are laid out above its bass.
public enum Voicing: String, Sendable, CaseIterable {
  /// In root position, the root from G3 to F#4.
  case root
  /// In the inversion whose tones move least from the chord before; the first chord is in root position.
  case near

  /// The lowest and highest note that a chord above its bass reaches when it follows the one before: D3 to B5.
  ///
  /// Without a limit a long progression could wander out of the octaves where chords sound clear.
  private static let reach = 50...83

  /// MIDI numbers of the chord, the bass first (E2 to D#3), then the tones ascending.
  ///
  /// - Parameter previous: what this function gave for the chord before; looked at by `near` only.
  public func notes(of chord: Chord, after previous: [Int] = []) -> [Int] {
    let bass = 40 + PitchClass.wrapped(chord.bass - 4)
    let root = 55 + PitchClass.wrapped(chord.root - 7)
    let upper = chord.tones.map { root + $0 }
    guard self == .near, previous.count > 1 else { return [bass] + upper }
    return [bass] + Self.nearest(upper, to: Array(previous.dropFirst()))
  }

  private static func nearest(_ tones: [Int], to previous: [Int]) -> [Int] {
    var best = tones
    var least = Int.max
    for inversion in tones.indices {
      let turned = (tones[inversion...] + tones[..<inversion].map { $0 + 12 }).sorted()
      for octave in [0, -12, 12] {
        let candidate = turned.map { $0 + octave }
        guard reach.contains(candidate[0]), reach.contains(candidate[candidate.count - 1]) else { continue }
        let movement = movement(from: previous, to: candidate)
        if movement < least { (best, least) = (candidate, movement) }
      }
    }
    return best
  }

  /// The semitones that voices move in all: each note goes to the nearest one of the other chord, both ways.
  private static func movement(from first: [Int], to second: [Int]) -> Int {
    func oneWay(_ from: [Int], _ to: [Int]) -> Int {
      from.reduce(0) { sum, note in sum + (to.map { abs($0 - note) }.min() ?? 0) }
    }
    return oneWay(first, second) + oneWay(second, first)
  }
}
