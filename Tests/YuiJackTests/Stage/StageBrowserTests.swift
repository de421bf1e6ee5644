// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The stage in a real browser, played with touches.
@Suite(.jack, .enabled(if: StageBrowser.isInstalled, StageBrowser.missing))
struct StageBrowserTests {
  @Test func `each instrument is played with touches`() throws {
    let bench = try StageBench(period: 512)
    let checks = try StageBrowser("play.py", bench).end(limit: .seconds(120))
    for check in checks { #expect(check.bool("ok") == true, "\(check)") }
    #expect(checks.count == 12)
    try bench.instrument.quit()
  }

  @Test func `what else hands and lights do, with a MIDI keyboard beside them`() throws {
    let folder = try TemporaryDirectory()
    let bench = try StageBench(period: 512, ["--no-connect", "--takes", folder.path])
    let probe = try JackProbe(on: bench.server, ["--name", "probe", "--midi-out", "keyboard"])
    try probe.ask("connect probe:keyboard yui-jack:midi_in")
    let browser = try StageBrowser("hands.py", bench)
    var checks = 0
    while checks < 17 {
      let said = try browser.next()
      guard let question = said.string("ask") else {
        #expect(said.bool("ok") == true, "\(said)")
        checks += 1
        continue
      }
      let note = UInt8(said.int("note") ?? 0)
      switch question {
      case "down": try probe.send("keyboard", [0x90, note, 100])
      case "up": try probe.send("keyboard", [0x80, note, 0])
      default:
        try waitUntil("the tuner has its port") { try !probe.ports("yui-jack:tuner_in").isEmpty }
        try probe.ask("connect yui-jack:out_left yui-jack:tuner_in")
      }
      try browser.go()
    }
    try browser.end()
    try bench.instrument.quit()
  }
}
