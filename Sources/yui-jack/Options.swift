// SPDX-License-Identifier: GPL-3.0-or-later

import YuiJack

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
      CommandOption(long: "--midi-ins", value: "N", help: "MIDI inputs, 1 to 8. Default 1."),
      CommandOption(
        long: "--clock-offset", value: "MS", help: "Send clocks later (or, negative, earlier) by so many ms."),
      CommandOption(long: "--clock-always", help: "Send clocks also while nothing plays."),
      CommandOption(long: "--no-socket", help: "Let no other program write lines and read events."),
      CommandOption(
        long: "--stage", value: "PORT", valueIsOptional: true,
        help: "Serve a page to play on, for browsers of this machine. Default port 7478."),
      CommandOption(long: "--stage-lan", help: "Serve it to the whole network, too."),
    ] + engine + [help, version]

  static let render =
    [
      CommandOption(long: "--output", short: "-o", value: "OUT.wav", help: "The file to write, 32-bit float stereo."),
      CommandOption(long: "--seconds", value: "S", help: "How long to play, in seconds."),
      CommandOption(long: "--bars", value: "N", help: "How long to play, in bars of the clock source."),
      CommandOption(long: "--rate", value: "HZ", help: "Sample rate, 8000 to 384000. Default 48000."),
    ] + engine + [help]

  static let check = [help]

  static let library = [help]
  /// Which instrument is meant, by those who speak to one that runs.
  static let target = CommandOption(
    long: "--name", short: "-n", value: "NAME", help: "The instrument's client name. Default 'yui-jack'.")
  static let send = [
    target,
    CommandOption(long: "--all", short: "-a", help: "Show every event that comes meanwhile, not only the answers."),
    help,
  ]
  static let events = [target, help]

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
    if let count = try options.whole("--midi-ins", 1...8) { result.midiInputs = count }
    if let offset = try options.number("--clock-offset", -1000...1000, unit: " ms") { result.clockOffset = offset }
    result.clockAlways = options.flags.contains("--clock-always")
    if let master = try options.number("--master", 0...2) { result.master = master }
    if let voices = try options.whole("--voices", 1...256) { result.voices = voices }
    switch options.values["--limiter"] {
    case nil, "soft": result.limiter = true
    case "off": result.limiter = false
    case let other?: throw .usage("'--limiter' takes 'soft' or 'off', not '\(other)'.")
    }
    try result.checkNames()
    return result
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
