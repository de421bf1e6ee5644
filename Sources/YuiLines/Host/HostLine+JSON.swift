// SPDX-License-Identifier: GPL-3.0-or-later

extension HostLine {
  /// The verb the line began with.
  public var verb: HostVerb {
    switch self {
    case .hit: .hit
    case .note: .note
    case .strum: .strum
    case .tone: .tone
    case .tap: .tap
    case .start: .start
    case .stop: .stop
    case .continue: .continue
    case .clock: .clock
    case .engine: .engine
    case .edit: .edit
    case .send: .send
    case .record: .record
    case .wait: .wait
    case .events: .events
    case .status: .status
    case .quit: .quit
    }
  }

  /// The arguments as a JSON object, under the names that a line uses; what was not given and has no default is left out.
  public var arguments: JSON { .object(members.compactMap { key, value in value.map { (key, $0) } }) }

  private var members: [(key: String, value: JSON?)] {
    switch self {
    case .hit(.sound(let word), let velocity): [("sound", .string(word.rawValue)), ("velocity", .number(velocity))]
    case .hit(.pad(let pad), let velocity): [("pad", .whole(pad)), ("velocity", .number(velocity))]
    case .hit(.effect(let effect, let note), _):
      [("effect", .string(effect.rawValue)), ("note", note.map { Self.name($0) })]
    case .note(.play(let note, let velocity, let seconds)):
      [("note", Self.name(note)), ("velocity", .number(velocity)), ("for", .number(seconds))]
    case .note(.down(let note, let velocity)):
      [("note", Self.name(note)), ("velocity", .number(velocity)), ("on", true)]
    case .note(.up(let note)): [("note", Self.name(note)), ("off", true)]
    case .note(.allUp): [("off", true)]
    case .strum(.button(let button, let target)): [("button", .whole(button)), Self.member(target)]
    case .strum(.bass(let button, let target)): [("button", .whole(button)), Self.member(target), ("bass", true)]
    case .strum(.chord(let name)): [("chord", .string(name))]
    case .tone(.string(let string, let target)): [("string", .whole(string)), Self.member(target)]
    case .tone(.off): [("off", true)]
    case .start(let target), .stop(let target), .continue(let target), .send(let target): [Self.member(target)]
    case .edit(let target, let props): [Self.member(target), ("props", props.json)]
    case .clock(let offset, let always): [("offset", offset.map { .number($0) }), ("always", always.map { .bool($0) })]
    case .engine(let engine):
      [
        ("master", engine.master.map { .number($0) }), ("room", engine.room.map { .number($0) }),
        ("limiter", engine.limiter.map { .string($0.rawValue) }),
        ("velocity", engine.velocity.map { .string($0.rawValue) }), ("voices", engine.voices.map { .whole($0) }),
      ]
    case .record(.begin(let target, let format, let path)):
      [Self.member(target), ("format", format.map { .string($0.rawValue) }), ("to", path.map { .string($0) })]
    case .record(.stop): [("stop", true)]
    case .record(.last(let seconds)): [("last", seconds.map { .number($0) } ?? true)]
    case .wait(let number, let unit): [("count", .number(number)), ("unit", .string(unit.rawValue))]
    case .events(let events): Events.named.map { ($0.name, events.contains($0.event) ? true : nil) }
    case .tap, .status, .quit: []
    }
  }

  private static func name(_ note: Int) -> JSON { .string(Note(note).name(flats: false)) }

  private static func member(_ target: Target?) -> (key: String, value: JSON?) {
    ("target", target.map { .string($0.name) })
  }
}
