// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

/// What part of a period an engine spends in its callback.
struct LoadBench {
  /// Renders of which the median is taken.
  let renders: Int

  init(isQuick: Bool) { renders = isQuick ? 9 : 2001 }

  /// The median load of cycles of `period` frames while `voices` sound, each of the six pitched kinds in turn.
  ///
  /// Notes are struck anew four times a second, so that they are as loud as music is, between the cycles that are measured.
  func load(voices: Int, period: Int) -> Double {
    let engine = BenchEngine(period: period, voices: max(voices, 1))
    let kinds = VoiceKind.allCases.filter(\.isPitched)
    let cyclesOfNote = max(1, Int(BenchEngine.sampleRate / 4) / period)
    var times: [Double] = []
    while times.count < renders {
      engine.rest()
      for index in 0..<voices {
        engine.strike(kinds[index % kinds.count], frequency: 110 + Double(index) * 7, velocity: 0.5)
      }
      engine.cycle()
      for _ in 0..<min(cyclesOfNote, renders - times.count) { times.append(ThreadClock.seconds { engine.cycle() }) }
    }
    return times.sorted()[times.count / 2] / (Double(period) / BenchEngine.sampleRate)
  }
}
