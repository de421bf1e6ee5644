// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import YuiLines

/// Claves, and bars that are not of four beats.
@Suite struct MetreTests {
  /// The clave of son, three strokes first.
  private static let sonThreeTwo: Set = [0, 3, 6, 10, 12]
  private static let beats: Set = [0, 4, 8, 12]

  @Test func `salsa goes by the clave of son, two strokes first`() throws {
    let screen = try ReadScreen("salsa")
    let beat = try screen.beat()
    #expect(beat.hits(.rim) == [2, 4, 8, 11, 14])
    #expect(Set(beat.hits(.rim).map { ($0 + 8) % 16 }) == Self.sonThreeTwo)
    #expect(beat.hits(.conga) == [6, 7, 14, 15], "the open tones of the tumbao")
    let bass = try screen.loop("bass")
    #expect(bass.noteSteps.map { $0 % 8 } == [3, 6, 3, 6, 3, 6, 3, 6], "the two-and and the four")
    let montuno = try screen.loop("harmony").noteSteps
    #expect(montuno.map { $0 % 16 } == [0, 2, 3, 5, 7, 9, 11, 13, 15, 0, 2, 3, 5, 7, 9, 11, 13, 15])
  }

  @Test func `guaguanco goes by the clave of rumba, three strokes first, and its sticks meet it`() throws {
    let beat = try ReadScreen("rumba").beat()
    #expect(beat.hits(.rim) == [0, 3, 7, 10, 12])
    #expect(beat.hits(.tick).isSuperset(of: beat.hits(.rim)))
  }

  @Test func `afrobeat's bell is the clave of son, three strokes first`() throws {
    #expect(try ReadScreen("afrobeat").beat().hits(.rim, inEachBarOf: 16) == Self.sonThreeTwo)
  }

  @Test func `the rim of bossa nova is its clave, and the bass drum marks root and fifth`() throws {
    let screen = try ReadScreen("bossa-nova")
    let beat = try screen.beat()
    #expect(beat.hits(.rim) == [0, 3, 6, 10, 13])
    #expect(beat.hits(.kick) == [0, 3, 4, 7, 8, 11, 12, 15])
    let bass = try screen.loop("bass")
    for bar in stride(from: 0, to: 32, by: 8) {
      let interval = bass.notes(at: bar + 4)[0] - bass.notes(at: bar)[0]
      #expect([7, -5].contains(interval), "bar \(bar / 8 + 1)")
      #expect(bass.notes(at: bar + 7) == bass.notes(at: (bar + 8) % 32), "the pick-up is the next root")
    }
  }

  @Test func `the surdos of samba answer each other: the second on one, the first on two`() throws {
    let beat = try ReadScreen("samba").beat()
    #expect(beat.hits(.kick, inEachBarOf: 8).contains(4) && !beat.hits(.kick).contains(0))
    #expect(beat.hits(.tom, inEachBarOf: 8).contains(0))
    #expect(beat.hits(.shaker) == Set(0..<32))
    let tamborim = beat.hits(.rim, inEachBarOf: 16).sorted()
    let gaps = zip(tamborim, tamborim.dropFirst() + [tamborim[0] + 16]).map { $1 - $0 }
    #expect(tamborim.count == 7 && gaps.count { $0 == 3 } == 2 && gaps.count { $0 == 2 } == 5)
  }

  @Test func `cumbia: the scraper long, short, short; the llamador between the beats; the bass on one, two, two-and`()
    throws
  {
    let screen = try ReadScreen("cumbia")
    let beat = try screen.beat()
    #expect(beat.hits(.shaker, inEachBarOf: 4) == [0, 2, 3])
    #expect(beat.hits(.conga) == [2, 6, 10, 14])
    #expect(beat.hits(.cow) == Self.beats)
    #expect(try screen.loop("bass").noteSteps.map { $0 % 8 } == [0, 4, 6, 0, 4, 6, 0, 4, 6, 0, 4, 6])
  }

  @Test func `a waltz has three beats: the bass on one, chords on two and three`() throws {
    let screen = try ReadScreen("waltz")
    let beat = try screen.beat()
    #expect(beat.steps == 6 && beat.stepsPerBeat == 2)
    #expect(beat.hits(.kick) == [0] && beat.hits(.shaker) == [2, 4])
    #expect(try screen.loop("bass").noteSteps == [0, 6, 12, 18])
    #expect(try screen.loop("harmony").noteSteps.map { $0 % 6 } == [2, 4, 2, 4, 2, 4, 2, 4])
  }

  @Test func `balkan has seven eighths, three and two and two`() throws {
    let screen = try ReadScreen("balkan")
    let beat = try screen.beat()
    #expect(beat.steps == 14 && beat.stepsPerBeat == 4)
    #expect(beat.hits(.kick) == [0] && beat.hits(.tom) == [6, 10])
    #expect(beat.hits(.shaker) == Set(stride(from: 0, to: 14, by: 2)))
    #expect(try screen.loop("harmony").steps == 28)
  }

  @Test func `the ballad has four beats of three eighths, the snare on the second and the fourth`() throws {
    let screen = try ReadScreen("ballad")
    let beat = try screen.beat()
    #expect(beat.steps == 24)
    #expect(beat.hits(.kick).isSuperset(of: [0, 12]) && beat.hits(.snare) == [6, 18])
    #expect(beat.hits(.hat) == Set(stride(from: 0, to: 24, by: 2)))
    #expect(try screen.loop("harmony").noteSteps.count >= 22)
  }

  @Test func `bulerias claps twelve, three, six, eight and ten of twelve counts`() throws {
    let beat = try ReadScreen("bulerias").beat()
    #expect(beat.steps == 12)
    #expect(beat.hits(.clap) == [0, 3, 6, 8, 10])
    #expect(beat.hits(.clap).union(beat.hits(.snap)) == Set(0..<12))
    #expect(beat.hits(.clap).isDisjoint(with: beat.hits(.snap)))
  }

  @Test func `polyrhythm has two, three and four even strokes in one bar`() throws {
    let beat = try ReadScreen("polyrhythm").beat()
    #expect(beat.steps == 12)
    #expect(beat.hits(.kick) == [0, 6] && beat.hits(.cow) == [0, 4, 8] && beat.hits(.rim) == [0, 3, 6, 9])
  }

  @Test func `the ride of jazz swings, the foot closes the hat on two and four, the bass walks in quarters`() throws {
    let screen = try ReadScreen("jazz-swing")
    let beat = try screen.beat()
    #expect(beat.hits(.open) == [0, 2, 3, 4, 6, 7] && beat.hits(.hat) == [2, 6])
    let bass = try screen.loop("bass")
    #expect(bass.noteSteps == Array(0..<8) && bass.stepsPerBeat == 2 && bass.bpm == beat.bpm / 2)
  }

  @Test func `the blues shuffles under the chords of one, four and five`() throws {
    let screen = try ReadScreen("shuffle-blues")
    #expect(try screen.beat().hits(.snare) == [2, 6])
    #expect(try screen.loop("bass").notes(at: 0) == [33] && screen.loop("bass").notes(at: 8) == [38])
    #expect(screen.chords?.buttons.map(\.name) == ["A7", "D7", "A7", "E7"])
    #expect(screen.keys?.scale == .blues)
  }

  @Test func `tango marks four beats under the tune`() throws {
    let bass = try ReadScreen("tango").loop("bass")
    #expect(Set(bass.noteSteps).isSuperset(of: Set(stride(from: 0, to: 24, by: 2))))
  }

  @Test func `the warm-up goes up the scale and down, one note an eighth`() throws {
    let screen = try ReadScreen("scale-warm-up")
    let scale = try screen.loop("scale")
    let tune = scale.noteSteps.map { scale.notes(at: $0)[0] }
    #expect(tune == [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60])
    #expect(scale.bpm == (try screen.beat().bpm) / 2 && scale.steps == 16)
  }

  @Test func `a practice session is a click, a keyboard and words`() throws {
    let screen = try ReadScreen("practice-session")
    #expect(screen.metronome?.bpm == 72 && screen.metronome?.sub == 2)
    #expect(screen.ops.count { if case .add(.say, _, _) = $0.action { true } else { false } } == 2)
  }
}
