// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// A fenced block of a Markdown page.
struct Fence: CustomTestStringConvertible, Sendable {
  /// The page.
  var page: String
  /// The line of the opening fence, from 1.
  var line: Int
  /// What stands behind the opening fence: the language and more words.
  var kind: String
  /// What is between the fences, with a newline behind each line.
  var text: String

  var testDescription: String { "\(page):\(line)" }

  /// The blocks of some pages that are of one kind, in order.
  static func all(_ kind: String, in pages: [String]) throws -> [Fence] {
    try pages.flatMap { try read($0) }.filter { $0.kind == kind }
  }

  /// All blocks of a page.
  static func read(_ page: String) throws -> [Fence] {
    var fences: [Fence] = []
    var open: Fence?
    let lines = try Repository.text(page).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.hasPrefix("```") else {
        open?.text += line + "\n"
        continue
      }
      if let fence = open {
        fences.append(fence)
        open = nil
      } else {
        open = Fence(page: page, line: index + 1, kind: String(line.dropFirst(3)), text: "")
      }
    }
    return fences
  }
}
