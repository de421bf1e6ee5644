// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import YuiSound

@testable import YuiJack

@Suite struct DrumTakeTests {
  /// Frames of a sixteenth at 120 beats a minute.
  private let sixteenth = 6000

  /// Starts where drums of three pads at 120 count in: the bar line is 96,000 frames on.
  private func rig(_ line: String = "drums@pads 2x2 bpm=120 pads=kick|snare|hat +record") -> SessionRig {
    let rig = SessionRig()
    rig.lines(line)
    return rig
  }

  /// Plays up to so many sixteenths behind the bar line, and some frames.
  private func go(_ rig: SessionRig, to place: Int, _ frames: Int = 0) {
    rig.render(96_000 + place * sixteenth + frames - Int(rig.frame))
  }

  @Test func `two bars of hits come back in the loop's shape, each on its nearest sixteenth`() {
    let rig = rig()
    // Half a sixteenth early counts as the first place, a frame more does not.
    go(rig, to: 0, -3001)
    rig.lines("hit snare")
    go(rig, to: 0, -2900)
    rig.lines("hit 1 velocity=0.3")
    go(rig, to: 4, 1500)
    rig.lines("hit kick")
    go(rig, to: 8, 2900)
    rig.lines("hit hat")
    rig.play(.noteOn(channel: 9, note: 38, velocity: 64), after: 50)
    go(rig, to: 16, 0)
    rig.play(.noteOn(channel: 9, note: 36, velocity: 127), after: sixteenth - 2990)
    rig.play(.noteOn(channel: 0, note: 36, velocity: 127), after: 100)
    go(rig, to: 31, 5000)
    rig.lines("hit hat")
    go(rig, to: 32, 256)
    #expect(
      rig.takeEvents() == [
        #"{"id":"pads","preset":"drums","take":true,"bpm":120,"steps":32,"rows":["kick","snare","hat"],"#
          + #""p":["x...x............x..............","........x.......................","x.......x......................."]}"#
      ])
  }

  @Test func `the count-in clicks for a bar and softly on, and hits sound at once`() throws {
    let rig = rig()
    go(rig, to: 32, 4000)
    let clicks = (0..<12).map { beat in
      let peak = rig.left[(beat * 24_000)..<(beat * 24_000 + 480)].map(abs).max() ?? 0
      return peak
    }
    #expect(clicks.allSatisfy { $0 > 0.02 })
    #expect(clicks[0] > clicks[1] && clicks[3] > 1.6 * clicks[4] && clicks[11] < 0.7 * clicks[1])
    #expect(rig.left[20_000..<24_000].allSatisfy { $0 == 0 })
  }

  @Test func `how far a take is is told`() throws {
    let rig = rig()
    go(rig, to: 33)
    let states = rig.events.filter { $0.hasPrefix(#"{"event":"take""#) }
    #expect(states.count == 3)
    #expect(states[0].contains(#""state":"count_in""#) && states[1].contains(#""state":"recording","frame":96000"#))
    #expect(states[2].contains(#""state":"over""#))
  }

  @Test func `a take without a hit sends nothing and says so`() {
    let rig = rig()
    go(rig, to: 33)
    #expect(rig.takeMessages() == ["The take of 'pads' has no hit in it, so nothing is sent."])
  }

  @Test(arguments: ["clear", "stop", "stop pads", "~pads record=off", "drums@pads 2x2", "close"])
  func `a take that is ended early sends what there is, and clicks no more`(_ line: String) {
    let rig = rig()
    go(rig, to: 2)
    rig.lines("hit kick")
    go(rig, to: 5)
    rig.lines(line)
    #expect(
      rig.takeEvents() == [
        #"{"id":"pads","preset":"drums","take":true,"bpm":120,"steps":32,"rows":["kick"],"#
          + #""p":["..x............................."]}"#
      ])
    let start = rig.left.count
    rig.render(120_000)
    #expect(rig.left[(start + 24_000)...].allSatisfy { $0 == 0 })
    #expect(rig.takeEvents() == [])
  }

  @Test(arguments: ["drums@pads 2x2 bpm=120 +record +inline", ">2 drums@pads 2x2 bpm=120 +record"])
  func `close ends no take of drums that are not on the full screen`(_ line: String) {
    let rig = rig(line)
    go(rig, to: 2)
    rig.lines("close\nhit kick")
    go(rig, to: 33)
    #expect(rig.takeEvents().count == 1)
  }

  @Test func `lines that have nothing to do with a take are on their frame meanwhile`() {
    let rig = SessionRig()
    rig.lines("drums@d bpm=60 +record\nwait 1 s\nloop@x 120 p=x... +play\nwait 1 s\nmetronome@m 120 +play\nwait 3 s")
    rig.render(48_000 * 5)
    let started = rig.events.filter { $0.hasPrefix(#"{"event":"started""#) }
    #expect(started.count == 2)
    #expect(started.first?.contains(#""id":"x","preset":"loop","frame":48000,"#) == true, "\(started)")
    #expect(started.last?.contains(#""id":"m","preset":"metronome","frame":96000,"#) == true, "\(started)")
  }

  @Test func `a screen that is shown behind a wait ends a take then, and not before`() {
    let rig = SessionRig()
    rig.lines(
      "drums 2x2 bpm=240\nsave s\nclear\nshow s\n~drums bpm=120 +record\nwait 2.1 s\nhit snare\nwait 1 s\nshow s")
    rig.render(48_000 * 4)
    let take = rig.takeEvents().first ?? ""
    #expect(take.contains(#""bpm":120"#) && take.contains(#""rows":["snare"]"#), "\(take)")
  }

  @Test func `pads that change during a take are written as they sounded`() {
    let rig = rig("drums@b 2x2 bpm=120 pads=kick +record")
    go(rig, to: 0)
    rig.lines("hit 1\n~b pads=snare|cow\nhit kick\nhit 1\nhit 2")
    go(rig, to: 33)
    let event = rig.takeEvents().first ?? ""
    #expect(
      event.contains(#""rows":["kick","snare","cow"]"#) || event.contains(#""rows":["kick","cow","snare"]"#), "\(event)"
    )
  }

  @Test func `a screen that is drawn again begins no take and stops no loop`() {
    let rig = rig()
    go(rig, to: 1)
    rig.lines("hit kick")
    go(rig, to: 33)
    rig.lines("save after\nclear\nloop@x 120 p=x +play\nshow after")
    rig.render(4800)
    #expect(!rig.events.contains { $0.hasPrefix(#"{"event":"stopped","id":"x""#) })
    #expect(rig.session.take == nil)
  }

  @Test func `a loop that runs is stopped, a loop can play the take`() {
    let rig = SessionRig()
    rig.lines("loop@beat 120 p=xxxxxxxx +play")
    rig.render(48_000)
    rig.lines("drums@pads 2x2 bpm=120 pads=kick|snare +record")
    rig.render(100)
    #expect(rig.events.contains { $0.hasPrefix(#"{"event":"stopped","id":"beat""#) })
    rig.render(96_000)
    rig.lines("hit 2")
    rig.render(192_000)
    let event = rig.takeEvents()
    #expect(event.count == 1 && event[0].contains(#""rows":["snare"]"#))
    rig.lines("send pads")
    #expect(rig.takeEvents() == event)
  }

  @Test func `lines behind waits play a take to the sixteenth, and end it in time`() {
    let rig = SessionRig()
    rig.lines(
      """
      drums@pads 2x2 bpm=120 pads=kick|snare +record
      wait 2 s
      hit kick
      wait 0.5 s
      hit snare
      wait 0.76 s
      hit kick
      wait 1 s
      stop pads
      wait 0.1 s
      hit snare
      """)
    rig.render(500_000)
    #expect(
      rig.takeEvents() == [
        #"{"id":"pads","preset":"drums","take":true,"bpm":120,"steps":32,"rows":["kick","snare"],"#
          + #""p":["x.........x.....................","....x..........................."]}"#
      ])
    #expect(rig.takeMessages() == [])
  }
}
