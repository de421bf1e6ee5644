// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

/// Pedals, wheels and pressure of MIDI keyboards, brought to the channels that their sounds have in a file.
///
/// What a keyboard turns goes to the channel of the sound that its channel played last, and a channel that it comes to later is
/// first given what stands.
///
/// - Thread: control.
struct ControlCollector {
  /// A message on the channel of a sound.
  struct Turned: Equatable {
    var frame: Int64
    var channel: UInt8
    var message: MIDIFileMessage
  }

  /// What can be turned.
  private enum Key: Hashable {
    case control(UInt8)
    case bendRange, bend, pressure

    /// What stands before anything is turned.
    var middle: Int {
      switch self {
      case .control(7), .control(11): 127
      case .control, .pressure: 0
      case .bendRange: 2 << 7
      case .bend: 8192
      }
    }
  }

  private typealias State = [Key: Int]

  private struct Input {
    var state: State = [:]
    /// The channel of the sound that it played last.
    var output: UInt8?
    /// The registered parameter that data entry sets; nil for none, or another than the range of the wheel.
    var parameter: (high: UInt8, low: UInt8) = (127, 127)
  }

  private struct Change {
    var frame: Int64
    var channel: UInt8
    var key: Key
    var value: Int
  }

  /// The wheel of modulation, volume, expression and the pedal.
  private static let controls: Set<UInt8> = [1, 7, 11, 64]

  private var inputs: [UInt8: Input] = [:]
  private var outputs: [UInt8: State] = [:]
  private var changes: [Change] = []
  /// What stood before the first of the changes.
  private var before: [UInt8: State] = [:]

  /// How often something was turned.
  var count: Int { changes.count }

  /// A message arrived from a keyboard.
  mutating func hear(_ message: MIDIMessage, port: UInt8, at frame: Int64) {
    switch message {
    case .noteOn, .noteOff, .program: break
    case .control(let channel, let number, let value): control(port * 16 + channel, number, value, at: frame)
    case .bend(let channel, let value): turn(port * 16 + channel, .bend, Int(value), at: frame)
    case .pressure(let channel, let value): turn(port * 16 + channel, .pressure, Int(value), at: frame)
    }
  }

  /// A channel of a keyboard plays a note on the channel of a sound.
  mutating func plays(_ input: UInt8, on output: UInt8, at frame: Int64) {
    inputs[input, default: Input()].output = output
    let wanted = inputs[input]?.state ?? [:]
    let standing = outputs[output] ?? [:]
    for key in Set(wanted.keys).union(standing.keys).sorted(by: Self.isBefore) {
      set(output, key, wanted[key] ?? key.middle, at: frame)
    }
  }

  private mutating func control(_ input: UInt8, _ number: UInt8, _ value: UInt8, at frame: Int64) {
    switch number {
    case 101: inputs[input, default: Input()].parameter.high = value
    case 100: inputs[input, default: Input()].parameter.low = value
    case 6, 38:
      guard let parameter = inputs[input]?.parameter, parameter == (0, 0) else { return }
      let old = inputs[input]?.state[.bendRange] ?? Key.bendRange.middle
      let range = number == 6 ? Int(value) << 7 | old & 0x7F : old & ~0x7F | Int(value)
      turn(input, .bendRange, range, at: frame)
    case 121:
      for key in [Key.bend, .pressure, .control(1), .control(11), .control(64)] where inputs[input]?.state[key] != nil {
        turn(input, key, key.middle, at: frame)
      }
    case _ where Self.controls.contains(number): turn(input, .control(number), Int(value), at: frame)
    default: break
    }
  }

  private mutating func turn(_ input: UInt8, _ key: Key, _ value: Int, at frame: Int64) {
    inputs[input, default: Input()].state[key] = value
    if let output = inputs[input]?.output { set(output, key, value, at: frame) }
  }

  private mutating func set(_ output: UInt8, _ key: Key, _ value: Int, at frame: Int64) {
    guard outputs[output]?[key] ?? key.middle != value else { return }
    outputs[output, default: [:]][key] = value
    changes.append(Change(frame: frame, channel: output, key: key, value: value))
  }

  /// Forgets when something was turned before a frame, not where it stands.
  mutating func forget(before frame: Int64) {
    guard let first = changes.first, first.frame < frame else { return }
    let count = changes.firstIndex { $0.frame >= frame } ?? changes.count
    for change in changes[..<count] { before[change.channel, default: [:]][change.key] = change.value }
    changes.removeFirst(count)
  }

  /// The messages of a range of frames: first what stands at its beginning.
  func controls(of range: Range<Int64>) -> [Turned] {
    var standing = before
    for change in changes.prefix(while: { $0.frame <= range.lowerBound }) {
      standing[change.channel, default: [:]][change.key] = change.value
    }
    var turned: [Turned] = []
    for channel in standing.keys.sorted() {
      let state = standing[channel] ?? [:]
      for key in state.keys.sorted(by: Self.isBefore) where state[key] != key.middle {
        turned += Self.messages(channel, key, state[key] ?? 0, at: range.lowerBound)
      }
    }
    for change in changes where change.frame > range.lowerBound && change.frame < range.upperBound {
      turned += Self.messages(change.channel, change.key, change.value, at: change.frame)
    }
    return turned
  }

  private static func messages(_ channel: UInt8, _ key: Key, _ value: Int, at frame: Int64) -> [Turned] {
    let messages: [MIDIFileMessage]
    switch key {
    case .control(let number): messages = [.control(channel: channel, number: number, value: UInt8(value))]
    case .bend: messages = [.bend(channel: channel, value: UInt16(value))]
    case .pressure: messages = [.pressure(channel: channel, value: UInt8(value))]
    case .bendRange:
      // The registered parameter 0, its value, and none again, so that nothing else sets it by mistake.
      let controls: [(UInt8, Int)] = [(101, 0), (100, 0), (6, value >> 7), (38, value & 0x7F), (101, 127), (100, 127)]
      messages = controls.map { .control(channel: channel, number: $0, value: UInt8($1)) }
    }
    return messages.map { Turned(frame: frame, channel: channel, message: $0) }
  }

  /// An order that does not change from run to run; the range of the wheel comes before the wheel.
  private static func isBefore(_ left: Key, _ right: Key) -> Bool { rank(left) < rank(right) }

  private static func rank(_ key: Key) -> Int {
    switch key {
    case .control(let number): Int(number)
    case .bendRange: 128
    case .bend: 129
    case .pressure: 130
    }
  }
}
