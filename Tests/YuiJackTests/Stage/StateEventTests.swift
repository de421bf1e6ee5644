// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiJack

/// What those are told who draw what is up.
@Suite struct StateEventTests {
  private func states(_ rig: SessionRig) -> [String] {
    rig.session.tellStates()
    return rig.takeEvents("{\"event\":").filter {
      $0.hasPrefix("{\"event\":\"state\"") || $0.hasPrefix("{\"event\":\"gone\"")
    }
  }

  @Test func `all that is up is told at once, then each change`() {
    let rig = SessionRig()
    rig.lines("loop@beat 100 steps=4 rows=kick|C3 p=x... swing=25")
    #expect(states(rig) == [])
    rig.lines("events +state")
    let loop = { (bpm: Int, playing: Bool) in
      #"{"event":"state","id":"beat","preset":"loop","number":1,"screen":"1","page":1,"full":true,"playing":\#(playing),"#
        + #""title":"","bpm":\#(bpm),"swing":25,"steps":4,"rows":["kick","C3"],"p":["x...",""],"sound":"pluck"}"#
    }
    #expect(states(rig) == [loop(100, false)])
    #expect(states(rig) == [])
    rig.lines("~beat bpm=110")
    #expect(states(rig) == [loop(110, false)])
    rig.lines("start beat")
    #expect(states(rig).first == loop(110, true))
    rig.lines("clear")
    #expect(states(rig).first == #"{"event":"gone","id":"beat"}"#)
  }

  @Test func `what hands changed is what is told`() {
    let rig = SessionRig()
    rig.lines("events +state\nloop@beat rows=kick steps=4\nedit beat p=x.x.")
    #expect(states(rig).last?.contains(#""p":["x.x."]"#) == true)
  }

  @Test(arguments: [
    (
      "drums 1x2 bpm=90",
      #""rows":1,"columns":2,"pads":[{"name":"kick","word":"kick"},{"name":"snare","word":"snare"}],"bpm":90,"record":false}"#
    ),
    (
      "keys Am pentatonic sound=pad octave=3",
      #""key":"Am","scale":"pentatonic","flats":false,"open":[0,2,4,7,9],"sound":"pad","octave":3,"send":false}"#
    ),
    (
      "chords C I-V",
      #""buttons":[{"name":"C","numeral":"I","notes":[48,60,64,67]},{"name":"G","numeral":"V","notes":[43,55,59,62]}],"strum":"down","voicing":"root","sound":"pluck","send":false}"#
    ),
    ("chords C|G", #"{"name":"C","numeral":null,"#),
    ("tuner bass", #"{"name":"E1","note":28,"hertz":41.203445}"#),
    ("metronome 72 beats=3 sub=2", #""page":1,"full":false,"playing":false,"title":"","bpm":72,"beats":3,"sub":2}"#),
    (">2 keys C", #""screen":"2","page":2,"full":false"#),
    ("say Hello there", #""text":"Hello there"}"#),
  ])
  func `an instrument is told as it is played`(_ line: String, _ part: String) {
    let rig = SessionRig()
    rig.lines("events +state\n\(line)")
    let state = states(rig).last ?? ""
    #expect(state.contains(part), "\(state)")
  }

  @Test func `one that is put up again on another preset goes and comes`() {
    let rig = SessionRig()
    rig.lines("events +state\nkeys@a C")
    _ = states(rig)
    rig.lines("drums@a 1x1")
    #expect(states(rig).last?.contains(#""id":"a","preset":"drums","number":2"#) == true)
  }

  // MARK: Hands

  @Test func `two pages own the same key, and a line that lets all go means both`() {
    let rig = SessionRig()
    let pages = (1...2).map { rig.session.addSource("stage:\($0)", hands: $0) }
    func voices() -> Int {
      rig.render(240_000)
      return rig.session.link.counters.pointee.voices.load(ordering: .relaxed)
    }
    func send(_ page: Int, _ lines: String) {
      pages[page].add(Array((lines + "\n").utf8))
      rig.session.pump(pages[page])
    }
    rig.lines("keys C sound=pad\nnote G4 +on")
    send(0, "note C4 +on")
    send(1, "note C4 +on\nnote E4 +on")
    #expect(voices() == 4)
    send(0, "note C4 +off")
    #expect(voices() == 3)
    send(1, "note off")
    #expect(voices() == 1)
    send(0, "note A4 +on")
    rig.lines("note off")
    #expect(voices() == 0)
  }

  @Test func `the bass of a chord button is its lowest note alone`() {
    let rig = SessionRig()
    rig.lines("chords C I\nstrum 1 +bass")
    rig.render(4800)
    #expect(rig.session.link.counters.pointee.voices.load(ordering: .relaxed) == 1)
    rig.lines("strum 1 n1")
    rig.render(9600)
    #expect(rig.session.link.counters.pointee.voices.load(ordering: .relaxed) > 3)
    #expect(rig.takeMessages() == [])
  }
}
