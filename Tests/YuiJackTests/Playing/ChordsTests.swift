// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import YuiSound

@testable import YuiJack

@Suite struct ChordsTests {
  /// What a rig plays when its lines are struck at frame 0.
  private func sound(_ lines: String, frames: Int = 24_000) -> [Float] {
    let rig = SessionRig()
    rig.lines(lines)
    rig.render(frames)
    #expect(rig.takeMessages() == [])
    return rig.left
  }

  /// The same strings struck one by one: the engine's own proof is that strums are on the frame.
  private func strings(_ notes: [UInt8], gap: Double, voice: VoiceKind = .pluck, frames: Int = 24_000) -> [Float] {
    let rig = SessionRig()
    for (index, note) in notes.enumerated() {
      let note = NoteRequest(voice, note: note, velocity: 0.75, hold: .frames(67_200))
      rig.session.send(.strikeLater(note, Int64((Double(index) * gap * 48_000).rounded())))
    }
    rig.render(frames)
    return rig.left
  }

  @Test func `a button strums its chord from the bass up, 25 ms a string`() {
    // G major as theory has it: the bass G2, then the root from G3.
    #expect(sound("chords C prog=I-V\nstrum 2") == strings([43, 55, 59, 62], gap: 0.025))
    #expect(sound("chords C prog=I-V strum=up\nstrum 2") == strings([62, 59, 55, 43], gap: 0.025))
    #expect(
      sound("chords C prog=I-V strum=off sound=bell\nstrum 2") == strings([43, 55, 59, 62], gap: 0, voice: .bell))
  }

  @Test func `a chord by name sounds with and without buttons`() {
    #expect(sound("strum G") == strings([43, 55, 59, 62], gap: 0.025))
    #expect(sound("chords C sound=bell\nstrum G") == strings([43, 55, 59, 62], gap: 0.025, voice: .bell))
  }

  @Test func `a new key moves numerals and leaves names`() {
    #expect(sound("chords C prog=V-I\n~chords key=D\nstrum 1") == sound("strum A"))
    #expect(sound("chords C chords=G|C\n~chords key=D\nstrum 1") == sound("strum G"))
  }

  @Test func `a target chooses among several chords`() {
    #expect(sound("chords@a chords=G|C\nchords@b chords=D|A\nstrum 1 a") == sound("strum G"))
  }

  @Test func `near voicing moves the fingers less than root voicing`() throws {
    func spread(_ voicing: String) throws -> Int {
      let rig = SessionRig()
      rig.lines("chords C prog=I-IV-V-I voicing=\(voicing)")
      guard case .chords(let chords) = rig.session.shelf[0].settings else { throw CancellationError() }
      let upper = chords.buttons.map { Array($0.notes.dropFirst()) }
      return zip(upper, upper.dropFirst()).reduce(0) { sum, pair in
        sum + zip(pair.0, pair.1).reduce(0) { $0 + abs($1.0 - $1.1) }
      }
    }
    #expect(try spread("near") * 2 < spread("root"))
  }

  @Test func `after a clear 30 ms into a strum no string sounds`() {
    let rig = SessionRig()
    rig.lines("chords C prog=I-V sound=pad\nstrum 1")
    rig.render(1440)
    #expect(rig.left.contains { $0 != 0 })
    rig.lines("clear")
    rig.render(48_000)
    // A cut fades within 4 ms.
    #expect(rig.left[(1440 + 200)...].allSatisfy { $0 == 0 })
  }

  @Test func `after a clear the room is still as well, and answers what comes next`() {
    let rig = SessionRig()
    rig.lines("engine room=1\nchords C sound=bell\nstrum 1")
    rig.render(12_000)
    rig.lines("clear")
    rig.render(12_000)
    #expect(rig.left[10_000..<12_000].contains { abs($0) > 0.01 })
    #expect(rig.left[(12_000 + 200)...].allSatisfy { $0 == 0 })
    // What sounds while it is being cleared is cleared by the next.
    rig.lines("keys sound=pad\nnote C4 +on")
    rig.render(12_000)
    rig.lines("clear\nnote C6 for=0.1\nwait 0.003 s\nclear")
    rig.render(1000)
    #expect(rig.left.suffix(600).allSatisfy { $0 == 0 })
    func next(_ rig: SessionRig) -> ArraySlice<Float> {
      rig.lines("keys\nnote C4")
      rig.render(24_000)
      return rig.left.suffix(24_000)
    }
    let (fresh, dry) = (SessionRig(), SessionRig())
    fresh.lines("engine room=1")
    let answered = next(rig)
    #expect(answered.elementsEqual(next(fresh)))
    #expect(!answered.elementsEqual(next(dry)))
  }

  @Test(arguments: ["strum C", "hit crash", "hit win", "hit correct note=G4"])
  func `a clear ends what hands play on no instrument`(_ line: String) {
    let rig = SessionRig()
    rig.lines("\(line)\nwait 0.03 s\nclear")
    rig.render(48_000)
    #expect(rig.left[..<1440].contains { $0 != 0 })
    #expect(rig.left[(1440 + 200)...].allSatisfy { $0 == 0 })
  }

  @Test func `stop ends strings that are still to come`() {
    let rig = SessionRig()
    rig.lines("chords C sound=bell\nstrum 1")
    rig.render(1000)
    rig.lines("stop")
    rig.render(48_000 * 3)
    #expect(rig.left.suffix(1000).allSatisfy { $0 == 0 })
    let whole = sound("chords C sound=bell\nstrum 1", frames: 48_000)
    #expect(zip(whole, rig.left).contains { $0 != $1 })
    #expect(rig.takeMessages() == [])
  }

  @Test func `white keys from C3 are the buttons of the newest chords that ask for them`() {
    func keyed(_ lines: String, note: UInt8) -> [Float] {
      let rig = SessionRig()
      rig.lines(lines)
      rig.play(.noteOn(channel: 0, note: note, velocity: 127), after: 100)
      rig.render(24_000)
      return rig.left
    }
    let silence = [Float](repeating: 0, count: 100)
    #expect(
      keyed("chords C prog=I-V +midi", note: 50) == silence + strings([43, 55, 59, 62], gap: 0.025, frames: 23_900))
    #expect(
      keyed("chords C prog=I-V +midi\n~chords key=D", note: 48)
        == silence + strings([50, 62, 66, 69], gap: 0.025, frames: 23_900))
    // Without +midi, and where keys are newer, a key is a key.
    let plain = keyed("say hello", note: 50)
    #expect(keyed("chords C prog=I-V", note: 50) == plain)
    #expect(keyed("chords C prog=I-V +midi\nkeys", note: 50) == plain)
    #expect(keyed("chords C prog=I-V +midi\nclear", note: 50) == plain)
    #expect(keyed("chords C prog=I-V +midi", note: 51) == keyed("say hello", note: 51))
    #expect(keyed("chords C prog=I-V +midi", note: 52) == keyed("say hello", note: 52))
  }

  @Test func `what was strummed is sent, the last 32 of it`() {
    let rig = SessionRig()
    rig.lines("chords@jam Dm prog=i-V7 +send +midi\nstrum 1\nstrum 2\nstrum Gm")
    rig.play(.noteOn(channel: 0, note: 50, velocity: 90))
    rig.render(1000)
    rig.lines("send jam")
    #expect(
      rig.takeEvents() == [#"{"id":"jam","preset":"chords","played":["Dm","A7","Gm","A7"],"key":"Dm"}"#])
    for _ in 0..<40 { rig.lines("strum 1") }
    rig.lines("send chords")
    let names = (0..<32).map { _ in "\"Dm\"" }.joined(separator: ",")
    #expect(rig.takeEvents() == [#"{"id":"jam","preset":"chords","played":["# + names + #"],"key":"Dm"}"#])
  }

  @Test(arguments: [
    ("strum 1", "There are no chord buttons to strum: put up 'chords' first, or strum a chord by its name."),
    ("chords@jam C prog=I-V\nstrum 3", "There is no chord button 3: 'jam' has 2."),
    ("send chords", "'chords' is not up, so it has nothing to send."),
    ("chords\nsend chords", "Nothing has been played on 'n1' yet, so there is nothing to send."),
    ("send", "There is nothing to send: put up a loop, or play on keys, chords or drums first."),
  ])
  func `what cannot be played says so`(_ lines: String, _ message: String) {
    let rig = SessionRig()
    rig.lines(lines)
    #expect(rig.takeMessages() == [message])
  }
}
