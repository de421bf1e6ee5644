// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import YuiLines

/// Reading as a whole: hostile text, speed and memory.
@Suite(.serialized) struct ReadingTests {
  @Test func `20,000 random lines give at most one op each, however they are cut`() {
    let pieces: [String] = [
      "loop", "drums", "~", "@", ">", "2", "chat", "custom", "{", "}", "[", ":", "\"", "\\", "|", "=", "+", "#", "-",
      ".",
      "p", "x", "0", "9", "bpm", " ", "\t", "\u{A0}", "\u{FEFF}", "\u{2028}", "\r", "\0", "é", "e\u{301}", "💪",
      "\u{301}",
      "\u{1F1E9}\u{1F1EA}", "\u{202E}", "hit", "note", "C4", "wait", "velocity", "strum", "i-V", "Am", "save", "close",
    ]
    var random = SplitMix(seed: 20_000)
    var text: [UInt8] = []
    for _ in 0..<20_000 {
      for _ in 0..<Int.random(in: 0...12, using: &random) { text += Array(pieces.randomElement(using: &random)!.utf8) }
      if Int.random(in: 0..<50, using: &random) == 0 { text.append(UInt8.random(in: 0x80...0xFF, using: &random)) }
      text.append(0x0A)
    }
    var reply = ReplyState()
    var reader = LineReader(hostLines: true)
    let whole = reader.feed(text, in: &reply)
    #expect(reader.lines == 20_000)
    #expect(zip(whole, whole.dropFirst()).allSatisfy { $0.number < $1.number })
    #expect(whole.allSatisfy { JSON(reading: $0.json.text) == $0.json })
    for case .add(let preset, _, let props) in whole.map(\.action) {
      var warnings: [PropWarning] = []
      let settings = InstrumentSettings(preset, props, warnings: &warnings)
      #expect((settings == nil) == !preset.isInstrument)
    }
    var again = ReplyState()
    var cut = LineReader(hostLines: true)
    var rest = text[...]
    var parts: [Op] = []
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...50, using: &random))
      parts += cut.feed(piece, in: &again)
      rest = rest.dropFirst(piece.count)
    }
    #expect(parts == whole)
  }

  fileprivate static let typical = """
    loop@beat 96 "Boom bap" p=x...x.x.|....x...|..x...x.|xxxxxxxx +play
    ~beat bpm=104 swing=20
    # the verse
    chords G I-V-vi-IV strum=up
    hit kick velocity=0.8
    >2 keys Am pentatonic sound=pad octave=3
    ~beat p=x..xx...|..x...x.|x.x.x.x.|x.x.x.xx
    note C4 velocity=0.7 for=0.25

    save night tune

    """

  @Test func `a million typical lines take less than a minute`() {
    let block = Array(Self.typical.utf8)
    let lines = block.count { $0 == 0x0A }
    var reply = ReplyState()
    var reader = LineReader(hostLines: true)
    var errors = 0
    let start = ContinuousClock.now
    block.withUnsafeBytes { bytes in
      for _ in 0..<100_000 / lines { reader.feed(bytes, in: &reply) { if $0.error != nil { errors += 1 } } }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect(errors == 0)
    print("typical lines a minute: \(Int(100_000 / seconds * 60))")
    // A tenth of the lines in a tenth of the time; a debug build is some twenty times slower.
    #if !DEBUG
      #expect(seconds < 6)
    #endif
  }

  static let growing: [(name: String, unit: String)] = [
    ("words", "a "), ("bars", "|"), ("keys", "k=1 "), ("equals signs", "!="), ("quotes", "\"a\""), ("text", "x"),
    ("marks", "\u{301}"), ("backslashes", "\\"), ("brackets", "["),
  ]

  @Test(arguments: growing.map(\.unit), ["loop ", "say ", "chords ", "custom ", "hit ", "save ", "~", "~x ", ""])
  func `a line takes time in proportion to its length`(_ unit: String, _ head: String) {
    func seconds(_ count: Int) -> Double {
      let line = Array((head + String(repeating: unit, count: count) + "\n").utf8)
      return (0..<3).map { _ in
        var reply = ReplyState()
        var reader = LineReader(hostLines: true)
        let start = processorSeconds()
        _ = reader.feed(line, in: &reply)
        return processorSeconds() - start
      }.min()!
    }
    let small = seconds(4_000)
    let large = seconds(64_000)
    // Sixteen times as much; squared growth would be 256 times. A millisecond is allowed for the clock and what the caches lose.
    #expect(large < 100 * small + 0.001)
  }

  @Test func `memory does not grow with the lines read`() async {
    // In a process of its own: a suite beside this one may map a hundred megabytes that JACK shares.
    await #expect(processExitsWith: .success) {
      let block = Array(ReadingTests.typical.utf8)
      var reply = ReplyState()
      var reader = LineReader(hostLines: true)
      func read(_ times: Int) {
        block.withUnsafeBytes { bytes in
          for _ in 0..<times { reader.feed(bytes, in: &reply) { _ in } }
        }
      }
      read(2_000)
      let before = try residentKilobytes()
      read(100_000)
      let after = try residentKilobytes()
      // A million lines of some 35 MB; 200,000 counted ids are 200 kB.
      #expect(after - before < 16_000)
    }
  }
}

/// Time of the processor that this thread has had.
private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func residentKilobytes() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS") })
  return try #require(Int(line.filter(\.isNumber)))
}
