// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiJack

@Suite struct EditTests {
  private let drawn = "loop@beat 100 steps=4 rows=kick|hat p=x...|xxxx"

  private func pattern(_ rig: SessionRig) -> String {
    rig.lines("send beat")
    return rig.takeEvents().last ?? ""
  }

  private func event(_ bpm: Int, _ p: String, swing: Int = 0) -> String {
    #"{"id":"beat","preset":"loop","bpm":\#(bpm),"swing":\#(swing),"steps":4,"rows":["kick","hat"],"p":\#(p)}"#
  }

  @Test func `an edit plays, and a stop tells it once`() {
    let rig = SessionRig()
    rig.lines("\(drawn) +play")
    rig.render(1000)
    rig.lines("edit beat p=xx..|.x.x swing=50")
    rig.render(48_000)
    rig.lines("stop")
    rig.render(100)
    #expect(rig.takeEvents() == [event(100, #"["xx..",".x.x"]"#, swing: 50)])
    rig.lines("start\nstop")
    rig.render(48_000)
    #expect(rig.takeEvents() == [])
    // What was told is sent, so the same loop drawn again is the author's.
    rig.lines("clear\n\(drawn)")
    #expect(pattern(rig) == event(100, #"["x...","xxxx"]"#))
  }

  @Test func `a loop that nobody edited says nothing when it stops`() {
    let rig = SessionRig()
    rig.lines("\(drawn) +play")
    rig.render(1000)
    rig.lines("~beat p=x.x.\nstop")
    rig.render(100)
    #expect(rig.takeEvents() == [])
  }

  @Test func `the same loop drawn again brings the edits back, another drops them`() {
    let rig = SessionRig()
    rig.lines("\(drawn)\nedit beat p=xx..|.x.x\nclear\n\(drawn)")
    #expect(rig.session.shelf[0].edits["p"] != nil)
    rig.lines("loop@beat 100 steps=4 rows=kick|hat p=x..x|xxxx")
    #expect(pattern(rig) == event(100, #"["x..x","xxxx"]"#))
    rig.lines(drawn)
    #expect(pattern(rig) == event(100, #"["x...","xxxx"]"#))
  }

  @Test func `another loop of that name tells nothing of edits when it stops`() {
    let rig = SessionRig()
    rig.lines("\(drawn)\nedit beat p=xx..|.x.x\nclear\nloop@beat 100 steps=4 rows=kick p=x..x +play")
    rig.render(1000)
    rig.lines("stop")
    rig.render(1000)
    #expect(rig.takeEvents() == [])
  }

  @Test func `what was sent does not come back`() {
    let rig = SessionRig()
    rig.lines("\(drawn)\nedit beat p=xx..|.x.x")
    #expect(pattern(rig) == event(100, #"["xx..",".x.x"]"#))
    rig.lines(drawn)
    #expect(pattern(rig) == event(100, #"["x...","xxxx"]"#))
  }

  @Test
  func `an author's patch of other things leaves the edits, of the tempo wins over theirs, of the pattern drops them`()
  {
    let rig = SessionRig()
    rig.lines("\(drawn)\nedit beat p=xx..|.x.x bpm=90\n~beat title=Verse sound=bell")
    #expect(rig.session.shelf[0].edits["p"] != nil && rig.session.shelf[0].edits["bpm"] != nil)
    rig.lines("~beat bpm=140")
    #expect(rig.session.shelf[0].edits["p"] != nil && rig.session.shelf[0].edits["bpm"] == nil)
    guard case .loop(let loop) = rig.session.shelf[0].settings else { return }
    #expect(loop.bpm == 140 && loop.patternTexts == ["xx..", ".x.x"])
    rig.lines("~beat p=...x")
    #expect(rig.session.shelf[0].edits.isEmpty)
    #expect(pattern(rig) == event(140, #"["...x",""]"#))
  }

  @Test func `a patch wins over what it names, also with the author's own value`() {
    let rig = SessionRig()
    rig.lines("\(drawn)\nedit beat bpm=150 swing=20 p=xx..|.x.x\n~beat bpm=100")
    #expect(pattern(rig) == event(100, #"["xx..",".x.x"]"#, swing: 20))
    rig.lines("edit beat p=xx..|\n~beat p=x...|xxxx")
    #expect(pattern(rig) == event(100, #"["x...","xxxx"]"#, swing: 20))
  }

  @Test func `edits that lead back to the author's loop are nothing to keep`() {
    let rig = SessionRig()
    rig.lines("\(drawn)\nedit beat p=xx..|xxxx\nedit beat p=x...|xxxx")
    #expect(rig.session.shelf[0].edits.isEmpty)
  }

  @Test func `the author who pastes the event back and saves has the player's pattern`() throws {
    let rig = SessionRig()
    rig.lines("\(drawn)\nedit beat p=xx..|.x.x\nsend beat\n~beat rows=kick|hat p=xx..|.x.x\nsave night")
    let text = try String(contentsOfFile: "\(rig.folder)/night.yui", encoding: .utf8)
    #expect(text == "# night\nloop@beat 100 steps=4 rows=kick|hat p=xx..|.x.x\n")
    #expect(rig.session.shelf[0].edits.isEmpty)
  }

  @Test func `what cannot be edited says so`() {
    let rig = SessionRig()
    rig.lines("edit loop p=x\nkeys@solo\nedit solo p=x\nloop@beat\nedit beat title=x\nedit beat\nedit beat bpm=1000")
    #expect(rig.takeMessages().count == 5)
  }
}
