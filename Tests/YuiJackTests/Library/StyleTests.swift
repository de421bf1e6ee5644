// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import YuiLines

/// What makes each screen the style that it is named for: tempo, metre, swing, and the hits that nobody leaves out.
///
/// Steps count from 0. Sixteen steps are a bar of four beats of sixteenths: 0, 4, 8 and 12 are the beats.
@Suite struct StyleTests {
  /// Every fourth step: the beats of a bar.
  private static let beats: Set = [0, 4, 8, 12]
  /// The steps half way between the beats.
  private static let between: Set = [2, 6, 10, 14]
  private static let backbeat: Set = [4, 12]

  @Test(arguments: [
    ("scale-warm-up", 60...100), ("jam-beat", 90...110), ("samba", 96...116), ("bossa-nova", 62...80),
    ("boom-bap", 82...96), ("house", 118...128), ("techno", 125...140), ("waltz", 84...190), ("rock", 100...140),
    ("disco", 110...128), ("reggae", 130...160), ("afrobeat", 96...120), ("cumbia", 80...105), ("salsa", 84...110),
    ("rumba", 80...110), ("drum-and-bass", 165...180), ("trap", 130...150), ("shuffle-blues", 90...130),
    ("lo-fi", 68...90), ("jazz-swing", 120...200), ("balkan", 110...140), ("ballad", 80...110),
    ("polyrhythm", 60...110),
    ("funk", 95...115), ("soul", 105...125), ("reggaeton", 86...100), ("tango", 110...132), ("synthwave", 84...118),
    ("bulerias", 48...65), ("country", 100...130),
  ])
  func `the tempo is the style's`(name: String, tempi: ClosedRange<Int>) throws {
    let bpm = try ReadScreen(name).beat().bpm
    #expect(Double(tempi.lowerBound)...Double(tempi.upperBound) ~= bpm)
  }

  @Test(arguments: [
    ("house", 0.0...0.0), ("techno", 0.0...0.0), ("rock", 0.0...0.0), ("samba", 5.0...20.0), ("funk", 5.0...20.0),
    ("boom-bap", 30.0...55.0), ("lo-fi", 30.0...55.0), ("reggae", 20.0...45.0), ("jazz-swing", 60.0...70.0),
    ("shuffle-blues", 62.0...70.0),
  ])
  func `the swing is the style's, and that of every part on the same steps`(
    name: String, swing: ClosedRange<Double>
  ) throws {
    let screen = try ReadScreen(name)
    let beat = try screen.beat()
    #expect(swing ~= beat.swing)
    let step = beat.seconds / Double(beat.steps)
    for loop in screen.loops.values where abs(loop.seconds / Double(loop.steps) - step) < 1e-9 {
      #expect(loop.swing == beat.swing, "'\(loop.title)'")
    }
  }

  @Test(arguments: [
    "jam-beat", "boom-bap", "rock", "disco", "drum-and-bass", "lo-fi", "funk", "synthwave", "soul",
  ])
  func `the snare has its backbeat on two and four`(_ name: String) throws {
    let beat = try ReadScreen(name).beat()
    #expect(Self.backbeat.isSubset(of: beat.hits(.snare, inEachBarOf: 16)))
    #expect(beat.hits(.kick).contains(0), "the kick has the one")
  }

  @Test(arguments: ["house", "techno", "disco"])
  func `the kick is on every beat, the open hat between`(_ name: String) throws {
    let beat = try ReadScreen(name).beat()
    #expect(beat.hits(.kick, inEachBarOf: 16) == Self.beats)
    #expect(beat.hits(.open, inEachBarOf: 16) == Self.between)
  }

  @Test func `house and disco clap on two and four`() throws {
    for name in ["house", "disco"] {
      #expect(try ReadScreen(name).beat().hits(.clap, inEachBarOf: 16) == Self.backbeat)
    }
  }

  @Test func `the bass of disco leaps an octave on every beat, but for the turns`() throws {
    let bass = try ReadScreen("disco").loop("bass")
    let leaps = stride(from: 0, to: 32, by: 4).count { bass.notes(at: $0)[0] + 12 == bass.notes(at: $0 + 2)[0] }
    #expect(leaps >= 5)
    #expect(bass.noteSteps == Array(stride(from: 0, to: 32, by: 2)))
  }

  @Test func `rock plays eighths on the hat and in the bass`() throws {
    let screen = try ReadScreen("rock")
    let cymbals = try screen.beat().hits(.hat).union(screen.beat().hits(.crash))
    #expect(cymbals == Set(stride(from: 0, to: 32, by: 2)))
    #expect(try screen.loop("bass").noteSteps == Array(0..<32))
    #expect(try screen.loop("bass").bpm == screen.beat().bpm / 2)
  }

  @Test func `the break of drum and bass is two-step: kick on one and after three, snare on two and four`() throws {
    let beat = try ReadScreen("drum-and-bass").beat()
    #expect(beat.hits(.kick).intersection(0..<16) == [0, 10])
    #expect(beat.hits(.snare, inEachBarOf: 16) == Self.backbeat)
  }

  @Test func `trap is in half time: the clap falls on three alone, and the hats roll in threes`() throws {
    let screen = try ReadScreen("trap")
    #expect(try screen.beat().hits(.clap, inEachBarOf: 16) == [8])
    #expect(try screen.beat().hits(.clap).count == 2)
    let roll = try screen.loop("roll")
    #expect(roll.bpm == (try screen.beat().bpm) * 1.5)
    #expect(roll.hits(.hat).count == 3)
  }

  @Test func `one drop leaves the one empty: kick and rim fall together on three, the guitar on two and four`() throws {
    let screen = try ReadScreen("reggae")
    let beat = try screen.beat()
    #expect(beat.steps == 8)
    #expect(beat.hits(.kick) == [4] && beat.hits(.rim) == [4])
    #expect(try screen.loop("harmony").noteSteps.map { $0 % 8 } == [2, 6, 2, 6, 2, 6, 2, 6])
  }

  @Test func `dembow: a kick on every beat, the snare three, three and two apart`() throws {
    let beat = try ReadScreen("reggaeton").beat()
    #expect(beat.hits(.kick) == Self.beats)
    #expect(beat.hits(.snare) == [3, 6, 11, 14])
  }

  @Test func `soul has the snare on every beat`() throws {
    #expect(try ReadScreen("soul").beat().hits(.snare) == Self.beats)
  }

  @Test func `funk is on the one: kick and bass together, and ghosts that miss the backbeat`() throws {
    let screen = try ReadScreen("funk")
    let beat = try screen.beat()
    #expect(beat.hits(.kick).isSuperset(of: [0, 16]))
    #expect(Set(try screen.loop("bass").noteSteps).isSuperset(of: [0, 16]))
    #expect(beat.hits(.snap).count >= 4)
    #expect(beat.hits(.snap).isDisjoint(with: beat.hits(.snare)))
    #expect(beat.hits(.hat).isDisjoint(with: beat.hits(.open)))
  }

  @Test func `a train beat: brushes on every sixteenth, the snare between the beats, the bass in two`() throws {
    let screen = try ReadScreen("country")
    #expect(try screen.beat().hits(.shaker) == Set(0..<16))
    #expect(try screen.beat().hits(.snare) == Self.between)
    #expect(try screen.loop("bass").noteSteps.filter { $0 < 7 } == [0, 2, 4, 6])
  }

  @Test func `synthwave has eighths in the bass and sixteenths in the arpeggio`() throws {
    let screen = try ReadScreen("synthwave")
    #expect(try screen.loop("bass").noteSteps == Array(stride(from: 0, to: 32, by: 2)))
    #expect(try screen.loop("arp").noteSteps == Array(0..<32))
  }

  @Test func `techno's line takes three bars to come back to its place`() throws {
    let screen = try ReadScreen("techno")
    #expect(try screen.loop("line").steps == 12)
    #expect(try screen.beat().steps == 16)
    #expect(try screen.loop("bass").noteSteps.allSatisfy { $0 % 4 != 0 }, "the bass leaves the beats to the kick")
  }
}
