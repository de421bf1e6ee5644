// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// Writes what a tuner hears in recordings: a line for every reading, unsmoothed.
public enum RecordingTuner {
  /// How readings are written.
  public enum Layout: Sendable {
    /// Comma-separated values under a line of names; what there is not is empty.
    case table
    /// One JSON object a line; what there is not is left out.
    case json
  }

  /// Reads a tuner as a line would say it: each key with its value.
  ///
  /// - Throws: `usage` for what a line would be warned about.
  public static func settings(_ words: [(key: String, value: String)]) throws(UsageError) -> TunerSettings {
    var props: Props = [TunerProps.instrument.name: .text(TunerInstrument.chromatic.rawValue)]
    for (key, text) in words {
      props[key] =
        switch key {
        case TunerProps.strings.name: .texts(text.split(separator: "|").map(String.init))
        case TunerProps.a4.name, TunerProps.capo.name: Double(text).map { .number($0) } ?? .text(text)
        default: .text(text)
        }
    }
    var warnings: [PropWarning] = []
    let settings = TunerSettings(props, warnings: &warnings)
    if let warning = warnings.first { throw .usage(warning.sentence) }
    return settings
  }

  /// Writes the readings of a recording to standard output.
  ///
  /// - Throws: `missingFile` for what cannot be read as sound, `cannotWrite`.
  public static func tune(_ path: String, _ tuner: TunerSettings, as format: Layout) throws(UsageError) {
    let file = try SoundFileReader(path: path)
    let detector = PitchDetector(sampleRate: file.sampleRate, hearing: Hearing(tuner))
    if case .table = format { try TextStream.writeOut("seconds,note,string,cents,hertz,clarity,level\n") }
    while true {
      let samples = file.read()
      if samples.isEmpty { return }
      var text = ""
      samples.withUnsafeBufferPointer { samples in
        detector.feed(samples) { reading in
          text += line(reading, seconds: Double(reading.frame) / file.sampleRate, tuner, format) + "\n"
        }
      }
      try TextStream.writeOut(text)
    }
  }

  private static func line(
    _ reading: PitchReading, seconds: Double, _ tuner: TunerSettings, _ format: Layout
  ) -> String {
    let time = (seconds * 1e6).rounded() / 1e6
    let members =
      reading.pitch.map { TunerReading($0, level: reading.level, on: tuner).members(on: tuner) }
      ?? [("level", JSON.decibels(power: Float(reading.level * reading.level)))]
    let all = JSON.object([("seconds", .number(time))] + members)
    if case .json = format { return all.text }
    return ["seconds", "note", "string", "cents", "hertz", "clarity", "level"].map { key in
      if case .string(let name) = all[key] { return name }
      return all[key]?.text ?? ""
    }.joined(separator: ",")
  }
}
