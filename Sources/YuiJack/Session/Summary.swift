// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiSound

/// What a run came to, for people.
struct Summary {
  var seconds: Double
  var clocks: Int64
  var peak: Float
  var xruns: Int

  init(link: EngineLink, sampleRate: Double, peak: Float, xruns: Int) {
    seconds = Double(link.counters.pointee.frame.load(ordering: .relaxed)) / sampleRate
    clocks = link.counters.pointee.clocks.load(ordering: .relaxed)
    self.peak = peak
    self.xruns = xruns
  }

  /// One sentence about a live run.
  var sentence: String { "Played \(length): \(clocks) MIDI clocks sent, \(xruns) xruns, \(loudest)." }

  /// One sentence about a render into a file.
  func renderSentence(_ path: String) -> String { "Wrote \(length) to '\(path)', \(loudest)." }

  private var length: String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private var loudest: String { peak > 0 ? "peak \(Summary.decibels(peak)) dB" : "silence" }

  private static func decibels(_ peak: Float) -> String {
    let tenths = Int((200 * log10(Double(peak))).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
