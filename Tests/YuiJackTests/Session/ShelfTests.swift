// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import YuiJack

/// How many instruments there can be, and what happens to one more.
@Suite struct ShelfTests {
  private func loops(_ count: Int, _ prefix: String, _ words: String = "120 rows=rim p=xxxxxxxx +play") -> String {
    (1...count).map { "loop@\(prefix)\($0) \(words)" }.joined(separator: "\n")
  }

  @Test func `eight loops and eight metronomes are up at most, and one more takes nothing away`() {
    let rig = SessionRig()
    rig.lines(loops(8, "a") + "\n" + (1...8).map { "metronome@m\($0) 100" }.joined(separator: "\n"))
    rig.render(1000)
    #expect(rig.takeMessages() == [])
    let before = rig.session.shelf.instruments.map(\.id)
    rig.lines("loop@x 99\nloop@m1 99\nmetronome@y\nmetronome@a1")
    rig.render(1000)
    #expect(
      rig.takeMessages() == [
        "There are 8 of 'loop' already: clear the screen or patch one.",
        "There are 8 of 'loop' already: clear the screen or patch one.",
        "There are 8 of 'metronome' already: clear the screen or patch one.",
        "There are 8 of 'metronome' already: clear the screen or patch one.",
      ])
    #expect(rig.session.shelf.instruments.map(\.id) == before)
    // What is replaced by its own kind, or by another where there is room for it, needs no room.
    rig.lines("loop@a1 99 p=x\nkeys@a2\nloop@m1 99")
    #expect(rig.takeMessages() == [])
    #expect(rig.session.shelf.instruments.count { $0.preset == .loop } == 8)
  }

  @Test(arguments: ["", "wait 0.25 s\n"])
  func `loops that come right behind a clear find room, and sound`(_ pause: String) {
    let rig = SessionRig()
    rig.lines(
      [loops(8, "a"), loops(8, "b"), "loop@c1 120\n" + loops(7, "d")].joined(separator: "\n\(pause)clear\n"))
    rig.render(72_000)
    let started = rig.events.filter { $0.hasPrefix(#"{"event":"started","id":"d"#) }
    #expect(started.count == 7)
    // All on one frame, also where they are read ahead of a wait.
    #expect(Set(started.map { $0.split(separator: ",")[3] }).count == 1, "\(started)")
    #expect(rig.left.suffix(24_000).contains { $0 != 0 })
    #expect(rig.takeMessages() == [])
    #expect(rig.session.shelf.instruments.map(\.id) == ["c1"] + (1...7).map { "d\($0)" })
  }

  @Test func `a full screen is cleared behind a wait, and nothing is lost`() {
    let rig = SessionRig()
    rig.lines((1...240).map { "keys@k\($0)" }.joined(separator: "\n"))
    rig.lines(loops(8, "a") + "\n" + loops(8, "m", "+play").replacing("loop", with: "metronome"))
    rig.render(1000)
    rig.lines("wait 0.5 s\nclear\nwait 0.5 s\n\(loops(8, "b"))")
    rig.render(72_000)
    #expect(rig.session.link.counters.pointee.lostCommands.load(ordering: .relaxed) == 0)
    #expect(rig.session.shelf.instruments.map(\.id) == (1...8).map { "b\($0)" })
    #expect(rig.takeMessages() == [])
  }

  @Test func `what is told of a player is of the one that is taken away, until it is gone`() {
    let rig = SessionRig()
    rig.lines("loop@old 120 p=xxxxxxxx +play")
    rig.render(1000)
    rig.lines("clear\nloop@new 120 p=xxxxxxxx +play")
    rig.render(1000)
    let told = rig.events.filter { $0.contains("started") || $0.contains("stopped") }
    let starts = [#""started","id":"old""#, #""stopped","id":"old""#, #""started","id":"new""#]
    #expect(told.count == starts.count)
    for (event, start) in zip(told, starts) { #expect(event.hasPrefix(#"{"event":"# + start)) }
  }
}
