// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a source whole and cut in two.
enum ReadingCheck {
  /// The ops of the bytes, which have to be the same however they arrive.
  static func ops(_ bytes: UnsafeRawBufferPointer) -> [Op] {
    let cut = place(in: bytes)
    let whole = ops([bytes])
    let halves = ops([.init(rebasing: bytes[..<cut]), .init(rebasing: bytes[cut...])])
    expect(whole == halves, "Cut at \(cut) the bytes give other ops.")
    expect(whole.count <= bytes.count { $0 == 0x0A } + 1, "There are more ops than lines.")
    expect(zip(whole, whole.dropFirst()).allSatisfy { $0.number < $1.number }, "The lines are out of order.")
    return whole
  }

  private static func ops(_ pieces: [UnsafeRawBufferPointer]) -> [Op] {
    var reply = ReplyState(lasting: ["verse": .loop, "note": .say])
    var reader = LineReader(hostLines: true)
    var ops: [Op] = []
    for piece in pieces { reader.feed(piece, in: &reply) { ops.append($0) } }
    return ops + reader.finish(in: &reply)
  }

  /// Where an input is cut: anywhere, but always the same for the same bytes, so that a finding can be repeated.
  private static func place(in bytes: UnsafeRawBufferPointer) -> Int {
    // FNV-1a.
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int(hash % UInt64(bytes.count + 1))
  }

  /// An op's JSON has to be JSON, and one line of it.
  static func checkJSON(_ op: Op) {
    let text = op.json.text
    expect(!text.utf8.contains(0x0A), "The JSON of an op holds a line feed.")
    guard let json = JSON(reading: text) else { fatalError("The JSON of an op does not read: \(text)") }
    expect(json.text == text, "The JSON of an op is written in another way the second time: \(text)")
  }
}
