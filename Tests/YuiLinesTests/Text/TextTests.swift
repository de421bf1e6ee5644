// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct TextTests {
  @Test func `only digits with one point and a minus are numbers`() {
    #expect(["0", "-5", "2.50", "007", "-0.5"].map { NumberText.number($0) } == [0, -5, 2.5, 7, -0.5])
    let others = [
      "", "-", "+1", ".5", "5.", "1e5", "0x10", "1_000", "1,5", "--1", "1.2.3", " 1", "inf", "nan", "٣", "1\u{301}",
    ]
    #expect(others.filter { NumberText.number($0) != nil } == [])
  }

  @Test func `numbers are written plain, with no more digits than they need`() {
    let written: [(Double, String)] = [
      (0, "0"), (-0.0, "0"), (104, "104"), (-92.5, "-92.5"), (0.1, "0.1"), (1e18, "1000000000000000000"),
      (-2.5e20, "-250000000000000000000"), (1.25e-7, "0.000000125"), (-1e-5, "-0.00001"), (123_456.75e-6, "0.12345675"),
      (.leastNonzeroMagnitude, "0.\(String(repeating: "0", count: 323))5"), (.infinity, "0"),
    ]
    for (number, text) in written { #expect(NumberText.plain(number) == text) }
  }

  @Test func `10,000 random numbers read back from what is written plain`() {
    var random = SplitMix(seed: 754)
    for _ in 0..<10_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let text = NumberText.plain(number)
      #expect(NumberText.number(text) == number, "\(text)")
    }
  }

  @Test func `rounding is half up, also below zero`() {
    #expect([0.5, 1.5, -0.5, -0.6, 2.4, -2.5].map(\.roundedHalfUp) == [1, 2, 0, -1, 2, -2])
    #expect([1.9, -1.1, 1e300].map(\.floored) == [1, -2, 1e300])
  }

  @Test func `slips are counted`() {
    func distance(_ a: String, _ b: String) -> Int {
      Suggestion.distance(Array(a.unicodeScalars), Array(b.unicodeScalars))
    }
    #expect(distance("loop", "loop") == 0)
    #expect(distance("lop", "loop") == 1)
    #expect(distance("lopo", "loop") == 1)
    #expect(distance("", "abc") == 3)
    #expect(distance("kitten", "sitting") == 3)
  }

  @Test func `the nearest word within reach is suggested`() {
    let words = ["loop", "drums", "keys", "metronome", "pop"]
    #expect(Suggestion.nearest(to: "lopp", among: words) == "loop")
    #expect(Suggestion.nearest(to: "KEYS", among: words) == "keys")
    #expect(Suggestion.nearest(to: "metrnoem", among: words) == "metronome")
    #expect(Suggestion.nearest(to: "dance", among: words) == nil)
    #expect(Suggestion.nearest(to: "lo", among: words) == nil)
    #expect(Suggestion.nearest(to: "", among: words) == nil)
    #expect(Suggestion.nearest(to: String(repeating: "x", count: 100_000), among: words) == nil)
    #expect(Suggestion.nearest(to: "cat", among: ["hat", "bat", "car"]) == "bat")
  }
}
