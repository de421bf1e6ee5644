// SPDX-License-Identifier: GPL-3.0-or-later

/// A problem on its way to becoming a `LineError`: the place is still an offset in bytes.
struct LineFault: Error {
  var problem: LineProblem
  /// The token at fault; empty when something is missing.
  var token: String
  /// Offset in the bytes of the line.
  var offset: Int
  /// The words that the token could have meant; looked through only when the error is made.
  var known: [String] = []
  /// The part of the token that is compared with them, where it is not all of it.
  var compared: String?

  init(_ problem: LineProblem, token: String, at offset: Int, known: [String] = []) {
    self.problem = problem
    self.token = token
    self.offset = offset
    self.known = known
  }

  init(_ problem: LineProblem, _ token: Token, known: [String] = []) {
    self.init(problem, token: token.text, at: token.range.lowerBound, known: known)
  }

  /// A target that does not resolve, with the names that it could have meant.
  init(_ problem: LineProblem, token: String, at offset: Int, in reply: ReplyState) {
    self.init(problem, token: token, at: offset)
    switch problem {
    case .unknownTarget: known = reply.targetNames
    case .unknownTargetPreset(let word):
      known = Preset.patchable.map(\.rawValue)
      compared = word
    default: break
    }
  }

  /// The error, with its place counted in characters of the line's text.
  func error(line: Int, text: String) -> LineError {
    LineError(
      line: line, column: Self.column(of: offset, in: text), token: Self.clipped(token), problem: problem,
      suggest: Suggestion.nearest(to: compared ?? token, among: known))
  }

  /// The column of an offset in the bytes of a line, counted in characters from 1.
  static func column(of offset: Int, in text: String) -> Int {
    let place = text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
    return text[..<place].count + 1
  }

  /// A token short enough to stand in a sentence.
  private static func clipped(_ token: String) -> String {
    let longest = 60
    guard let end = token.index(token.startIndex, offsetBy: longest, limitedBy: token.endIndex), end < token.endIndex
    else { return token }
    return token[..<end] + "…"
  }
}
