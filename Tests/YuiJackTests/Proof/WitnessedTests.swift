// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import YuiJack

@Suite struct WitnessedTests {
  /// A report of these incidents and nothing else.
  private func report(_ incidents: [[String]], isRealtime: Bool = true) -> Witnessed {
    let counts = [("lost", "lost_cycles"), ("late", "late_cycles"), ("slow", "over_50")].map { kind, name in
      ["witness", name, "\(incidents.count { $0[0] == kind })"]
    }
    let lines = [["load", "1000", "0.5", "1", "2"], ["realtime", isRealtime ? "yes" : "no"]]
    return Witnessed(lines + counts + incidents.map { ["incident"] + $0 }, period: 256)
  }

  @Test func `a quiet run has nothing to say`() {
    let run = report([])
    #expect(run.failures.isEmpty)
    #expect(run.setAside.isEmpty)
    #expect(run.cycles == 1000)
  }

  @Test func `with realtime rights and an idle client at rest a lost cycle is not excused`() {
    let run = report([["lost", "5120", "256", "own"], ["late", "5120", "3000", "own"]])
    #expect(run.failures == ["cycles lost: 1", "callbacks more than half a period late: 1"])
    #expect(run.setAside.isEmpty)
  }

  @Test func `a lost cycle is the machine's where an idle client suffers too`() {
    var run = report([["lost", "5120", "256", "own"]])
    run.idle = (late: 1, lost: 0, xruns: 0)
    #expect(run.failures.isEmpty)
    #expect(run.setAside.map(\.amount) == [256])
  }

  @Test func `a lost cycle is the machine's where there are no realtime rights`() {
    let run = report([["late", "5120", "4000", "own"]], isRealtime: false)
    #expect(run.failures.isEmpty)
    #expect(run.setAside.count == 1)
  }

  @Test func `a callback that worked too long is never excused, nor what it cost`() {
    let run = report(
      [["slow", "5120", "10667", "own"], ["lost", "5632", "256", "own"], ["late", "5632", "4000", "own"]],
      isRealtime: false)
    #expect(
      run.failures == [
        "cycles lost: 1", "callbacks more than half a period late: 1",
        "callbacks that took more than 50 % of the period: 1",
      ])
    #expect(run.setAside.isEmpty)
  }

  @Test func `a callback that the machine held is set aside`() {
    let run = report([["slow", "5120", "10667", "held"], ["lost", "5632", "256", "own"]], isRealtime: false)
    #expect(run.failures.isEmpty)
    #expect(run.setAside.count == 2)
  }

  @Test func `a loss far from a slow callback is not its doing`() {
    let run = report([["slow", "5120", "10667", "own"], ["lost", "512000", "256", "own"]], isRealtime: false)
    #expect(run.setAside.map(\.frame) == [512_000])
  }

  @Test func `frames of the server's clock may wrap between a slow callback and what it cost`() {
    let run = report([["slow", "4294967040", "10667", "own"], ["lost", "256", "256", "own"]], isRealtime: false)
    #expect(run.setAside.isEmpty)
  }

  @Test func `full rings and refused bytes are never excused`() {
    var run = report([], isRealtime: false)
    run.counts += [("clock_refused", 2), ("rings_full", 1), ("midi_lost", 3)]
    #expect(
      run.failures == [
        "clock bytes that JACK had no room for: 2", "MIDI events that JACK lost: 3", "times that a ring was full: 1",
      ])
  }

  @Test func `incidents that were too many to be told one by one count`() {
    var run = report([["late", "5120", "4000", "own"]], isRealtime: false)
    run.counts = [("late_cycles", 5)]
    #expect(run.failures == ["cycles that went wrong and were too many to be looked at one by one: 4"])
  }
}
