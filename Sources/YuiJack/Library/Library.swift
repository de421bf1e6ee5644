// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// The ready-made screens that come with the program.
///
/// - Thread: control.
public enum Library {
  /// All screens, in the order of their names.
  public static let screens: [LibraryScreen] = [
    LibraryScreen(name: "afrobeat", bytes: PackageResources.afrobeat_yui),
    LibraryScreen(name: "balkan", bytes: PackageResources.balkan_yui),
    LibraryScreen(name: "ballad", bytes: PackageResources.ballad_yui),
    LibraryScreen(name: "boom-bap", bytes: PackageResources.boom_bap_yui),
    LibraryScreen(name: "bossa-nova", bytes: PackageResources.bossa_nova_yui),
    LibraryScreen(name: "bulerias", bytes: PackageResources.bulerias_yui),
    LibraryScreen(name: "chord-chart", bytes: PackageResources.chord_chart_yui),
    LibraryScreen(name: "country", bytes: PackageResources.country_yui),
    LibraryScreen(name: "cumbia", bytes: PackageResources.cumbia_yui),
    LibraryScreen(name: "disco", bytes: PackageResources.disco_yui),
    LibraryScreen(name: "drum-and-bass", bytes: PackageResources.drum_and_bass_yui),
    LibraryScreen(name: "funk", bytes: PackageResources.funk_yui),
    LibraryScreen(name: "house", bytes: PackageResources.house_yui),
    LibraryScreen(name: "jam-beat", bytes: PackageResources.jam_beat_yui),
    LibraryScreen(name: "jazz-swing", bytes: PackageResources.jazz_swing_yui),
    LibraryScreen(name: "lo-fi", bytes: PackageResources.lo_fi_yui),
    LibraryScreen(name: "polyrhythm", bytes: PackageResources.polyrhythm_yui),
    LibraryScreen(name: "practice-session", bytes: PackageResources.practice_session_yui),
    LibraryScreen(name: "reggae", bytes: PackageResources.reggae_yui),
    LibraryScreen(name: "reggaeton", bytes: PackageResources.reggaeton_yui),
    LibraryScreen(name: "rock", bytes: PackageResources.rock_yui),
    LibraryScreen(name: "rumba", bytes: PackageResources.rumba_yui),
    LibraryScreen(name: "salsa", bytes: PackageResources.salsa_yui),
    LibraryScreen(name: "samba", bytes: PackageResources.samba_yui),
    LibraryScreen(name: "scale-warm-up", bytes: PackageResources.scale_warm_up_yui),
    LibraryScreen(name: "shuffle-blues", bytes: PackageResources.shuffle_blues_yui),
    LibraryScreen(name: "songwriting", bytes: PackageResources.songwriting_yui),
    LibraryScreen(name: "soul", bytes: PackageResources.soul_yui),
    LibraryScreen(name: "synthwave", bytes: PackageResources.synthwave_yui),
    LibraryScreen(name: "tango", bytes: PackageResources.tango_yui),
    LibraryScreen(name: "techno", bytes: PackageResources.techno_yui),
    LibraryScreen(name: "trap", bytes: PackageResources.trap_yui),
    LibraryScreen(name: "waltz", bytes: PackageResources.waltz_yui),
  ]

  /// The screen of a name, which may be typed in any case, and with spaces or `_` for its dashes; nil where there is none.
  public static func screen(named name: String) -> LibraryScreen? {
    let plain = plain(name)
    return screens.first { $0.name == plain }
  }

  /// The screens that words name, one after the other. A name with spaces may come as several words: as many as make a name
  /// are taken together.
  ///
  /// - Throws: `usage`, with the name that was probably meant, for words that name none.
  public static func screens(named words: [String]) throws(UsageError) -> [LibraryScreen] {
    var found: [LibraryScreen] = []
    var rest = words[...]
    while !rest.isEmpty {
      let counts = (1...rest.count).reversed()
      guard let count = counts.first(where: { screen(named: rest.prefix($0).joined(separator: " ")) != nil }),
        let screen = screen(named: rest.prefix(count).joined(separator: " "))
      else { throw .usage(unknown(rest)) }
      found.append(screen)
      rest = rest.dropFirst(count)
    }
    return found
  }

  /// The name of the screen that a mistyped name was probably meant to be; nil where none is near.
  public static func nearest(to name: String) -> String? {
    Suggestion.nearest(to: plain(name), among: screens.map(\.name))
  }

  /// Lower case, with single dashes for white space, `_` and `-`.
  private static func plain(_ name: String) -> String {
    name.lowercased().split { $0.isWhitespace || $0 == "_" || $0 == "-" }.joined(separator: "-")
  }

  private static func unknown(_ words: ArraySlice<String>) -> String {
    let all = words.joined(separator: " ")
    if let near = nearest(to: all) { return "There is no screen '\(all)'. Did you mean '\(near)'?" }
    let first = words.first ?? ""
    if let near = nearest(to: first) { return "There is no screen '\(first)'. Did you mean '\(near)'?" }
    return "There is no screen '\(first)': 'yui-jack library' lists all names."
  }
}
