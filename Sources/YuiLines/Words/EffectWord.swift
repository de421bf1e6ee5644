// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of an effect: a short signal of a lesson or a game.
public enum EffectWord: String, Sendable, CaseIterable {
  /// Something was touched.
  case tap
  /// An answer is right.
  case correct
  /// Several in a row.
  case streak
  /// All is done.
  case win
  /// The time is over.
  case timeUp = "timeup"
  /// An answer is wrong.
  case wrong

  /// Reads an effect's name; case, accents, white space, `_` and `-` do not matter. Nil when unknown.
  public init?(reading name: String) { self.init(rawValue: SoundWord.normalised(name)) }
}
