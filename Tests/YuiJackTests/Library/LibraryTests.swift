// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import YuiJack

/// The screens of the library, and how they are asked for by name.
@Suite struct LibraryTests {
  private static let folder = "Sources/YuiJack/Library/Screens"

  @Test func `the library holds every screen's file, in the order of the names`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.path(Self.folder))
    let names = Library.screens.map(\.name)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
    #expect(Set(files) == Set(names.map { "\($0).yui" }))
    for screen in Library.screens {
      #expect(screen.text == (try Repository.text("\(Self.folder)/\(screen.name).yui")), "\(screen.name)")
    }
  }

  @Test func `the styles and sessions that a musician looks for are there`() {
    let wanted = [
      "practice-session", "chord-chart", "jam-beat", "songwriting", "scale-warm-up", "samba", "bossa-nova", "boom-bap",
      "house", "techno", "waltz", "rock", "disco", "reggae", "afrobeat", "cumbia", "salsa", "drum-and-bass", "trap",
      "shuffle-blues", "lo-fi", "jazz-swing", "balkan", "ballad", "polyrhythm",
    ]
    #expect(Set(wanted).isSubset(of: Library.screens.map(\.name)))
  }

  @Test(arguments: Library.screens)
  func `a screen's first line says what it is`(_ screen: LibraryScreen) {
    #expect(screen.text.hasPrefix("# \(screen.summary)\n"))
    #expect(screen.text.hasSuffix("\n"))
    #expect(12...61 ~= screen.summary.count)
    #expect(screen.summary.first?.isUppercase == true)
    #expect(screen.summary.last?.isPunctuation == false)
    #expect(screen.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
  }

  @Test(arguments: [
    "drum-and-bass", "Drum and Bass", "DRUM_AND_BASS", "  drum - and  bass ", "drum and-bass", "-drum-and-bass-",
  ])
  func `a name may be typed in any case, and with spaces`(_ name: String) {
    #expect(Library.screen(named: name)?.name == "drum-and-bass")
  }

  @Test(arguments: [
    (["samba"], ["samba"]),
    (["Jazz", "Swing"], ["jazz-swing"]),
    (["house", "drum", "and", "bass", "Lo Fi"], ["house", "drum-and-bass", "lo-fi"]),
    (["waltz", "waltz"], ["waltz", "waltz"]),
    ([], []),
  ])
  func `words that make a name are taken together`(words: [String], names: [String]) throws {
    #expect(try Library.screens(named: words).map(\.name) == names)
  }

  @Test(arguments: [
    (["sambo"], "There is no screen 'sambo'. Did you mean 'samba'?"),
    (["Bosa", "Nova"], "There is no screen 'Bosa Nova'. Did you mean 'bossa-nova'?"),
    (["house", "tekno"], "There is no screen 'tekno'. Did you mean 'techno'?"),
    (["wals"], "There is no screen 'wals': 'yui-jack library' lists all names."),
    (["salza", "please"], "There is no screen 'salza'. Did you mean 'salsa'?"),
    ([""], "There is no screen '': 'yui-jack library' lists all names."),
  ])
  func `a name that is not there is told with the nearest that is`(words: [String], sentence: String) {
    #expect(throws: UsageError.usage(sentence)) { try Library.screens(named: words) }
  }
}
