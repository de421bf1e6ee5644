// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// The notes of a take, as they go into a MIDI file: one named track for each sound, behind the one with the tempo.
struct TakeScore {
  /// Times are in seconds from the beginning of the take.
  struct Note: Equatable {
    var start: Double
    var length: Double
    var note: UInt8
    var velocity: UInt8
    /// Counted from 0; 9 are the drums, the others the pitched voices.
    var channel: UInt8
  }

  /// A pedal, a wheel or pressure, on the channel of a sound.
  struct Control: Equatable {
    var seconds: Double
    var message: MIDIFileMessage
    var channel: UInt8
  }

  /// The channel of the drums, counted from 0.
  static let drums: UInt8 = 9

  var tempo: TempoMap
  var notes: [Note] = []
  /// In the order of their times.
  var controls: [Control] = []

  /// A score without notes.
  init(tempo: TempoMap) { self.tempo = tempo }

  /// The file. Channels without a note have no track.
  var file: MIDIFile {
    let byChannel = Dictionary(grouping: notes, by: \.channel)
    let tracks = byChannel.keys.sorted().map { track(of: $0, byChannel[$0] ?? []) }
    let end = tracks.compactMap { $0.last?.tick }.max() ?? 0
    var file = MIDIFile(ticksPerQuarter: TempoMap.ticksPerQuarter)
    file.tracks = [tempoTrack(until: end)] + tracks
    return file
  }

  private func tempoTrack(until end: Int) -> [MIDIFileEvent] {
    let tempi = tempo.changes(until: end).map {
      MIDIFileEvent(tick: $0.tick, message: .tempo(microseconds: $0.microseconds))
    }
    return [MIDIFileEvent(tick: 0, message: .name("Yui take"))] + tempi.prefix(1)
      + [MIDIFileEvent(tick: 0, message: .timeSignature(beats: 4, unitPower: 2))] + tempi.dropFirst()
  }

  private func track(of channel: UInt8, _ notes: [Note]) -> [MIDIFileEvent] {
    let voice = PitchedWord.allCases.first { $0.channel == channel }
    var head = [MIDIFileEvent(tick: 0, message: .name(voice?.trackName ?? "Drums"))]
    if let voice { head.append(MIDIFileEvent(tick: 0, message: .program(channel: channel, number: voice.program))) }
    var offs: [MIDIFileEvent] = []
    var ons: [MIDIFileEvent] = []
    for span in spans(of: notes) {
      ons.append(
        MIDIFileEvent(
          tick: span.on, message: .noteOn(channel: channel, note: span.note, velocity: span.velocity)))
      offs.append(MIDIFileEvent(tick: span.off, message: .noteOff(channel: channel, note: span.note)))
    }
    let turns = controls.filter { $0.channel == channel }.map {
      MIDIFileEvent(tick: tempo.tick(at: $0.seconds), message: $0.message)
    }
    // At one tick what ends comes first, then what changes, then what begins.
    let ranked = offs.map { (0, $0) } + turns.map { (1, $0) } + ons.map { (2, $0) }
    let ordered = ranked.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      return (a.1.tick, a.0, left.offset) < (b.1.tick, b.0, right.offset)
    }
    return head + ordered.map(\.element.1)
  }

  private struct Span {
    var on: Int
    var off: Int
    var note: UInt8
    var velocity: UInt8
  }

  /// The notes in ticks. A key that is struck while it is down goes up first: a reader could not tell whose end comes.
  private func spans(of notes: [Note]) -> [Span] {
    var spans: [Span] = []
    var last: [UInt8: Int] = [:]
    let ordered = notes.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    for note in ordered.map(\.element) {
      let on = tempo.tick(at: note.start)
      var span = Span(
        on: on, off: max(on + 1, tempo.tick(at: note.start + note.length)), note: note.note, velocity: note.velocity)
      if let index = last[note.note] {
        if spans[index].on == on {
          span.off = max(span.off, spans[index].off)
          span.velocity = max(span.velocity, spans[index].velocity)
          spans[index] = span
          continue
        }
        spans[index].off = min(spans[index].off, on)
      }
      last[note.note] = spans.count
      spans.append(span)
    }
    return spans
  }
}
