// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiJack
import YuiLines

/// The command line: what each command does, and the exit code it ends with.
enum Command {
  /// Runs the command that words ask for.
  ///
  /// - Returns: the exit code.
  static func run(_ words: [String]) -> Int32 {
    // A file that may not grow fails as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    var usage = Help.playUsage
    do {
      switch words.first {
      case "render":
        usage = Help.renderUsage
        try render(Array(words.dropFirst()))
      case "check":
        usage = Help.checkUsage
        return try check(Array(words.dropFirst()))
      case "lines":
        usage = Help.linesUsage
        try lines(Array(words.dropFirst()))
      case "library":
        usage = Help.libraryUsage
        try library(Array(words.dropFirst()))
      case "sounds":
        usage = Help.soundsUsage
        try sounds(Array(words.dropFirst()))
      case "tune":
        usage = Help.tuneUsage
        try tune(Array(words.dropFirst()))
      case "send":
        usage = Help.sendUsage
        return try send(Array(words.dropFirst()))
      case "events":
        usage = Help.eventsUsage
        try listen(Array(words.dropFirst()))
      case "prove":
        usage = Help.proveUsage
        return try prove(Array(words.dropFirst()))
      // Processes that a proof starts beside itself.
      case "prove-signal", "prove-recorder": return ProofPrograms.run(words)
      default: try play(words)
      }
      return 0
    } catch {
      complain("Error: \(error.message)")
      if case .usage = error { complain(usage) }
      return error.exitCode
    }
  }

  private static func play(_ words: [String]) throws(UsageError) {
    let options = try OptionReader(words, table: Options.play)
    if options.flags.contains("--help") { return try show(Help.play) }
    if options.flags.contains("--version") { return try show("yui-jack \(version)") }
    try Performance(
      Options.instrument(options), files: options.rest, hasSocket: !options.flags.contains("--no-socket"),
      stage: Options.stage(options)
    ).run()
  }

  private static func render(_ words: [String]) throws(UsageError) {
    let options = try OptionReader(words, table: Options.render)
    if options.flags.contains("--help") { return try show(Help.render) }
    guard !options.rest.isEmpty else { throw .usage("'render' needs a file of lines, or '-' for standard input.") }
    guard let path = options.values["--output"] else { throw .usage("'render' needs a file to write: -o OUT.wav.") }
    let seconds = try options.number("--seconds", 0...86_400)
    let bars = try options.whole("--bars", 1...100_000)
    let length: RenderLength
    switch (seconds, bars) {
    case (let seconds?, nil): length = .seconds(seconds)
    case (nil, let bars?): length = .bars(bars)
    case (nil, nil): length = .lines
    default: throw .usage("'render' takes '--seconds' or '--bars', not both.")
    }
    var output = Renderer.Destination(path: path)
    output.midi = options.values["--midi"]
    output.stems = options.values["--stems"]
    output.hasTail = options.flags.contains("--tail")
    if let name = options.values["--format"] {
      let names = HostLine.Format.allCases.map(\.rawValue)
      guard let format = HostLine.Format(rawValue: name) else {
        throw .usage(
          "'--format' takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), not '\(name)'.")
      }
      output.format = format
    }
    let rate = try options.whole("--rate", 8000...384_000) ?? 48_000
    try Renderer(
      Options.instrument(options), files: options.rest, sampleRate: Double(rate), length: length, into: output
    ).run()
  }

  private static func check(_ words: [String]) throws(UsageError) -> Int32 {
    let options = try OptionReader(words, table: Options.check)
    if options.flags.contains("--help") {
      try show(Help.check)
      return 0
    }
    guard !options.rest.isEmpty else { throw .usage("'check' needs a file of lines, or '-' for standard input.") }
    return try Checker.check(options.rest) ? 0 : 65
  }

  private static func lines(_ words: [String]) throws(UsageError) {
    let options = try OptionReader(words, table: Options.lines)
    if options.flags.contains("--help") { return try show(Help.lines) }
    guard options.rest.count == 1, let path = options.rest.first else { throw .usage("'lines' needs one MIDI file.") }
    let bar = try options.whole("--bar", 1...100_000) ?? 1
    let reading = try MIDIFileLines(path: path, bar: bar)
    for note in reading.notes { complain(note) }
    for line in reading.lines { try show(line) }
  }

  private static func library(_ words: [String]) throws(UsageError) {
    let options = try OptionReader(words, table: Options.library)
    if options.flags.contains("--help") { return try show(Help.library) }
    guard !options.rest.isEmpty else { return try show(Help.screens) }
    let texts = try Library.screens(named: options.rest).map(\.text)
    try TextStream.writeOut(texts.joined(separator: "\n"))
  }

  private static func sounds(_ words: [String]) throws(UsageError) {
    let options = try OptionReader(words, table: Options.sounds)
    if options.flags.contains("--help") { return try show(Help.sounds) }
    guard let folder = options.rest.first, options.rest.count == 1, !folder.isEmpty else {
      throw .usage("'sounds' needs one folder to write to.")
    }
    let rate = try options.whole("--rate", 8000...384_000) ?? 48_000
    let note = try options.values["--note"].map(Options.note)
    try SoundSheet(into: folder, sampleRate: Double(rate), note: note).run()
  }

  private static func tune(_ words: [String]) throws(UsageError) {
    let options = try OptionReader(words, table: Options.tune)
    if options.flags.contains("--help") { return try show(Help.tune) }
    guard options.rest.count == 1, let path = options.rest.first else {
      throw .usage("'tune' needs one recording: a WAV file, or another that libsndfile reads.")
    }
    let keys = ["instrument", "tuning", "strings", "a4", "temperament", "key", "capo"]
    let tuner = try RecordingTuner.settings(
      keys.compactMap { key in options.values["--\(key)"].map { (key: key, value: $0) } })
    try RecordingTuner.tune(path, tuner, as: options.flags.contains("--json") ? .json : .table)
  }

  private static func send(_ words: [String]) throws(UsageError) -> Int32 {
    let options = try OptionReader(words, table: Options.send)
    if options.flags.contains("--help") {
      try show(Help.send)
      return 0
    }
    let sender = try LineSender(
      options.rest, to: try Options.instrument(options).clientName, tellsAll: options.flags.contains("--all"))
    return try sender.run() ? 0 : 65
  }

  private static func listen(_ words: [String]) throws(UsageError) {
    let options = try OptionReader(words, table: Options.events)
    if options.flags.contains("--help") { return try show(Help.events) }
    let kinds = options.rest.map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 }
    try EventListener(to: try Options.instrument(options).clientName, kinds: kinds).run()
  }

  private static func prove(_ words: [String]) throws(UsageError) -> Int32 {
    let options = try OptionReader(words, table: Options.prove)
    if options.flags.contains("--help") {
      try show(Help.prove)
      return 0
    }
    if let word = options.rest.first { throw .usage("'prove' takes options only, not '\(word)'.") }
    let proof = try Options.proof(options)
    if proof.touches > 0 {
      try TouchProof(proof).run()
      return 0
    }
    return try Proof(proof).run() ? 0 : 1
  }

  private static func show(_ text: String) throws(UsageError) { try TextStream.writeOut(text + "\n") }

  private static func complain(_ text: String) {
    _ = TextStream.write(text + "\n", to: STDERR_FILENO)
  }
}
