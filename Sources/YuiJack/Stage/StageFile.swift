// SPDX-License-Identifier: GPL-3.0-or-later

/// A file that the stage serves, out of the program itself.
struct StageFile {
  let name: String
  let bytes: [UInt8]

  /// Its media type.
  var type: String {
    if name.hasSuffix(".html") { return "text/html; charset=utf-8" }
    return name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  }

  /// All of them; the first is the page itself.
  static let all: [StageFile] = [
    StageFile(name: "index.html", bytes: PackageResources.index_html),
    StageFile(name: "stage.css", bytes: PackageResources.stage_css),
    StageFile(name: "main.js", bytes: PackageResources.main_js),
    StageFile(name: "bar.js", bytes: PackageResources.bar_js),
    StageFile(name: "chords.js", bytes: PackageResources.chords_js),
    StageFile(name: "clock.js", bytes: PackageResources.clock_js),
    StageFile(name: "connection.js", bytes: PackageResources.connection_js),
    StageFile(name: "drums.js", bytes: PackageResources.drums_js),
    StageFile(name: "keys.js", bytes: PackageResources.keys_js),
    StageFile(name: "linebox.js", bytes: PackageResources.linebox_js),
    StageFile(name: "loop.js", bytes: PackageResources.loop_js),
    StageFile(name: "metronome.js", bytes: PackageResources.metronome_js),
    StageFile(name: "parts.js", bytes: PackageResources.parts_js),
    StageFile(name: "shelf.js", bytes: PackageResources.shelf_js),
    StageFile(name: "tuner.js", bytes: PackageResources.tuner_js),
  ]

  /// The place of a file among all; the page itself for no name.
  static func index(of name: String) -> Int? { name.isEmpty ? 0 : all.firstIndex { $0.name == name } }
}
