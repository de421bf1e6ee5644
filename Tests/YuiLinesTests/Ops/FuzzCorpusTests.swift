// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import YuiLines

/// The inputs that `scripts/fuzz` starts from.
@Suite struct FuzzCorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../Fuzz/Corpus")

  static let files: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test func `the corpus is there, and stays small`() throws {
    #expect((40..<60).contains(Self.files.count))
    let sizes = try Self.files.map { try Data(contentsOf: Self.folder.appending(path: $0)).count }
    #expect(sizes.reduce(0, +) < 40_000)
  }

  @Test(arguments: files)
  func `an input gives the same ops wherever it is cut`(_ file: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: file)))
    let whole = ops([bytes[...]])
    #expect(whole.allSatisfy { JSON(reading: $0.json.text)?.text == $0.json.text })
    for cut in bytes.indices { #expect(ops([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)") }
  }

  private func ops(_ pieces: [ArraySlice<UInt8>]) -> [Op] {
    var reply = ReplyState(lasting: ["verse": .loop])
    var reader = LineReader(hostLines: true)
    return pieces.flatMap { reader.feed($0, in: &reply) } + reader.finish(in: &reply)
  }
}
