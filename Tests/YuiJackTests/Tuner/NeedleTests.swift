// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import YuiLines

@testable import YuiJack

/// A needle at 100 readings a second, each reading written out.
@Suite struct NeedleTests {
  private static func settings(_ props: Props) -> TunerSettings {
    var warnings: [PropWarning] = []
    return TunerSettings(props, warnings: &warnings)
  }

  /// A needle and the readings it gets, 10 ms apart.
  private struct Rig {
    var needle: Needle
    var frame: Int64 = 0
    init(_ props: Props) { needle = Needle(settings(props), sampleRate: 1000) }

    mutating func hear(_ frequency: Double?, times: Int) -> [Needle.Movement] {
      (0..<times).flatMap { _ in
        frame += 10
        let pitch = frequency.map { PitchReading.Pitch(frequency: $0, clarity: 1) }
        return needle.hear(PitchReading(frame: frame, level: 0.1, pitch: pitch))
      }
    }
  }

  private func shown(_ changes: [Needle.Movement]) -> [Double] {
    changes.compactMap { if case .shown(let reading, _) = $0 { reading.frequency } else { nil } }
  }

  @Test func `it stands after three readings that agree, and moves at most every 30 ms`() {
    var rig = Rig([:])
    #expect(shown(rig.hear(110, times: 2)) == [])
    #expect(shown(rig.hear(110, times: 1)) == [110])
    #expect(shown(rig.hear(110, times: 2)) == [])
    #expect(shown(rig.hear(110, times: 30)).count == 10)
  }

  @Test func `a reading that is off does not move it`() {
    var rig = Rig([:])
    _ = rig.hear(110, times: 5)
    let moved = rig.hear(111, times: 1) + rig.hear(110, times: 3)
    #expect(shown(moved).allSatisfy { $0 == 110 })
    // An octave up is another note, which has to be heard three times.
    #expect(shown(rig.hear(220, times: 1)) == [])
  }

  @Test func `silence leaves it for 0 point 3 seconds and then takes it away once`() {
    var rig = Rig([:])
    _ = rig.hear(110, times: 5)
    #expect(rig.hear(nil, times: 29).isEmpty)
    guard case .cleared? = rig.hear(nil, times: 1).first else {
      Issue.record("The needle is still there")
      return
    }
    #expect(rig.hear(nil, times: 50).isEmpty)
  }

  @Test func `all strings held for a second each are told once, with their cents`() {
    var rig = Rig(["strings": .texts(["A2", "E3"])])
    let (a, e) = (110 * exp2(2.0 / 1200), Note(52).frequency() * exp2(-1.4 / 1200))
    func tuned(_ changes: [Needle.Movement]) -> [[Int]] {
      changes.compactMap { if case .tuned(let cents) = $0 { cents } else { nil } }
    }
    #expect(tuned(rig.hear(a, times: 110)) == [])
    #expect(tuned(rig.hear(e, times: 110)) == [[2, -1]])
    #expect(tuned(rig.hear(a, times: 110)) == [])
  }

  @Test func `a silence, another string and a pitch 4 cents off restart the second`() {
    func isTuned(_ pause: (inout Rig) -> Void) -> Bool {
      var rig = Rig(["strings": .texts(["A2", "E3"])])
      _ = rig.hear(Note(52).frequency(), times: 110)
      _ = rig.hear(110, times: 80)
      pause(&rig)
      return rig.hear(110, times: 80).contains { if case .tuned = $0 { true } else { false } }
    }
    #expect(isTuned { _ in })
    #expect(isTuned { _ = $0.hear(nil, times: 10) })
    #expect(!isTuned { _ = $0.hear(nil, times: 40) })
    #expect(!isTuned { _ = $0.hear(Note(52).frequency(), times: 10) })
    #expect(!isTuned { _ = $0.hear(110 * exp2(4.0 / 1200), times: 10) })
  }

  @Test func `a chromatic tuner shows every note and is never done`() {
    var rig = Rig(["instrument": .text("chromatic")])
    let changes = rig.hear(233.08, times: 300)
    guard case .shown(let reading, false)? = changes.last else {
      Issue.record("Nothing is shown")
      return
    }
    #expect(reading.note == Note(58) && reading.string == nil && abs(reading.cents) < 0.1)
    #expect(changes.allSatisfy { if case .tuned = $0 { false } else { true } })
  }

  @Test func `a capo and a temperament move the strings`() {
    let capo = Self.settings(["capo": .number(2)])
    let reading = TunerReading(.init(frequency: 92.5, clarity: 1), level: 0.1, on: capo)
    #expect(reading.string == 0 && reading.name(on: capo) == "F#2" && abs(reading.cents) < 0.1)
    let pure = Self.settings(["instrument": .text("violin"), "temperament": .text("pythagorean")])
    let e = TunerReading(.init(frequency: 660, clarity: 1), level: 0.1, on: pure)
    #expect(e.string == 3 && abs(e.cents) < 1e-9)
  }

  @Test func `the line lights the string and is green in tune`() {
    let settings = Self.settings([:])
    let good = TunerReading(.init(frequency: 110, clarity: 1), level: 0.1, on: settings)
    #expect(
      NeedleText.line(good, on: settings)
        == "E2 \u{1B}[7mA2\u{1B}[0m D3 G3 B3 E4 \u{1B}[32m[----------#----------] 0    cents\u{1B}[0m 110.0 Hz")
    let flat = TunerReading(
      .init(frequency: 110 * exp2(-60.0 / 1200), clarity: 1), level: 0.1, on: settings)
    #expect(NeedleText.line(flat, on: settings).contains(" [#---------|----------] -60  cents\u{1B}[0m 106.3 Hz"))
  }
}
