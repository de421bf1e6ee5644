// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the known word that a mistyped one was probably meant to be.
public enum Suggestion {
  /// The longest token that is worth comparing, in characters; longer ones are no typing slip.
  private static let longest = 32

  /// Gives the nearest word within one slip for three and four characters, two up to eight, three above; nil when none is
  /// near. Shorter tokens match only but for their case: a slip away from them is nearly anything.
  ///
  /// A slip is one character put in, left out, changed or swapped with its neighbour; upper and lower case count as the
  /// same. Of equally near words the one first in the alphabet is given.
  public static func nearest(to token: String, among words: some Sequence<String>) -> String? {
    guard token.utf8.count <= 4 * longest else { return nil }
    let letters = Array(token.lowercased().unicodeScalars)
    guard !letters.isEmpty, letters.count <= longest else { return nil }
    let allowed = letters.count < 3 ? 0 : letters.count <= 4 ? 1 : letters.count <= 8 ? 2 : 3
    var best: (word: String, distance: Int)?
    for word in words where word != token {
      let other = Array(word.lowercased().unicodeScalars)
      guard abs(other.count - letters.count) <= allowed, other.count > allowed else { continue }
      let distance = distance(letters, other)
      guard distance <= allowed else { continue }
      if let found = best, (found.distance, found.word) <= (distance, word) { continue }
      best = (word, distance)
    }
    return best?.word
  }

  /// Counts the slips between two words (optimal string alignment).
  static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
