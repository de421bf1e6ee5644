// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// What a browser is driven with.
enum StageBrowser {
  static let python = "/usr/bin/python3"

  /// Whether Chromium and what drives it are there.
  static var isInstalled: Bool {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"),
      let child = try? ChildProcess(python, ["-c", "import websocket"])
    else { return false }
    return (try? child.wait()) == .exited(0)
  }
}

/// The stage in a real browser, played with touches.
@Suite(
  .jack,
  .enabled(
    if: StageBrowser.isInstalled,
    "Chromium or python3-websocket is not installed, so nobody plays on the page: 'apt-get install chromium python3-websocket'"
  ))
struct StageBrowserTests {
  @Test func `each instrument is played with touches, and the right notes are heard`() throws {
    let bench = try StageBench(period: 512)
    let probe = try JackProbe(on: bench.server, ["--name", "probe", "--audio-in", "left"])
    try probe.ask("connect yui-jack:out_left probe:left")
    // Notes are told apart by the silence between them.
    try bench.instrument.write("engine room=0")
    let script = Repository.path("Tests/Tools/stage-browser/play.py")
    let browser = try ChildProcess(StageBrowser.python, [script, bench.address])
    var checks = 0
    var take: Recording?
    while checks < 14, let line = try? browser.readLine(limit: .seconds(60)) {
      let check = try Event(line)
      if check.string("check") == "ready" {
        try probe.prepare(5 * 48_000)
        try probe.go()
        try browser.write("go")
      } else {
        checks += 1
        print(line)
        #expect(check.bool("ok") == true, "\(line)")
        if check.string("check") == "five keys were touched" { take = try probe.finish() }
      }
    }
    #expect(checks == 14, "\(browser.errorText)")
    #expect(try browser.wait(limit: .seconds(20)) == .exited(0), "\(browser.errorText)")
    let samples = try #require(take?.audio["left"])
    #expect(notes(in: samples) == [60, 64, 67, 72, 74])
    #expect(samples.suffix(4800).allSatisfy { abs($0) < 1e-3 }, "a note is left sounding")
    try bench.instrument.quit()
  }

  /// The MIDI notes from C4 to E5 that sound one after the other, with less than a hundredth of full scale between them.
  private func notes(in samples: [Float]) -> [Int] {
    let length = 4800
    var found: [Int] = []
    var wasQuiet = true
    var start = 0
    while start + 3 * length <= samples.count {
      let peak = samples[start..<start + length / 4].reduce(0) { max($0, abs($1)) }
      if peak < 0.02 {
        wasQuiet = true
      } else if wasQuiet {
        wasQuiet = false
        let part = samples[start + length / 2..<start + length / 2 + 2 * length]
        found.append((60...76).max { power(part, note: $0) < power(part, note: $1) } ?? 0)
      }
      start += length / 4
    }
    return found
  }

  /// The power of a note's fundamental, by Goertzel's method with a Hann window.
  private func power(_ samples: ArraySlice<Float>, note: Int) -> Double {
    let turn = 2 * Double.pi * 440 * pow(2, Double(note - 69) / 12) / 48_000
    var (first, second) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(samples.count))
      (first, second) = (Double(sample) * window + 2 * cos(turn) * first - second, first)
    }
    return first * first + second * second - 2 * cos(turn) * first * second
  }
}
