// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

/// Options, files and exit codes. None of these runs needs a server, and none asks for one.
@Suite(.jack) struct CommandLineTests {
  private static let play = "Usage: yui-jack [options] [FILE ...]"
  private static let render = "Usage: yui-jack render [options] FILE ... -o OUT.wav [--seconds S | --bars N]"
  private static let check = "Usage: yui-jack check FILE ..."

  @Test(arguments: [
    (["--tempoo"], "Unknown option '--tempoo'.", play),
    (["--nam", "x"], "Unknown option '--nam'. Did you mean '--name'?", play),
    (["-x"], "Unknown option '-x'.", play),
    (["--name"], "'--name' needs a value: --name NAME.", play),
    (["--name", ""], "'' cannot be a client name: it needs at least one character and no colon.", play),
    (["--name", "a:b"], "'a:b' cannot be a client name: it needs at least one character and no colon.", play),
    (["--wait=yes"], "'--wait' takes no value, but 'yes' was given.", play),
    (["--midi-ins", "9"], "'--midi-ins' takes a whole number from 1 to 8, not '9'.", play),
    (["--midi-ins", "two"], "'--midi-ins' takes a whole number from 1 to 8, not 'two'.", play),
    (["--clock-offset", "2000"], "'--clock-offset' takes a number from -1000 to 1000 ms, not '2000'.", play),
    (["--clock-offset=nan"], "'--clock-offset' takes a number from -1000 to 1000 ms, not 'nan'.", play),
    (["--master", "3"], "'--master' takes a number from 0 to 2, not '3'.", play),
    (["--voices", "0"], "'--voices' takes a whole number from 1 to 256, not '0'.", play),
    (["--limiter", "hard"], "'--limiter' takes 'soft' or 'off', not 'hard'.", play),
    (
      ["--connect-audio", "("], "'(' is no pattern: it should be a POSIX extended regular expression.",
      play
    ),
    (["render"], "'render' needs a file of lines, or '-' for standard input.", render),
    (["render", "-"], "'render' needs a file to write: -o OUT.wav.", render),
    (
      ["render", "-", "-o", "x.wav", "--bars", "1", "--seconds", "1"],
      "'render' takes '--seconds' or '--bars', not both.", render
    ),
    (
      ["render", "-", "-o", "x.wav", "--bars", "0"], "'--bars' takes a whole number from 1 to 100000, not '0'.", render
    ),
    (
      ["render", "-", "-o", "x.mp3"],
      "'x.mp3' does not say which kind of file it is: end it in .wav, .flac, .ogg, .opus or .m4a, or give '--format'.",
      render
    ),
    (
      ["render", "-", "-o", "x.wav", "--bars", "1", "--rate", "1"],
      "'--rate' takes a whole number from 8000 to 384000, not '1'.", render
    ),
    (["check"], "'check' needs a file of lines, or '-' for standard input.", check),
  ])
  func `a wrong option is told in one sentence and the usage`(words: [String], sentence: String, usage: String) throws {
    let run = try Instrument.run(words)
    #expect(run.ending == .exited(64))
    #expect(run.errors == "Error: \(sentence)\n\(usage)\n")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [[], ["render", "-o", "/dev/null", "--seconds", "1"], ["check"]])
  func `a named file that is missing or a folder is found before anything is opened`(words: [String]) throws {
    let directory = try TemporaryDirectory()
    let missing = try Instrument.run(words + [directory.file("none.txt")])
    #expect(missing.ending == .exited(66))
    #expect(missing.errors == "Error: Cannot read '\(directory.file("none.txt"))': No such file or directory.\n")
    let folder = try Instrument.run(words + [directory.path])
    #expect(folder.ending == .exited(66))
    #expect(folder.errors == "Error: Cannot read '\(directory.path)': it is a folder.\n")
  }

  @Test func `output that cannot be made or written has codes of its own`() throws {
    let words = ["render", "-", "--seconds", "1", "-o"]
    let made = try Instrument.run(words + ["/nowhere/at/all.wav"], input: ["loop 120 +play"])
    #expect(made.ending == .exited(73))
    #expect(made.errors.hasPrefix("Error: Cannot create '/nowhere/at/all.wav': "))
    // A file that may not grow is like a disk that is full.
    let directory = try TemporaryDirectory()
    let song = try directory.write("loop 120 p=x +play\n", to: "song.txt")
    let shell = try ChildProcess(
      "sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" render \"$1\" --seconds 60 -o \"$2\"", Instrument.program, song,
        directory.file("out.wav"),
      ])
    #expect(try shell.wait() == .exited(74))
    #expect(shell.errorText.hasPrefix("Error: Cannot write '\(directory.file("out.wav"))': "))
  }

  @Test func `check tells each line's meaning, and 65 where one has none`() throws {
    let good = try Instrument.run(["check", "-"], input: ["loop 120 +play", "wait 2 bars", "quit"])
    #expect(good.ending == .exited(0))
    #expect(try good.output.map { try Event($0).string("op") } == ["add", "host", "host"])
    let bad = try Instrument.run(["check", "-"], input: ["loop 120", "wait soon", "~nothing bpm=1"])
    #expect(bad.ending == .exited(65))
    let ops = try bad.output.map { try Event($0) }
    #expect(ops.map { $0.string("op") } == ["add", "error", "error"])
    let sentences = bad.errors.split(separator: "\n")
    #expect(sentences.count == 2 && sentences[0].hasPrefix("stdin:2:6: Error: 'soon' "))
    for (op, line) in zip(ops.dropFirst(), 2...) {
      #expect(op.string("message")?.isEmpty == false)
      #expect(op.numbers("at")?.count == 2 && op.numbers("at")?.first == line)
    }
  }

  @Test func `check counts ids as playing does, and writes numbers as they were read`() throws {
    let run = try Instrument.run(
      ["check", "-"], input: ["loop@n1 99.99999999", "keys", "~n2 key=D", #"custom {"a":1e-8}"#])
    #expect(run.ending == .exited(0), "\(run.errors)")
    #expect(run.output[0].contains(#""bpm":99.99999999"#))
    #expect(run.output[1].contains(#""id":"n2""#))
    #expect(run.output[3].contains(#"{"spec":{"a":1e-08}}"#))
  }

  @Test func `check warns of what playing warns of, in the same words`() throws {
    let lines = [
      "loop@a 500 rows=kick p=x...", "~loop sound=tuba", "~loop swing=x", "~a sound=tuba", "keys H", "clear",
      "keys chormatic", "~keys sound=pluckk octave=99", "show samba", "~beat bpm=900",
    ]
    let folder = try TemporaryDirectory()
    let song = try folder.write(lines.joined(separator: "\n") + "\n", to: "song.yui")
    let checked = try Instrument.run(["check", song])
    #expect(checked.ending == .exited(0))
    #expect(checked.output.count == lines.count)
    let played = try Instrument.run(["render", song, "-o", folder.file("song.wav"), "--seconds", "1"])
    let warnings = played.errors.split(separator: "\n").filter { $0.contains(": Warning: ") }
    #expect(warnings.count >= 5)
    #expect(checked.errors.split(separator: "\n") == warnings)
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["render", "--help"], ["check", "--help"], ["send", "--help"], ["events", "-h"],
  ])
  func `the help fits eighty columns`(words: [String]) throws {
    let run = try Instrument.run(words)
    #expect(run.ending == .exited(0))
    #expect(run.errors.isEmpty)
    #expect(run.output.first?.hasPrefix("Usage: yui-jack") == true)
    #expect(run.output.count > 5)
    #expect(run.output.allSatisfy { $0.count <= 80 })
  }

  @Test func `the version is one line`() throws {
    let run = try Instrument.run(["--version"])
    #expect(run.ending == .exited(0))
    #expect(run.output.count == 1)
    #expect(run.output.first?.wholeMatch(of: /yui-jack \d+\.\d+\.\d+/) != nil)
  }
}
