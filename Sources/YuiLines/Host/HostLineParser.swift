// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads what follows the verb of a host line.
struct HostLineParser {
  private var arguments: HostArguments
  private let reply: ReplyState

  /// A parser of the rest of a line.
  init(_ verb: HostVerb, _ tokens: inout Tokenizer, _ reply: ReplyState) {
    arguments = HostArguments(verb, &tokens)
    self.reply = reply
  }

  /// The host line; everything on it has to make sense.
  mutating func parse() throws(LineFault) -> HostLine {
    switch arguments.verb {
    case .hit: return try hit()
    case .note: return .note(try key())
    case .strum: return .strum(try strum())
    case .tone: return .tone(try tone())
    case .start: return .start(try onlyTarget())
    case .stop: return .stop(try onlyTarget())
    case .continue: return .continue(try onlyTarget())
    case .edit: return try edit()
    case .send: return .send(try onlyTarget())
    case .clock: return try clock()
    case .engine: return .engine(try engine())
    case .record: return .record(try record())
    case .wait: return try wait()
    case .events: return .events(try events())
    case .tap: return try alone(.tap)
    case .status: return try alone(.status)
    case .quit: return try alone(.quit)
    }
  }

  private func alone(_ line: HostLine) throws(LineFault) -> HostLine {
    try arguments.finish(.nothing)
    return line
  }

  private mutating func onlyTarget() throws(LineFault) -> Target? {
    let target = try arguments.target(reply)
    try arguments.finish(.only("the id or the preset of one instrument"))
    return target
  }

  private mutating func velocity() throws(LineFault) -> Double { try arguments.number("velocity", 0...1) ?? 1 }

  private mutating func hit() throws(LineFault) -> HostLine {
    let argument = try arguments.rest(.sound)
    if let effect = EffectWord(reading: argument.text) {
      var note: Int?
      if let given = arguments.setting("note") {
        guard let read = Note(reading: given.text), read.isPlayable else { throw arguments.fault(given, .note) }
        note = read.number
      }
      try arguments.finish(.only("note= with a note"), known: ["note="])
      return .hit(.effect(effect, note: note), velocity: 1)
    }
    let velocity = try velocity()
    try arguments.finish(.only("velocity= with a number from 0 to 1"))
    // A number that is no pad may still be a word: 808 is a bass.
    if let pad = Self.number(argument.text, in: 1...16) { return .hit(.pad(pad), velocity: velocity) }
    guard let word = SoundWord(reading: argument.text) else {
      throw arguments.fault(argument, .sound, known: SoundWord.names + EffectWord.allCases.map(\.rawValue))
    }
    return .hit(.sound(word), velocity: velocity)
  }

  private mutating func key() throws(LineFault) -> HostLine.KeyPress {
    let argument = try arguments.word(.note)
    if argument.text == "off" {
      try arguments.finish(.nothing)
      return .allUp
    }
    guard let note = Note(reading: argument.text), note.isPlayable else { throw arguments.fault(argument, .note) }
    if try arguments.flag("off") == true {
      try arguments.finish(.only("the note and +off"))
      return .up(note: note.number)
    }
    let velocity = try velocity()
    if try arguments.flag("on") == true {
      try arguments.finish(.only("the note, velocity= and +on"))
      return .down(note: note.number, velocity: velocity)
    }
    let seconds = try seconds(arguments.setting("for"), key: "for") ?? 0.5
    try arguments.finish(.only("one note, velocity=, and for= or +on or +off"))
    return .play(note: note.number, velocity: velocity, seconds: seconds)
  }

  private mutating func strum() throws(LineFault) -> HostLine.Strummed {
    let argument = try arguments.word(.chord)
    if NumberText.number(argument.text) != nil {
      guard let button = Self.number(argument.text, in: 1...999) else { throw arguments.fault(argument, .chord) }
      let target = try arguments.target(reply, of: .chords)
      let isBass = try arguments.flag("bass") == true
      try arguments.finish(.only("a button, the id of its chords and +bass"))
      return isBass ? .bass(button, target) : .button(button, target)
    }
    guard Chord(reading: argument.text) != nil else { throw arguments.fault(argument, .chord) }
    try arguments.finish(.only("one chord"))
    return .chord(argument.text)
  }

  private mutating func tone() throws(LineFault) -> HostLine.Tone {
    let argument = try arguments.word(.string)
    if argument.text == "off" {
      try arguments.finish(.nothing)
      return .off
    }
    guard let string = Self.number(argument.text, in: 1...99) else { throw arguments.fault(argument, .string) }
    let target = try arguments.target(reply, of: .tuner)
    try arguments.finish(.only("a string and the id of its tuner"))
    return .string(string, target)
  }

  private mutating func edit() throws(LineFault) -> HostLine {
    guard let target = try arguments.target(reply, of: .loop) else { throw arguments.missing(.target(.loop)) }
    var props = Props()
    for prop in [LoopProps.rows, LoopProps.pattern] {
      if let argument = arguments.setting(prop.name) { props[prop.name] = .texts(argument.token.texts) }
    }
    for prop in [LoopProps.steps, LoopProps.bpm, LoopProps.swing] {
      props[prop.name] = try arguments.number(prop.name, prop.range, whole: prop.isWhole).map { .number($0) }
    }
    let keys = ["p=", "rows=", "steps=", "bpm=", "swing="]
    try arguments.finish(.settings(keys), known: keys)
    guard !props.isEmpty else { throw arguments.missing(.settings(keys)) }
    return .edit(target, props)
  }

  private mutating func clock() throws(LineFault) -> HostLine {
    let offset = try arguments.number("offset", -1000...1000)
    let always = try arguments.flag("always")
    let settings = ["offset= in milliseconds", "+always", "always=off"]
    try arguments.finish(.settings(settings), known: ["offset=", "+always"])
    guard offset != nil || always != nil else { throw arguments.missing(.settings(settings)) }
    return .clock(offset: offset, always: always)
  }

  private mutating func engine() throws(LineFault) -> HostLine.Engine {
    var engine = HostLine.Engine()
    engine.master = try arguments.number("master", 0...2)
    engine.room = try arguments.number("room", 0...1)
    engine.limiter = try arguments.choice("limiter")
    engine.velocity = try arguments.choice("velocity")
    engine.voices = try arguments.number("voices", 1...256, whole: true).map { Int($0) }
    let keys = ["master=", "room=", "limiter=", "velocity=", "voices="]
    try arguments.finish(.settings(keys), known: keys)
    guard engine != HostLine.Engine() else { throw arguments.missing(.settings(keys)) }
    return engine
  }

  private mutating func record() throws(LineFault) -> HostLine.Record {
    let format: HostLine.Format? = try arguments.choice("format")
    let path = arguments.setting("to")
    if let path, path.text.isEmpty { throw arguments.fault(path, .path) }
    if format == nil, path == nil, let word = arguments.peekWord {
      if word.text == "stop" {
        _ = arguments.word()
        try arguments.finish(.nothing)
        return .stop
      }
      if word.text == "last" {
        _ = arguments.word()
        let seconds = try seconds(arguments.word(), key: nil)
        try arguments.finish(.only("a number of seconds"))
        return .last(seconds: seconds)
      }
    }
    let target = try arguments.target(reply)
    try arguments.finish(.only("the id of one instrument, format= and to="), known: ["format=", "to="])
    return .begin(target, format: format, path: path?.text)
  }

  private mutating func wait() throws(LineFault) -> HostLine {
    let count = try arguments.word(.time)
    guard let number = NumberText.number(count.text), number > 0, number <= 1e6 else {
      throw arguments.fault(count, .time)
    }
    let word = try arguments.word(.time)
    let units = HostLine.WaitUnit.allCases.map(\.rawValue)
    // "1 beat" is what people write for one.
    guard let unit = HostLine.WaitUnit(rawValue: word.text) ?? HostLine.WaitUnit(rawValue: word.text + "s"),
      !word.text.isEmpty
    else { throw arguments.fault(word, .oneOf(units, key: nil), known: units) }
    try arguments.finish(.only("a number and a unit"))
    return .wait(number, unit)
  }

  private mutating func events() throws(LineFault) -> HostLine.Events {
    var events: HostLine.Events = []
    for (name, event) in HostLine.Events.named where try arguments.flag(name) == true { events.insert(event) }
    let names = HostLine.Events.named.map { "+" + $0.name }
    try arguments.finish(.settings(names), known: names)
    return events
  }

  private func seconds(_ argument: HostArguments.Argument?, key: String?) throws(LineFault) -> Double? {
    guard let argument else { return nil }
    guard let number = NumberText.number(argument.text), number > 0, number <= 86_400 else {
      throw arguments.fault(argument, .seconds(key: key))
    }
    return number
  }

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard let number = NumberText.number(text), number.isWhole else { return nil }
    return range.first { Double($0) == number }
  }
}
