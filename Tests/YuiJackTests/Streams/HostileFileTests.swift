// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// Files and readers that do not do what they should.
@Suite(.jack) struct HostileFileTests {
  private func run(_ command: String, in directory: TemporaryDirectory) throws -> (ChildProcess.Ending, String) {
    let process = try ChildProcess("sh", ["-c", "cd '\(directory.path)' && exec \(command)"])
    process.closeInput()
    let ending = try process.wait(limit: .seconds(20))
    return (ending, process.errorText)
  }

  @Test func `a render refuses to write over the lines it plays, by any of their names`() throws {
    let directory = try TemporaryDirectory()
    let lines = "loop 120 p=x... +play\n"
    _ = try directory.write(lines, to: "song.yui")
    for make in ["true", "ln -s song.yui soft", "ln song.yui hard"] {
      _ = try run(make, in: directory)
    }
    for name in ["song.yui", "soft", "hard"] {
      let (ending, text) = try run("'\(Instrument.program)' render song.yui -o \(name) --seconds 1", in: directory)
      #expect(ending == .exited(64))
      #expect(text.hasPrefix("Error: '\(name)' holds the lines to be played: give the sound another name with '-o'."))
      #expect(try directory.text("song.yui") == lines)
    }
  }

  @Test(arguments: [
    (
      "render song.yui -o a.wav --midi a.wav",
      "'a.wav' would hold the notes and not the sound: give '--midi' another name."
    ),
    (
      "render song.yui -o stems/n1.wav --stems stems",
      "The file of 'n1' would overwrite that of all: give '-o' another name than 'stems/n1.wav'."
    ),
    (
      "prove --touch 12 --fault stall",
      "'--touch' measures by the clock and without a fault: leave out '--fault' and '--freewheel'."
    ),
  ])
  func `what would spoil another result is refused`(command: String, sentence: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("loop 120 p=x... +play\n", to: "song.yui")
    _ = try run("mkdir stems", in: directory)
    let length = command.hasPrefix("render") ? " --seconds 1" : ""
    let (ending, text) = try run("'\(Instrument.program)' \(command)\(length)", in: directory)
    #expect(ending == .exited(64))
    #expect(text.contains("Error: \(sentence)\n"), "\(text)")
  }

  @Test(arguments: [
    ("render /proc/self/mem -o a.wav --seconds 1", 66, "Cannot read on in '/proc/self/mem': Input/output error."),
    ("check song.yui >/dev/full", 74, "Cannot write to standard output: No space left on device."),
    ("--help >/dev/full", 74, "Cannot write to standard output: No space left on device."),
    ("render song.yui -o missing/a.wav --seconds 1", 73, "Cannot create 'missing/a.wav': No such file or directory."),
    ("render song.yui -o . --seconds 1", 73, "Cannot create '.': Is a directory."),
    (
      "render song.yui -o a.ogg --rate 384000 --seconds 1", 73,
      "Cannot create 'a.ogg': Vorbis goes up to 200,000 Hz, and this is 384000."
    ),
  ])
  func `a file that fails gets its sentence and its exit code`(command: String, code: Int32, sentence: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write("loop 120 p=x... +play\n", to: "song.yui")
    let (ending, text) = try run("'\(Instrument.program)' \(command)", in: directory)
    #expect(ending == .exited(code))
    #expect(text == "Error: \(sentence)\n")
  }

  @Test func `a render that is cut short leaves a file that can be read`() throws {
    let directory = try TemporaryDirectory()
    let song = try directory.write("loop 120 p=x... +play\n", to: "song.yui")
    let sound = directory.file("long.wav")
    let process = try ChildProcess(
      Instrument.program, ["render", song, "-o", sound, "--seconds", "86400"])
    try waitUntil("something is written") { (try? Data(contentsOf: URL(filePath: sound)).count) ?? 0 > 1 << 20 }
    process.signal(SIGINT)
    _ = try process.wait()
    let data = try Data(contentsOf: URL(filePath: sound), options: .alwaysMapped)
    let chunk = try #require(data.prefix(200).range(of: Data("data".utf8)))
    let size = data[chunk.upperBound..<chunk.upperBound + 4].enumerated().reduce(0) {
      $0 + Int($1.element) << (8 * $1.offset)
    }
    #expect(size > 1 << 19 && size <= data.count)
  }

  @Test func `nobody reads standard error, and a signal still ends the run in good order`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let path = directory.file("errors")
    guard mkfifo(path, 0o600) == 0 else { throw TestFailure("No fifo can be made") }
    let end = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(end) }
    let process = try ChildProcess(
      "sh", ["-c", "exec \"$0\" 2>\"$1\"", Instrument.program, path], environment: server.environment)
    try process.write("loop 120 p=x... +play")
    for _ in 0..<3000 { try process.write("bogus line") }
    try process.write("say done")
    try process.write("status")
    _ = try process.readLine { $0.contains("\"event\":\"status\"") }
    process.signal(SIGTERM)
    #expect(try process.wait() == .exited(0))
  }
}
