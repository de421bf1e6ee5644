// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

/// Keys that come through a MIDI port.
@Suite(.jack) struct KeyboardTests {
  @Test(arguments: [64, 256, 1024])
  func `every note sounds the same number of frames after its key`(period: Int) throws {
    let bench = try Bench(period: period, keyboards: ["keys"])
    var dice = Dice(7)
    var offset = 1000
    var script: [(offset: Int, bytes: [UInt8])] = []
    for _ in 0..<200 {
      // A side stick on the drum channel.
      script.append((offset, [0x99, 37, 100]))
      offset += 12_000 + Int.random(in: 0..<3000, using: &dice)
    }
    let (take, start) = try bench.play(seconds: Double(offset) / 48000 + 8, ["keys": script])
    let heard = onsets(in: take.audio["left"]!)
    try #require(heard.count == 200)
    let delays = Set(zip(heard, script).map { $0 - start - $1.offset })
    // A rim begins with one frame of nothing.
    #expect(delays == [1])
    try bench.instrument.quit()
  }

  @Test func `a key that is down for less than a cycle sounds`() throws {
    let bench = try Bench(period: 1024, keyboards: ["keys"])
    let (take, start) = try bench.play(seconds: 10, ["keys": [(3, [0x90, 60, 100]), (40, [0x80, 60, 0])]])
    let left = try #require(take.audio["left"])
    #expect(left[..<(start + 3)].allSatisfy { $0 == 0 })
    #expect(left[(start + 3)..<(start + 64)].contains { $0 != 0 })
    #expect(left[(start + 64)..<(start + 1024)].contains { abs($0) > 0.001 })
    #expect(left.suffix(4800).allSatisfy { $0 == 0 })
    try bench.instrument.quit()
  }

  @Test func `random bytes leave nothing sounding`() throws {
    let bench = try Bench(period: 1024, keyboards: ["keys"])
    var dice = Dice(99)
    var script: [(offset: Int, bytes: [UInt8])] = []
    var offset = 0
    for _ in 0..<20_000 {
      offset += Int.random(in: 0..<80, using: &dice)
      let length = [1, 2, 3, 3, 3, Int.random(in: 1...300, using: &dice)].randomElement(using: &dice)!
      script.append((offset, (0..<length).map { _ in UInt8.random(in: 0...255, using: &dice) }))
    }
    offset += 1000
    for channel in UInt8(0)..<16 {
      script.append((offset, [0xB0 | channel, 121, 0]))
      script.append((offset + 1, [0xB0 | channel, 123, 0]))
      script.append((offset + 2, [0xB0 | channel, 120, 0]))
    }
    let (take, start) = try bench.play(seconds: Double(offset) / 48000 + 10, ["keys": script])
    let left = try #require(take.audio["left"])
    #expect(left[start..<(start + offset)].contains { abs($0) > 0.1 })
    #expect(left.allSatisfy { $0.isFinite && abs($0) < 1 })
    #expect(left.suffix(48000).allSatisfy { $0 == 0 })
    #expect(try bench.instrument.status().int("voices") == 0)
    try bench.instrument.quit()
  }
}
