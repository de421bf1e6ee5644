// SPDX-License-Identifier: GPL-3.0-or-later

/// The secret in a stage's address: made at each start, and the only way in.
///
/// - Thread: any.
struct StageToken: Sendable {
  /// 26 letters and digits out of 32: 130 bits of chance.
  let text: String

  /// A new one.
  init() {
    var random = SystemRandomNumberGenerator()
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    text = String((0..<26).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  /// Whether a word is the token. The time that it takes says nothing about how much of it is right.
  func matches(_ word: some Collection<UInt8>) -> Bool {
    let own = Array(text.utf8)
    guard word.count == own.count else { return false }
    return zip(own, word).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
