// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// The lines that play a beat from a MIDI file: a loop for the drums, and one for each other channel.
///
/// - Thread: control.
public struct MIDIFileLines {
  /// A loop each, then the line that starts them together.
  public private(set) var lines: [String] = []
  /// Sentences about what the lines do not hold.
  public private(set) var notes: [String] = []

  /// Reads a file.
  ///
  /// - Parameter bar: the bar to begin with, from 1.
  /// - Throws: `missingFile` for one that cannot be read, `failed` where there is no note in its bars.
  public init(path: String, bar: Int) throws(UsageError) {
    let file: MIDIFile
    do throws(FileTrouble) {
      file = try MIDIFileReader.read(BinaryFile.read(path))
    } catch {
      throw .missingFile("Cannot read '\(path)': \(error.reason).")
    }
    self.init(file, bar: bar)
    if lines.isEmpty { throw .failed("'\(path)' has no note in bar \(bar) or the one behind it.") }
  }

  /// Reads the bars of a file from `bar` on, counted from 1: two of them, or one where two are too long for a loop.
  init(_ file: MIDIFile, bar: Int) {
    let events = file.tracks.joined().sorted { $0.tick < $1.tick }
    let barSteps = Self.sixteenthsInBar(events)
    func place(_ tick: Int) -> Int { Int((Double(tick) * 4 / Double(file.ticksPerQuarter) + 0.5).rounded(.down)) }
    var programs: [UInt8: UInt8] = [:]
    var channels: [UInt8: [(place: Int, note: UInt8)]] = [:]
    for event in events {
      switch event.message {
      case .program(let channel, let number): if channels[channel] == nil { programs[channel] = number }
      case .noteOn(let channel, let note, _):
        channels[channel, default: []].append((place(event.tick) - (bar - 1) * barSteps, note))
      default: break
      }
    }
    let behind = (channels.values.joined().map(\.place).max() ?? -1) + 1
    let bars = behind > barSteps && 2 * barSteps <= Pattern.longest ? 2 : 1
    let tempo = tempo(of: events)
    var taken: [String: Int] = [:]
    for channel in channels.keys.sorted(by: { ($0 == 9 ? 0 : 1, $0) < ($1 == 9 ? 0 : 1, $1) }) {
      let voice = channel == 9 ? nil : PitchedWord(program: programs[channel] ?? 0)
      guard let beat = BeatReading(channels[channel] ?? [], voice: voice, steps: bars * barSteps) else { continue }
      // No names of presets, which would mean the newest of those.
      let name = voice.map { $0 == .keys ? "piano" : $0.rawValue } ?? "kit"
      taken[name, default: 0] += 1
      let id = taken[name] == 1 ? name : "\(name)\(taken[name] ?? 1)"
      lines.append(beat.line(id: id, beatsPerMinute: tempo))
      if beat.leftOut > 0 {
        notes.append("'\(id)' has \(beat.leftOut) rows more than a loop holds: those that play least are left out.")
      }
    }
    if !lines.isEmpty { lines.append("start") }
    let all = (behind + (bar - 1) * barSteps + barSteps - 1) / barSteps
    if behind > bars * barSteps {
      let which = bars == 1 ? "bar \(bar)" : "bars \(bar) and \(bar + 1)"
      notes.append(
        "The file has \(all) bars, and a loop holds \(bars): this is \(which). '--bar \(bar + bars)' is what follows.")
    }
  }

  /// The first tempo, within what a loop can play.
  private mutating func tempo(of events: [MIDIFileEvent]) -> Double {
    let tempi = events.compactMap { event -> Double? in
      if case .tempo(let microseconds) = event.message { 60_000_000 / Double(microseconds) } else { nil }
    }
    guard let first = tempi.first else { return 120 }
    let rounded = (first * 100).rounded() / 100
    let range = LoopProps.bpm.range
    let played = min(max(rounded, range.lowerBound), range.upperBound)
    if tempi.contains(where: { abs($0 - first) > 0.01 }) {
      notes.append("The tempo changes in the file: \(JSON.number(played).text) is its first.")
    }
    if played != rounded {
      let (lowest, highest) = (JSON.number(range.lowerBound).text, JSON.number(range.upperBound).text)
      notes.append(
        "A loop plays \(lowest) to \(highest) beats a minute, so \(JSON.number(rounded).text) is \(JSON.number(played).text)."
      )
    }
    return played
  }

  /// Sixteenths in a bar of the first time signature; sixteen where there is none, or it fits no loop.
  private static func sixteenthsInBar(_ events: [MIDIFileEvent]) -> Int {
    for event in events {
      guard case .timeSignature(let beats, let unitPower) = event.message else { continue }
      guard unitPower <= 4 else { return 16 }
      let sixteenths = Int(beats) * (16 >> Int(unitPower))
      return (4...Pattern.longest).contains(sixteenths) ? sixteenths : 16
    }
    return 16
  }
}
