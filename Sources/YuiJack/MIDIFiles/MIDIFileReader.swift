// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads Standard MIDI Files of types 0 and 1. What is no part of a beat (lyrics, system exclusive, and so on) is passed over.
struct MIDIFileReader {
  private var rest: ArraySlice<UInt8>

  /// Reads a whole file. Bytes behind the last track, and chunks of other kinds, do not matter.
  ///
  /// - Throws: for what is no such file, or ends too early.
  static func read(_ bytes: [UInt8]) throws(FileTrouble) -> MIDIFile {
    var reader = MIDIFileReader(rest: bytes[...])
    return try reader.file()
  }

  private mutating func file() throws(FileTrouble) -> MIDIFile {
    guard rest.starts(with: Array("MThd".utf8)) else { throw FileTrouble(reason: "it is no MIDI file") }
    rest = rest.dropFirst(4)
    let length = try number(4)
    guard length >= 6 else { throw FileTrouble(reason: "its header is too short") }
    var header = try bytes(length)
    let type = Self.bigEndian(&header, 2)
    let count = Self.bigEndian(&header, 2)
    let division = Self.bigEndian(&header, 2)
    guard type < 2 else { throw FileTrouble(reason: "it is of type \(type), and only types 0 and 1 can be read") }
    guard division & 0x8000 == 0, division > 0 else {
      throw FileTrouble(reason: "its times are film frames, not beats")
    }
    var file = MIDIFile(ticksPerQuarter: division)
    while file.tracks.count < count, !rest.isEmpty {
      let kind = try bytes(4)
      let length = try number(4)
      // A file that was cut short still has what is there.
      let body = rest.prefix(length)
      rest = rest.dropFirst(length)
      if kind.elementsEqual("MTrk".utf8) { file.tracks.append(try Self.track(body)) }
    }
    guard !file.tracks.isEmpty else { throw FileTrouble(reason: "it has no track") }
    return file
  }

  private static func track(_ body: ArraySlice<UInt8>) throws(FileTrouble) -> [MIDIFileEvent] {
    var reader = MIDIFileReader(rest: body)
    var events: [MIDIFileEvent] = []
    var tick = 0
    var running: UInt8?
    while !reader.rest.isEmpty {
      tick += try reader.variable()
      guard let byte = reader.rest.first else { throw FileTrouble(reason: "a track ends within an event") }
      var status = byte
      if byte & 0x80 != 0 {
        reader.rest.removeFirst()
      } else if let running {
        status = running
      } else {
        throw FileTrouble(reason: "a track has data without a status")
      }
      switch status {
      case 0xFF:
        running = nil
        guard let kind = reader.rest.popFirst() else { throw FileTrouble(reason: "a track ends within an event") }
        let data = try reader.bytes(reader.variable())
        if kind == 0x2F { return events }
        if let message = meta(kind, Array(data)) { events.append(MIDIFileEvent(tick: tick, message: message)) }
      case 0xF0, 0xF7:
        running = nil
        _ = try reader.bytes(reader.variable())
      case 0x80..<0xF0:
        running = status
        let data = Array(try reader.bytes(status & 0xE0 == 0xC0 ? 1 : 2))
        guard data.allSatisfy({ $0 < 0x80 }) else { throw FileTrouble(reason: "a message has a status for data") }
        if let message = channelMessage(status, data) { events.append(MIDIFileEvent(tick: tick, message: message)) }
      default: throw FileTrouble(reason: "a track has a message that files cannot hold")
      }
    }
    return events
  }

  private static func meta(_ kind: UInt8, _ data: [UInt8]) -> MIDIFileMessage? {
    switch kind {
    case 0x03: return .name(String(decoding: data, as: UTF8.self))
    case 0x51 where data.count >= 3:
      let microseconds = Int(data[0]) << 16 | Int(data[1]) << 8 | Int(data[2])
      return microseconds > 0 ? .tempo(microseconds: microseconds) : nil
    case 0x58 where data.count >= 2: return .timeSignature(beats: data[0], unitPower: data[1])
    default: return nil
    }
  }

  private static func channelMessage(_ status: UInt8, _ data: [UInt8]) -> MIDIFileMessage? {
    let channel = status & 0x0F
    switch status & 0xF0 {
    case 0x90 where data[1] > 0: return .noteOn(channel: channel, note: data[0], velocity: data[1])
    case 0x80, 0x90: return .noteOff(channel: channel, note: data[0])
    case 0xB0: return .control(channel: channel, number: data[0], value: data[1])
    case 0xC0: return .program(channel: channel, number: data[0])
    case 0xD0: return .pressure(channel: channel, value: data[0])
    case 0xE0: return .bend(channel: channel, value: UInt16(data[1]) << 7 | UInt16(data[0]))
    default: return nil
    }
  }

  // MARK: Bytes

  private mutating func bytes(_ count: Int) throws(FileTrouble) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw FileTrouble(reason: "it ends too early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func number(_ count: Int) throws(FileTrouble) -> Int {
    var bytes = try bytes(count)
    return Self.bigEndian(&bytes, count)
  }

  private mutating func variable() throws(FileTrouble) -> Int {
    guard let number = VariableLength.take(from: &rest) else {
      throw FileTrouble(reason: "a length in it makes no sense")
    }
    return number
  }

  private static func bigEndian(_ bytes: inout ArraySlice<UInt8>, _ count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in number << 8 | Int(bytes.popFirst() ?? 0) }
  }
}
