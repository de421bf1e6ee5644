// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import YuiJack

/// Pages as clients of a session that runs.
@Suite(.jack) struct StagePageTests {
  @Test func `a page writes lines, and hears of everything`() throws {
    let bench = try StageBench()
    let page = try bench.page()
    try page.send("events +state +steps", "loop@beat 96 rows=kick p=x.x. steps=4 +play")
    #expect(try page.event("state").strings("p") == ["x.x."])
    try page.event("started")
    #expect(try page.event("step").string("id") == "beat")
    try bench.instrument.write("~beat bpm=120")
    try page.event("state") { $0.number("bpm") == 120 && $0.bool("playing") == true }
    try page.send("nonsense 1")
    let error = try page.event("error")
    #expect(error.string("source") == "stage:1" && error.int("column") == 1)
    try page.send("clear")
    #expect(try page.event("gone").string("id") == "beat")
    try bench.instrument.quit()
  }

  @Test func `two pages hold the same key, and each lets go of its own`() throws {
    let bench = try StageBench()
    let (first, second) = (try bench.page(), try bench.page())
    try first.send("keys C sound=pad", "note C4 +on", "note E4 +on")
    try second.send("note C4 +on")
    try waitUntil("three keys sound") { try bench.voices() == 3 }
    try first.send("note C4 +off", "note E4 +off")
    try waitUntil("one key sounds") { try bench.voices() == 1 }
    try second.send("note off")
    try waitUntil("nothing sounds") { try bench.voices() == 0 }
    try bench.instrument.quit()
  }

  @Test func `what a page held is let go when its connection is`() throws {
    let bench = try StageBench()
    let other = try bench.page()
    var page: StageClient? = try bench.page()
    try other.send("keys C sound=pad", "note G4 +on")
    for name in ["C4", "D4", "E4", "F4"] { try page?.send("note \(name) +on") }
    try waitUntil("five keys sound") { try bench.voices() == 5 }
    page = nil
    try waitUntil("one key sounds") { try bench.voices() == 1 }
    try bench.instrument.quit()
  }

  @Test func `what a silent page held is let go`() throws {
    let bench = try StageBench()
    let page = try bench.page()
    try page.send("keys C sound=pad", "note C4 +on")
    try waitUntil("a key sounds") { try bench.voices() == 1 }
    try waitUntil("nothing sounds", limit: .seconds(20)) { try bench.voices() == 0 }
    try bench.instrument.quit()
  }

  @Test func `a message of a megabyte and ten thousand a second end the page, and touch nothing else`() throws {
    let bench = try StageBench()
    let other = try bench.page()
    let music = try StageMusic(bench)
    try other.send("events +steps")
    try other.event("step")
    let big = try bench.page()
    try? big.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
    try big.end()
    let fast = try bench.page()
    for _ in 0..<10_000 where !fast.hasEnded { try fast.send("events +steps") }
    try fast.end()
    let binary = try bench.page()
    try binary.send([0, 1, 2], isText: false)
    try binary.end()
    try other.event("step")
    _ = try bench.instrument.status()
    let kinds = bench.instrument.all("refused").map { $0.string("reason") ?? "" }
    #expect(kinds.sorted() == ["rate", "size", "text"])
    #expect(try music.firstDifference() == nil)
    try bench.instrument.quit()
  }

  @Test func `a touch is in the command ring within milliseconds`() throws {
    let bench = try StageBench()
    let page = try bench.page()
    try page.send("keys C")
    var delays: [Double] = []
    for touch in 0..<400 {
      try page.send("note C4 \(touch % 2 == 0 ? "velocity=0.1 +on" : "+off")", "ping \(touch)")
      let pong = try page.event("pong") { $0.string("n") == "\(touch)" }
      delays.append(pong.number("delay") ?? .infinity)
    }
    delays.sort()
    print("touch to ring: median \(delays[200]) ms, 99 % \(delays[396]) ms, worst \(delays[399]) ms")
    #expect(delays[200] < 2)
    #expect(delays[396] < 5)
    try bench.instrument.quit()
  }
}
