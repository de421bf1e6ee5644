// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece for two programs: as lines, and as a MIDI file with the same notes at the same times.
///
/// Two loops of sixteen sixteenths at 120 a minute: drums, and chords that a keyboard plays, four notes at a time.
struct Piece {
  private static let drums: [(word: String, key: UInt8, pattern: String)] = [
    ("kick", 36, "x...x...x...x..."), ("snare", 38, "....x.......x..."), ("hat", 42, "x.x.x.x.x.x.x.x."),
    ("open", 46, "..............x."),
  ]
  private static let notes: [(word: String, key: UInt8, pattern: String)] = [
    ("A2", 45, "x.....x.x......."), ("C4", 60, "x..x..x...x..x.."), ("E4", 64, "x..x..x...x..x.."),
    ("G4", 67, "x..x..x...x..x.."), ("B4", 71, "....x.......x.x."), ("D5", 74, "..x...x...x...x."),
  ]
  /// Ticks of a sixteenth in the MIDI file, of which a note lasts nine tenths.
  private static let step = 240

  /// How long it is, in bars of two seconds.
  let bars: Int

  /// The piece as lines.
  var lines: String {
    func loop(_ name: String, _ rows: [(word: String, key: UInt8, pattern: String)], _ more: String) -> String {
      """
      loop@\(name) 120 steps=16\(more) rows=\(rows.map(\.word).joined(separator: "|")) \
      p=\(rows.map(\.pattern).joined(separator: "|"))

      """
    }
    return loop("beat", Self.drums, "") + loop("chords", Self.notes, " sound=keys") + "start\n"
  }

  /// The piece as a Standard MIDI File of format 0: channel 1 is an electric piano, channel 10 the drums.
  var midi: [UInt8] {
    var events: [(tick: Int, bytes: [UInt8])] = [(0, [0xFF, 0x51, 3, 0x07, 0xA1, 0x20]), (0, [0xC0, 4])]
    for bar in 0..<bars {
      for (channel, rows) in [(UInt8(9), Self.drums), (0, Self.notes)] {
        for row in rows {
          for (place, mark) in row.pattern.enumerated() where mark == "x" {
            let tick = (bar * 16 + place) * Self.step
            events.append((tick, [0x90 | channel, row.key, 114]))
            events.append((tick + Self.step * 9 / 10, [0x80 | channel, row.key, 64]))
          }
        }
      }
    }
    events.sort { $0.tick < $1.tick }
    events.append((bars * 16 * Self.step, [0xFF, 0x2F, 0]))
    var track: [UInt8] = []
    var last = 0
    for event in events {
      track += Self.variableLength(event.tick - last) + event.bytes
      last = event.tick
    }
    let header: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1] + Self.bigEndian(Self.step * 4, bytes: 2)
    return header + Array("MTrk".utf8) + Self.bigEndian(track.count, bytes: 4) + track
  }

  private static func bigEndian(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func variableLength(_ number: Int) -> [UInt8] {
    var bytes = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
