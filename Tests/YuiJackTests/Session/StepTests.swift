// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

/// Steps in the sound of the real ports.
@Suite(.jack) struct StepTests {
  @Test(arguments: [48000, 44100], [64, 1024])
  func `every step of a minute is heard on its frame`(rate: Int, period: Int) throws {
    let bench = try Bench(rate: rate, period: period)
    let take = try bench.record(seconds: 66, ["loop 127 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play"])
    try expectSteps(take, rate: rate)
    // The server knows no latency while it freewheels, so Start leaves on the beat; a rim begins with one frame of nothing.
    let start = try #require(take.places(of: 0xFA).first)
    #expect(onsets(in: take.audio["left"]!).first == start + 1)
    #expect(take.lossCount == 0)
    try bench.instrument.quit()
  }

  @Test func `steps keep their frames in real time`() throws {
    let bench = try Bench(period: 1024)
    let take = try bench.record(seconds: 8, freewheels: false, ["loop 127 steps=16 rows=rim p=xxxxxxxxxxxxxxxx +play"])
    let lost = try #require(try bench.instrument.status().inner("witnesses")?.int("lost_cycles"))
    try #require(lost >= take.lossCount)
    try expectSteps(take, rate: 48000, seconds: 6)
    try bench.instrument.quit()
  }

  private func expectSteps(_ take: Recording, rate: Int, seconds: Int = 60) throws {
    let heard = onsets(in: take.audio["left"]!)
    let length = Double(rate) * 60 / 127 / 4
    let first = try #require(heard.first)
    #expect(heard.count >= Int(Double(seconds * rate) / length))
    let expected = heard.indices.map { gridPlace(anchor: 0, $0, of: length) + first }
    let wrong = zip(heard, expected).filter { $0 != $1 }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(take.audio["left"] == take.audio["right"])
  }
}
