// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// A needle drawn with text, for a terminal of at least 72 columns.
enum NeedleText {
  /// Places left and right of the middle; five cents each.
  private static let half = 10
  private static let (lit, green, plain) = ("\u{1B}[7m", "\u{1B}[32m", "\u{1B}[0m")

  /// One line: the strings with the one that sounds lit, the needle from 50 cents flat to 50 cents sharp, cents and hertz. It is
  /// green where the string is in tune.
  static func line(_ reading: TunerReading, on tuner: TunerSettings) -> String {
    let isInTune = abs(reading.cents) <= Needle.inTune
    var text = ""
    if tuner.strings.isEmpty {
      text = padded(reading.name(on: tuner), 4)
    } else {
      for (index, string) in tuner.strings.enumerated() {
        let name = index == reading.string ? reading.name(on: tuner) : string.name
        text += index == reading.string ? "\(lit)\(name)\(plain) " : "\(name) "
      }
    }
    let cents = Int(reading.cents.rounded())
    let place = min(max(Int((reading.cents / 5).rounded()), -half), half)
    var dial = ""
    for spot in -half...half { dial += spot == place ? "#" : spot == 0 ? "|" : "-" }
    let off = padded(cents > 0 ? "+\(cents)" : "\(cents)", 4)
    let hertz = (reading.frequency * 10).rounded() / 10
    return "\(text)\(isInTune ? green : "")[\(dial)] \(off) cents\(plain) \(hertz) Hz"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
