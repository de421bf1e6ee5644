// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import YuiLines

@Suite struct ScreensTests {
  @Test func `only the plain numbers 2 to 12 are pages`() {
    #expect((2...12).allSatisfy { Screens.page(of: String($0)) == $0 })
    for screen in ["1", "0", "13", "02", "+2", "-2", "full", "chat", "", "2 "] {
      #expect(Screens.page(of: screen) == 1)
    }
  }

  @Test(arguments: Preset.allCases)
  func `instruments open by themselves, save the metronome`(_ preset: Preset) {
    let opens: Set<Preset> = [.loop, .drums, .keys, .chords, .tuner]
    #expect(Screens.opensFull(preset, screen: "1", props: [:]) == opens.contains(preset))
    #expect(Screens.opensFull(preset, screen: "full", props: ["inline": .flag(true)], style: .chat))
    #expect(!Screens.opensFull(preset, screen: "2", props: [:], style: .full))
    #expect(!Screens.opensFull(preset, screen: "1", props: ["inline": .flag(true)], style: .full))
    #expect(Screens.opensFull(preset, screen: "1", props: ["inline": .text("on")], style: .full))
    #expect(!Screens.opensFull(preset, screen: "1", props: [:], style: .chat))
  }

  @Test func `chosen ids on pages, and those that were shown, last`() {
    #expect(Screens.lasts(id: "beat", preset: .loop, screen: "2"))
    #expect(Screens.lasts(id: "beat", preset: .loop, screen: "1", shown: true))
    #expect(Screens.lasts(id: "n", preset: .say, screen: "12"))
    #expect(Screens.lasts(id: "n3x", preset: .say, screen: "12"))
    #expect(!Screens.lasts(id: "beat", preset: .loop, screen: "1"))
    #expect(!Screens.lasts(id: "beat", preset: .loop, screen: "13"))
    #expect(!Screens.lasts(id: "n3", preset: .loop, screen: "2"))
    #expect(!Screens.lasts(id: "c12", preset: .loop, screen: "2"))
    #expect(!Screens.lasts(id: "box", preset: .custom, screen: "2"))
  }
}
