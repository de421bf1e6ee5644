// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

// Usage: engine-bench [--quick] load | voices [VOICES OF FLUIDSYNTH] | piece BARS FOLDER; see scripts/bench.

var words = Array(CommandLine.arguments.dropFirst())
let isQuick = words.first == "--quick"
if isQuick { words.removeFirst() }
let report = Report(isQuick: isQuick)
switch words.first {
case "load" where words.count == 1: report.load()
case "voices" where words.count <= 2: report.voices(besidePiano: words.count == 2 ? Double(words[1]) : nil)
case "piece" where words.count == 3:
  guard let bars = Int(words[1]), bars > 0, report.writePiece(bars: bars, to: words[2]) else { exit(1) }
default: exit(64)
}
