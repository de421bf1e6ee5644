// SPDX-License-Identifier: GPL-3.0-or-later

/// The drawing of a sound for the page: its waveform, below that its spectrogram, and the axes that both are read by.
struct SoundPicture {
  /// Pixels of the spectrogram, of which each is one unit of the drawing.
  static let columns = 480
  static let rows = 192

  private static let left = 44
  private static let waveTop = 8
  private static let waveHeight = 72
  private static let imageTop = 92
  private static var right: Int { left + columns }
  private static var bottom: Int { imageTop + rows }

  /// What the spectrogram's file is called.
  let image: String
  /// The sound in one channel.
  let samples: [Float]
  /// Its length in seconds.
  let seconds: Double
  /// Its spectrogram.
  let spectrogram: Spectrogram

  /// The drawing as SVG inside a page.
  ///
  /// - Parameter words: what it shows, for whoever does not see it.
  func svg(_ words: String) -> String {
    """
    <svg viewBox="0 0 \(Self.right + 8) \(Self.bottom + 34)" role="img" aria-label="\(PageText.escaped(words))">
    \(waveform)
    <image href="\(image)" x="\(Self.left)" y="\(Self.imageTop)" width="\(Self.columns)" height="\(Self.rows)"/>
    \(frequencyAxis)
    \(timeAxis)
    </svg>
    """
  }

  /// The largest amplitude that fits: full scale, or where the sound goes beyond, its peak.
  private var reach: Float { samples.reduce(1) { max($0, abs($1)) } }

  private var waveform: String {
    let middle = Double(Self.waveTop) + Double(Self.waveHeight) / 2
    let unit = Double(Self.waveHeight) / 2 / Double(reach)
    var upper = ""
    var lower = ""
    for column in 0..<Self.columns {
      let first = column * samples.count / Self.columns
      let last = max(first + 1, (column + 1) * samples.count / Self.columns)
      let part = samples[min(first, samples.count - 1)..<min(last, samples.count)]
      let x = Self.left + column
      let highest = middle - Double(part.max() ?? 0) * unit
      let lowest = middle - Double(part.min() ?? 0) * unit
      upper += "\(x) \(PageText.value(highest - 0.25, decimals: 1)) "
      lower = "\(x) \(PageText.value(lowest + 0.25, decimals: 1)) " + lower
    }
    let lines = [1.0, 0, -1].map { amplitude in
      let y = PageText.value(middle - amplitude * unit, decimals: 1)
      let sign = PageText.number(amplitude, decimals: 0)
      return """
        <path class="grid" d="M\(Self.left) \(y)H\(Self.right)"/>\
        <text class="left" x="\(Self.left - 6)" y="\(y)">\(sign)</text>
        """
    }
    return lines.joined(separator: "\n") + "\n<path class=\"wave\" d=\"M\(upper)L\(lower)Z\"/>"
  }

  private var frequencyAxis: String {
    let named: [Double] = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]
    return named.filter(spectrogram.range.contains).map { frequency in
      let y = PageText.value(
        Double(Self.imageTop) + spectrogram.height(of: frequency) * Double(Self.rows), decimals: 1)
      return """
        <path class="tick" d="M\(Self.left - 4) \(y)h4"/>\
        <text class="left" x="\(Self.left - 6)" y="\(y)">\(PageText.axis(frequency))</text>
        """
    }.joined(separator: "\n") + "\n<text class=\"left\" x=\"\(Self.left - 6)\" y=\"\(Self.bottom)\">Hz</text>"
  }

  private var timeAxis: String {
    let steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
    let step = steps.first { seconds / $0 <= 7 } ?? 20
    let decimals = step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0
    let ticks = (0...Int(seconds / step)).map { index in
      let time = Double(index) * step
      let x = PageText.value(Double(Self.left) + time / seconds * Double(Self.columns), decimals: 1)
      return """
        <path class="tick" d="M\(x) \(Self.bottom)v4"/>\
        <text class="below" x="\(x)" y="\(Self.bottom + 16)">\(PageText.number(time, decimals: decimals))</text>
        """
    }
    return ticks.joined(separator: "\n")
      + "\n<text class=\"below\" x=\"\(Self.right - 4)\" y=\"\(Self.bottom + 30)\">s</text>"
  }
}
