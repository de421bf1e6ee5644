// SPDX-License-Identifier: GPL-3.0-or-later

/// What a Standard MIDI File says at one tick: the messages that a take or a beat is made of.
enum MIDIFileMessage: Equatable {
  /// The name of the sequence, on the first track, or of the track.
  case name(String)
  /// The length of a quarter note.
  case tempo(microseconds: Int)
  /// Beats in a bar, and which note a beat is, as a power of two.
  case timeSignature(beats: UInt8, unitPower: UInt8)
  /// Channels are counted from 0.
  case noteOn(channel: UInt8, note: UInt8, velocity: UInt8)
  case noteOff(channel: UInt8, note: UInt8)
  case control(channel: UInt8, number: UInt8, value: UInt8)
  case program(channel: UInt8, number: UInt8)
  /// 0...16383; 8192 is the middle.
  case bend(channel: UInt8, value: UInt16)
  /// Pressure on the keys of a channel.
  case pressure(channel: UInt8, value: UInt8)
}

/// A message and its tick, counted from the beginning.
struct MIDIFileEvent: Equatable {
  var tick: Int
  var message: MIDIFileMessage
}

/// A Standard MIDI File with parallel tracks (type 1).
struct MIDIFile: Equatable {
  /// Ticks in a quarter note, 1...32767.
  var ticksPerQuarter = 480
  /// Each in the order of its ticks.
  var tracks: [[MIDIFileEvent]] = []

  /// Bytes of a name at most.
  private static let longestName = 64

  /// The whole file. Each track ends on the tick of its last event; running status is not used.
  var bytes: [UInt8] {
    var bytes = Array("MThd".utf8) + Self.bigEndian(6, 4) + Self.bigEndian(1, 2)
    bytes += Self.bigEndian(tracks.count, 2) + Self.bigEndian(ticksPerQuarter, 2)
    for track in tracks {
      let body = Self.bytes(of: track)
      bytes += Array("MTrk".utf8) + Self.bigEndian(body.count, 4) + body
    }
    return bytes
  }

  private static func bytes(of track: [MIDIFileEvent]) -> [UInt8] {
    var bytes: [UInt8] = []
    var tick = 0
    for event in track {
      bytes += VariableLength.bytes(event.tick - tick) + Self.bytes(of: event.message)
      tick = event.tick
    }
    return bytes + [0x00, 0xFF, 0x2F, 0x00]
  }

  private static func bytes(of message: MIDIFileMessage) -> [UInt8] {
    switch message {
    case .name(let name):
      let text = prefix(of: name)
      return [0xFF, 0x03] + VariableLength.bytes(text.count) + text
    case .tempo(let microseconds): return [0xFF, 0x51, 0x03] + bigEndian(microseconds, 3)
    // 24 clocks a click of a metronome, 8 thirty-seconds a quarter.
    case .timeSignature(let beats, let unitPower): return [0xFF, 0x58, 0x04, beats, unitPower, 0x18, 0x08]
    case .noteOn(let channel, let note, let velocity): return [0x90 | channel, note, velocity]
    case .noteOff(let channel, let note): return [0x80 | channel, note, 0]
    case .control(let channel, let number, let value): return [0xB0 | channel, number, value]
    case .program(let channel, let number): return [0xC0 | channel, number]
    case .bend(let channel, let value): return [0xE0 | channel, UInt8(value & 0x7F), UInt8(value >> 7 & 0x7F)]
    case .pressure(let channel, let value): return [0xD0 | channel, value]
    }
  }

  /// As many whole characters of a name as it has room for.
  private static func prefix(of name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in name {
      let more = Array(String(character).utf8)
      guard bytes.count + more.count <= longestName else { break }
      bytes += more
    }
    return bytes
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
