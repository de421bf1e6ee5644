// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

/// Each event as the whole line that is sent.
@Suite struct InstrumentEventTests {
  @Test func `a loop sends its rows and patterns`() throws {
    guard case .loop(let loop) = try settings("loop 104 swing=25 steps=4 rows=kick|C3 p=x.x.") else { return }
    #expect(
      InstrumentEvent.loop(loop).json(id: "n2").text
        == #"{"id":"n2","preset":"loop","bpm":104,"swing":25,"steps":4,"rows":["kick","C3"],"p":["x.x.",""]}"#)
  }

  @Test func `a drum take sends the pads that were hit, and its sound`() {
    let take = TakePattern(hits: [0, 1, 2, 3].map { (pad: 0, seconds: $0 * 1.2) }, pads: ["kick", "hat"], bpm: 100)
    let sound = InstrumentEvent.Sound(seconds: 7.46, audio: "a.wav", midi: "a.mid")
    #expect(
      InstrumentEvent.drumTake(bpm: 100, take: take, sound: nil).json(id: "pads").text
        == #"{"id":"pads","preset":"drums","take":true,"bpm":100,"steps":32,"rows":["kick"],"#
        + #""p":["x.......x.......x.......x......."]}"#)
    #expect(
      InstrumentEvent.drumTake(bpm: 100, take: take, sound: sound).json(id: "pads").text
        .hasSuffix(#"."],"seconds":7.5,"audio":"a.wav","midi":"a.mid"}"#))
  }

  @Test func `a take sends its places, and a loop's its tempo`() {
    let sound = InstrumentEvent.Sound(seconds: 7.5, audio: "LINK", midi: "LINK")
    #expect(
      InstrumentEvent.take(.loop, sound, bpm: 104).json(id: "n2").text
        == #"{"id":"n2","preset":"loop","seconds":7.5,"audio":"LINK","midi":"LINK","bpm":104}"#)
    let silent = InstrumentEvent.Sound(seconds: 3, audio: "LINK", midi: nil)
    #expect(
      InstrumentEvent.take(.keys, silent, bpm: nil).json(id: "n2").text
        == #"{"id":"n2","preset":"keys","seconds":3,"audio":"LINK"}"#)
  }

  @Test func `keys send the last 32 notes, spelled for the key`() throws {
    guard case .keys(let keys) = try settings("keys Dm") else { return }
    #expect(
      InstrumentEvent.keys(played: [62, 70], keys).json(id: "n1").text
        == #"{"id":"n1","preset":"keys","played":["D4","Bb4"],"key":"Dm","scale":"minor"}"#)
    let many = InstrumentEvent.keys(played: Array(0..<40), keys).json(id: "n1")
    #expect(many["played"]?.strings.count == 32)
    #expect(many["played"]?.strings.last == "Eb2")
  }

  @Test func `chords send the last 32 names, and the name they were shown by`() {
    #expect(
      InstrumentEvent.chords(played: ["Dm", "A7"], Key(reading: "Dm")!).json(id: "n3", saved: "night tune").text
        == #"{"id":"n3","preset":"chords","played":["Dm","A7"],"key":"Dm","saved":"night tune"}"#)
  }

  @Test func `a tuner sends how far each string is off`() throws {
    guard case .tuner(let tuner) = try settings("tuner bass tuning=five") else { return }
    #expect(
      InstrumentEvent.tuned(tuner, cents: [1, 0, -2, 0, 2]).json(id: "n1").text
        == #"{"id":"n1","preset":"tuner","tuned":true,"instrument":"bass","tuning":"five","#
        + #""strings":["B0","E1","A1","D2","G2"],"cents":[1,0,-2,0,2]}"#)
  }

  @Test func `a metronome sends how long it ran`() throws {
    guard case .metronome(let metronome) = try settings("metronome 66 beats=3 sub=2") else { return }
    #expect(
      InstrumentEvent.metronome(metronome, seconds: 95).json(id: "n4").text
        == #"{"id":"n4","preset":"metronome","bpm":66,"beats":3,"sub":2,"seconds":95}"#)
  }
}
