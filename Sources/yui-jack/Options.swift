// SPDX-License-Identifier: GPL-3.0-or-later

import YuiJack
import YuiLines

/// The options of each command, each described once.
enum Options {
  static let help = CommandOption(long: "--help", short: "-h", help: "Show this help.")
  static let version = CommandOption(long: "--version", help: "Show the version.")

  static let engine = [
    CommandOption(long: "--master", value: "GAIN", help: "Gain of everything, 0 to 2. Default 1."),
    CommandOption(long: "--limiter", value: "KIND", help: "'soft' (default), or 'off' where a DAW mixes."),
    CommandOption(long: "--voices", value: "N", help: "Voices at once, 1 to 256. Default 32."),
  ]

  static let play =
    [
      CommandOption(long: "--name", short: "-n", value: "NAME", help: "Client name. Default 'yui-jack'."),
      CommandOption(
        long: "--server", short: "-s", value: "NAME",
        help: "Server name. Default: JACK_DEFAULT_SERVER, else 'default'."),
      CommandOption(long: "--wait", help: "Wait for a server that does not run yet."),
      CommandOption(long: "--no-connect", help: "Connect nothing."),
      CommandOption(
        long: "--connect-audio", value: "PATTERN", help: "Connect the outputs to matching ports, not the hardware."),
      CommandOption(
        long: "--connect-midi", value: "PATTERN", help: "Connect matching ports to MIDI in, not the hardware."),
      CommandOption(
        long: "--connect-clock", value: "PATTERN", help: "Connect the clock to matching ports, not the hardware."),
      CommandOption(
        long: "--connect-tuner", value: "PATTERN", help: "Connect a matching port to the tuner, not the hardware."),
      CommandOption(long: "--midi-ins", value: "N", help: "MIDI inputs, 1 to 8. Default 1."),
      CommandOption(
        long: "--split", help: "Add outputs of their own for kit, pitched sounds and clicks; the mix has them still."),
      CommandOption(
        long: "--clock-offset", value: "MS", help: "Send clocks later (or, negative, earlier) by so many ms."),
      CommandOption(long: "--clock-always", help: "Send clocks also while nothing plays."),
      CommandOption(long: "--no-socket", help: "Let no other program write lines and read events."),
      CommandOption(
        long: "--takes", value: "DIR", help: "The folder of takes. Default: 'yui-jack' in the music folder."),
      CommandOption(
        long: "--take-limit", value: "S",
        help: "Seconds after which a take without 'to=' ends, 0 for never. Default 120."),
      CommandOption(
        long: "--keep", value: "S", help: "Keep so many seconds in memory, for 'record last'. Default 0."),
      CommandOption(
        long: "--stage", value: "PORT", valueIsOptional: true,
        help: "Serve a page to play on, for browsers of this machine. Default port 7478."),
      CommandOption(long: "--stage-lan", help: "Serve it to the whole network, too."),
    ] + engine + [help, version]

  static let render =
    [
      CommandOption(
        long: "--output", short: "-o", value: "OUT.wav",
        help: "The file to write: .wav (32-bit float), .flac, .ogg, .opus or .m4a."),
      CommandOption(long: "--format", value: "KIND", help: "wav, wav24, flac, ogg, opus or m4a, whatever the name."),
      CommandOption(
        long: "--seconds", value: "S",
        help: "How long to play, in seconds. Default: to the end of the lines, and until all is silent."),
      CommandOption(long: "--bars", value: "N", help: "How long to play, in bars of the clock source."),
      CommandOption(long: "--tail", help: "Stop there, and let what sounds ring out."),
      CommandOption(long: "--midi", value: "OUT.mid", help: "Write the notes to a MIDI file."),
      CommandOption(long: "--stems", value: "DIR", help: "Write each instrument to a file of its own."),
      CommandOption(long: "--takes", value: "DIR", help: "The folder of takes that lines record."),
      CommandOption(long: "--rate", value: "HZ", help: "Sample rate, 8000 to 384000. Default 48000."),
    ] + engine + [help]

  static let check = [help]

  static let lines = [
    CommandOption(long: "--bar", value: "N", help: "Begin with bar N. Default 1."), help,
  ]

  static let library = [help]

  static let sounds = [
    CommandOption(long: "--rate", value: "HZ", help: "Sample rate, 8000 to 384000. Default 48000."),
    CommandOption(
      long: "--note", value: "NOTE", help: "What plays notes plays this one, as A4 or 69. Default C2, C4 and C6."),
    help,
  ]

  static let tune = [
    CommandOption(
      long: "--instrument", value: "NAME",
      help:
        "What was played: chromatic (default), guitar, bass, ukulele, violin, viola, cello, mandolin, banjo, cavaquinho."
    ),
    CommandOption(long: "--tuning", value: "NAME", help: "Its tuning. Default 'standard'."),
    CommandOption(long: "--strings", value: "NOTES", help: "Strings instead of a tuning, as 'E1|A1|D2|G2'."),
    CommandOption(long: "--a4", value: "HZ", help: "Hertz of A4, between 300 and 600. Default 440."),
    CommandOption(long: "--temperament", value: "NAME", help: "'equal' (default), 'just' or 'pythagorean'."),
    CommandOption(long: "--key", value: "KEY", help: "What an unequal temperament counts from. Default C."),
    CommandOption(long: "--capo", value: "FRET", help: "The fret of a capo, 0 to 12. Default 0."),
    CommandOption(long: "--json", help: "Write JSON, one object a line, instead of CSV."),
    help,
  ]
  /// Which instrument is meant, by those who speak to one that runs.
  static let target = CommandOption(
    long: "--name", short: "-n", value: "NAME", help: "The instrument's client name. Default 'yui-jack'.")
  static let send = [
    target,
    CommandOption(long: "--all", short: "-a", help: "Show every event that comes meanwhile, not only the answers."),
    help,
  ]
  static let events = [target, help]

  static let prove = [
    CommandOption(
      long: "--server", short: "-s", value: "NAME",
      help: "Server name. Default: JACK_DEFAULT_SERVER, else 'default'."),
    CommandOption(long: "--bpm", value: "BPM", help: "Tempo of the clicks, 20 to 400. Default 127."),
    CommandOption(long: "--seconds", value: "S", help: "How long to record, 2 to 600. Default 30."),
    CommandOption(
      long: "--freewheel", help: "Let the server run as fast as it can meanwhile, with all that plays on it."),
    CommandOption(long: "--no-connect", help: "Let nobody hear the clicks."),
    CommandOption(
      long: "--fault", value: "FAULT",
      help: "Plant a fault, to see that it is found: 'timer', 'stall', 'add' or 'drop-clock'."),
    CommandOption(
      long: "--touch", value: "N",
      help: "Measure instead how long N touches wait for their first sample, 10 to 4000: of MIDI, socket and terminal."),
    CommandOption(
      long: "--output", short: "-o", value: "FOLDER", help: "Keep the recording, the tables and the pictures there."),
    CommandOption(long: "--compare", value: "FOLDER", help: "Draw a run that was kept into the same pictures."),
    CommandOption(long: "--peer-clicks", value: "PORT", help: "Judge the clicks of another program instead."),
    CommandOption(long: "--peer-clock", value: "PORT", help: "Judge the MIDI clock of another program instead."),
    CommandOption(
      long: "--peer-midi", value: "PORT",
      help: "Measure the touches of another program, which takes notes there, instead."),
    CommandOption(long: "--peer-division", value: "N", help: "Its clicks in a beat, 1 to 24. Default 1."),
    help,
  ]

  /// The proof that options ask for.
  ///
  /// - Throws: `usage`.
  static func proof(_ options: OptionReader) throws(UsageError) -> ProofOptions {
    var result = ProofOptions()
    result.serverName = options.values["--server"]
    if let bpm = try options.number("--bpm", 20...400) { result.beatsPerMinute = bpm }
    if let seconds = try options.number("--seconds", 2...600) { result.seconds = seconds }
    result.freewheels = options.flags.contains("--freewheel")
    result.connects = !options.flags.contains("--no-connect")
    if let word = options.values["--fault"] {
      guard let fault = PlantedFault(rawValue: word) else {
        let faults = PlantedFault.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        throw .usage("'--fault' takes one of \(faults), not '\(word)'.")
      }
      result.fault = fault
    }
    if let touches = try options.whole("--touch", 10...4000) { result.touches = touches }
    if result.touches > 0, result.fault != nil || result.freewheels {
      throw .usage("'--touch' measures by the clock and without a fault: leave out '--fault' and '--freewheel'.")
    }
    (result.folder, result.comparison) = (options.values["--output"], options.values["--compare"])
    (result.peerClicks, result.peerClock) = (options.values["--peer-clicks"], options.values["--peer-clock"])
    result.peerMIDI = options.values["--peer-midi"]
    if result.peerMIDI != nil, result.touches == 0 || result.peerClicks == nil {
      throw .usage("'--peer-midi' needs '--touch' and, for the sound, '--peer-clicks'.")
    }
    if let division = try options.whole("--peer-division", 1...24) { result.peerDivision = division }
    return result
  }

  /// The instrument that options ask for.
  ///
  /// - Throws: `usage`.
  static func instrument(_ options: OptionReader) throws(UsageError) -> InstrumentOptions {
    var result = InstrumentOptions()
    if let name = options.values["--name"] { result.clientName = name }
    result.serverName = options.values["--server"]
    result.waits = options.flags.contains("--wait")
    let connects = !options.flags.contains("--no-connect")
    result.audioWiring = try wiring("--connect-audio", options, connects)
    result.midiWiring = try wiring("--connect-midi", options, connects)
    result.clockWiring = try wiring("--connect-clock", options, connects)
    result.tunerWiring = try wiring("--connect-tuner", options, connects)
    if let count = try options.whole("--midi-ins", 1...8) { result.midiInputs = count }
    if let offset = try options.number("--clock-offset", -1000...1000, unit: " ms") { result.clockOffset = offset }
    result.splits = options.flags.contains("--split")
    result.clockAlways = options.flags.contains("--clock-always")
    if let master = try options.number("--master", 0...2) { result.master = master }
    if let voices = try options.whole("--voices", 1...256) { result.voices = voices }
    if let folder = options.values["--takes"] {
      guard !folder.isEmpty else { throw .usage("'--takes' needs the path of a folder.") }
      result.takes.folder = folder
    }
    if let limit = try options.number("--take-limit", 0...86_400) { result.takes.limit = limit == 0 ? nil : limit }
    if let keep = try options.number("--keep", 0...3600) { result.takes.keep = keep }
    switch options.values["--limiter"] {
    case nil, "soft": result.limiter = true
    case "off": result.limiter = false
    case let other?: throw .usage("'--limiter' takes 'soft' or 'off', not '\(other)'.")
    }
    try result.checkNames()
    return result
  }

  /// The note that a word names, by its name or its MIDI number.
  ///
  /// - Throws: `usage`.
  static func note(_ text: String) throws(UsageError) -> Note {
    guard let note = Int(text).map({ Note($0) }) ?? Note(reading: text), note.isPlayable else {
      throw .usage("'--note' takes a note from C-1 to G9, or its MIDI number from 0 to 127, not '\(text)'.")
    }
    return note
  }

  /// The stage that options ask for; nil for none.
  ///
  /// - Throws: `usage`.
  static func stage(_ options: OptionReader) throws(UsageError) -> StageOptions? {
    let port = try options.whole("--stage", 1...65_535)
    let isForNetwork = options.flags.contains("--stage-lan")
    guard port != nil || isForNetwork || options.flags.contains("--stage") else { return nil }
    return StageOptions(port: port ?? StageOptions.defaultPort, isForNetwork: isForNetwork)
  }

  private static func wiring(_ name: String, _ options: OptionReader, _ connects: Bool) throws(UsageError) -> Wiring {
    guard let pattern = options.values[name] else { return connects ? .hardware : .none }
    return .matching(pattern)
  }
}
