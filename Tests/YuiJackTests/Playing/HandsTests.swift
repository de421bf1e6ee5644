// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import YuiSound

@testable import YuiJack

/// Keys, taps, tones, and what a practice comes to.
@Suite struct HandsTests {
  @Test func `what was played on keys is sent, named for the key`() {
    let rig = SessionRig()
    rig.lines("keys@solo Fm +send\nnote F4\nnote Ab4 +on\nnote A4\nnote G4")
    rig.play(.noteOn(channel: 3, note: 61, velocity: 1))
    rig.play(.noteOff(channel: 3, note: 61))
    rig.play(.noteOn(channel: 9, note: 36, velocity: 99))
    rig.render(1000)
    #expect(rig.takeMessages() == ["A4 is not in F minor, so it is silent: 'scale=chromatic' opens all keys."])
    rig.lines("send solo")
    #expect(
      rig.takeEvents() == [
        #"{"id":"solo","preset":"keys","played":["F4","Ab4","G4","Db4"],"key":"Fm","scale":"minor"}"#
      ])
  }

  @Test func `only the last 32 notes are sent`() {
    let rig = SessionRig()
    rig.lines("keys C")
    for _ in 0..<40 { rig.lines("note C4") }
    rig.lines("note D4\nsend")
    let names = ((0..<31).map { _ in "\"C4\"" } + ["\"D4\""]).joined(separator: ",")
    #expect(rig.takeEvents() == [#"{"id":"n1","preset":"keys","played":["# + names + #"],"key":"C","scale":"major"}"#])
  }

  @Test func `everything that has something to tell is sent at once`() {
    let rig = SessionRig()
    rig.lines("loop@beat 104 steps=4 rows=kick p=x.x.\nkeys\nchords\nstrum 1\nmetronome\nsend")
    #expect(
      rig.takeEvents() == [
        #"{"id":"beat","preset":"loop","bpm":104,"swing":0,"steps":4,"rows":["kick"],"p":["x.x."]}"#,
        #"{"id":"n2","preset":"chords","played":["C"],"key":"C"}"#,
      ])
  }

  // MARK: Metronome

  @Test func `taps half a second apart set 120, on the click`() {
    let rig = SessionRig()
    rig.lines("metronome@click 90\ntap")
    #expect(rig.takeEvents(#"{"event":"tap""#) == [])
    for _ in 0..<3 {
      rig.pass(seconds: 0.5)
      rig.lines("tap")
    }
    #expect(
      rig.takeEvents(#"{"event":"tap""#) == [String](repeating: #"{"event":"tap","id":"click","bpm":120}"#, count: 3))
    guard case .metronome(let metronome) = rig.session.shelf[0].settings else {
      Issue.record("no metronome")
      return
    }
    #expect(metronome.bpm == 120)
    rig.render(480)
    #expect((rig.left.map(abs).max() ?? 0) > 0.1)
  }

  @Test func `taps of a file are as far apart as its waits`() {
    let rig = SessionRig()
    rig.lines("metronome\ntap\nwait 0.4 s\ntap\nwait 0.4 s\ntap")
    rig.render(60_000)
    #expect(rig.takeEvents(#"{"event":"tap""#).last == #"{"event":"tap","id":"n1","bpm":150}"#)
  }

  @Test func `a tap without a metronome says so`() {
    let rig = SessionRig()
    rig.lines("tap")
    #expect(rig.takeMessages() == ["There is no metronome to tap the tempo of: put up 'metronome' first."])
  }

  @Test(arguments: ["stop", "~click play=off", "clear", "stop click"])
  func `a practice of ten seconds is told when it ends`(_ line: String) {
    let rig = SessionRig()
    rig.lines("metronome@click 60 beats=3 sub=2 +play")
    rig.render(48_000 * 12)
    rig.lines(line)
    rig.render(48_000 * 2)
    #expect(
      rig.takeEvents() == [#"{"id":"click","preset":"metronome","bpm":60,"beats":3,"sub":2,"seconds":12}"#])
  }

  @Test func `a shorter practice is not told`() {
    let rig = SessionRig()
    rig.lines("metronome +play")
    rig.render(48_000 * 9)
    rig.lines("stop")
    rig.render(48_000)
    #expect(rig.takeEvents() == [])
  }

  @Test func `a metronome that starts over a loop begins on its beat`() throws {
    let rig = SessionRig()
    rig.lines("loop@beat 120 p=x....... swing=50 +play")
    rig.render(30_000)
    rig.lines("metronome@click 120 +play")
    rig.render(60_000)
    #expect(
      rig.events.contains { $0.hasPrefix(#"{"event":"started","id":"click","preset":"metronome","frame":48000"#) })
  }

  // MARK: Tuner

  @Test func `a tone is the string's pitch over the tuner's own A`() {
    func tone(_ lines: String) -> [Float] {
      let rig = SessionRig()
      rig.lines(lines)
      rig.render(48_000)
      #expect(rig.takeMessages() == [])
      return rig.left
    }
    func keys(_ frequency: Double) -> [Float] {
      let rig = SessionRig()
      rig.session.send(.strike(NoteRequest(.keys, frequency: frequency, velocity: 0.9, hold: .frames(120_000))))
      rig.render(48_000)
      return rig.left
    }
    // Strings are counted as players do: on a guitar string 1 of the list is the low E.
    #expect(tone("tuner\ntone 2") == keys(110))
    #expect(tone("tuner a4=432\ntone 2") == keys(108))
    #expect(tone("tuner strings=A4|A5\ntone 2") == keys(880))
    #expect(tone("tuner@a strings=A4\ntuner@b strings=A2\ntone 1 a") == keys(440))
  }

  @Test func `a tone lasts until the next, until off, or two and a half seconds`() {
    for line in ["tone off", "stop", "clear", "stop tuner"] {
      let rig = SessionRig()
      rig.lines("tuner\ntone 1")
      rig.render(24_000)
      rig.lines(line)
      rig.render(48_000)
      #expect(rig.left.suffix(1000).allSatisfy { $0 == 0 }, "\(line)")
      #expect(rig.left[23_000..<24_000].contains { $0 != 0 })
    }
  }

  @Test(arguments: [
    ("tone 1", "There is no tuner to take a tone from: put up 'tuner' first."),
    ("tuner@t bass\ntone 5", "There is no string 5: 't' has 4."),
    ("tuner@t chromatic\ntone 1", "There is no string 1: 't' is chromatic and has none."),
    ("start tuner", "'tuner' is not up to start: put one up first."),
    ("tuner\nstart tuner", "'tuner' has nothing to start."),
  ])
  func `a tone that is not there says so`(_ lines: String, _ message: String) {
    let rig = SessionRig()
    rig.lines(lines)
    #expect(rig.takeMessages() == [message])
  }

  // MARK: Effects and the engine

  @Test(arguments: ["tap", "correct", "streak", "win", "Time-up", "wrong"])
  func `every effect sounds and ends`(_ name: String) {
    let rig = SessionRig()
    rig.lines("hit \(name)")
    rig.render(48_000 * 8)
    #expect((rig.left.map(abs).max() ?? 0) > 0.05)
    #expect(rig.left.suffix(1000).allSatisfy { $0 == 0 })
    #expect(rig.takeMessages() == [])
  }

  @Test func `a note of the answer sounds in place of the effect`() {
    let answer = SessionRig()
    answer.lines("hit correct note=G4")
    answer.render(24_000)
    let chime = SessionRig()
    chime.lines("hit correct")
    chime.render(24_000)
    #expect(answer.left != chime.left)
    #expect(answer.left.contains { abs($0) > 0.05 })
  }

  @Test func `a line sets the room, the touch of keyboards and the number of voices`() {
    func tail(_ room: String) -> Float {
      let rig = SessionRig()
      rig.lines("engine room=\(room)\nnote C4 for=0.1")
      rig.render(30_000)
      return rig.left[12_000...].reduce(0) { $0 + $1 * $1 }
    }
    #expect(tail("1") > 4 * tail("0.18") && tail("0.18") > tail("0"))
    func touch(_ curve: String) -> Float {
      let rig = SessionRig()
      rig.lines("engine velocity=\(curve)")
      rig.play(.noteOn(channel: 0, note: 60, velocity: 40))
      rig.render(9600)
      return rig.left.map(abs).max() ?? 0
    }
    #expect(touch("soft") > 1.3 * touch("linear") && touch("linear") > 1.3 * touch("hard"))
    let rig = SessionRig()
    rig.lines("engine voices=2\nnote C4 +on\nnote D4 +on\nnote E4 +on\nstatus")
    rig.render(4800)
    rig.lines("status")
    #expect(rig.events.last { $0.hasPrefix(#"{"event":"status""#) }?.contains(#""voices":2"#) == true)
    #expect(rig.takeMessages() == [])
  }

  // MARK: Pads and rows

  @Test func `pads that are named and pads that are filled are four different sounds`() {
    let sounds = (1...4).map { pad in
      let rig = SessionRig()
      rig.lines("drums 2x2 pads=hihat|kick|snare\nhit \(pad)")
      rig.render(4800)
      return rig.left
    }
    for first in 0..<4 { for second in 0..<first { #expect(sounds[first] != sounds[second]) } }
    #expect(sounds.allSatisfy { $0.contains { $0 != 0 } })
  }

  @Test func `rows of a samba under their own names are five different sounds`() {
    let names = ["surdo", "caixa", "tamborim", "agogo", "ganzá"]
    let sounds = names.map { name in
      let rig = SessionRig()
      let rows = names.joined(separator: "|")
      let patterns = names.map { $0 == name ? "x" : "" }.joined(separator: "|")
      rig.lines("loop 100 rows=\(rows) p=\(patterns) +play")
      rig.render(9600)
      #expect(rig.takeMessages() == [])
      return rig.left
    }
    for first in 0..<5 { for second in 0..<first { #expect(sounds[first] != sounds[second]) } }
    #expect(sounds.allSatisfy { $0.contains { $0 != 0 } })
  }

  @Test func `a held voice in a loop lasts one step`() {
    let rig = SessionRig()
    rig.lines("loop 60 rows=kick|808 p=|x....... +play")
    rig.render(48_000 * 4)
    // An eighth at 60 is half a second; the bass is let go after nine tenths of it.
    #expect(rig.left[20_000..<21_000].contains { abs($0) > 0.01 })
    #expect(rig.left[36_000..<190_000].allSatisfy { $0 == 0 })
  }
}
