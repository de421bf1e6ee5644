// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// What a detector listens for.
struct Hearing: Sendable, Equatable {
  /// Hertz.
  var range: ClosedRange<Double>
  /// Whether a string may sound at 50 or 60 Hz, so that such a tone is no hum.
  var includesMains = false

  /// Everything between two pitches but the hum of the mains.
  init(range: ClosedRange<Double>) { self.range = range }

  /// What a tuner listens for.
  init(_ tuner: TunerSettings) {
    range = tuner.range
    includesMains = tuner.strings.contains { string in
      let pitch = tuner.frequency(of: string.note)
      return Candidate.mains.contains { abs(log2(pitch / $0)) < 1.0 / 12 }
    }
  }
}
