// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import YuiJack

/// Takes of lines that are rendered without a server: the same recorder, ring and disk thread.
@Suite struct TakeTests {
  private static let loop = "loop@beat 120 steps=8 rows=kick|snare|hat p=x...x...|..x...x.|xxxxxxxx"
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Renders lines to their end into `all.wav`; takes go to the folder `takes`.
  @discardableResult
  private func render(_ lines: [String], _ options: [String] = []) throws -> String {
    let song = try folder.write(lines.joined(separator: "\n") + "\n", to: "song.yui")
    let words = ["render", song, "-o", folder.file("all.wav"), "--takes", folder.file("takes")] + options
    let run = try Instrument.run(words, limit: .seconds(60))
    try #require(run.ending == .exited(0), "\(run.errors)")
    return run.errors
  }

  private var takes: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("takes"))) ?? []).sorted()
  }

  @Test func `a take of a loop is four seconds to the frame, and its notes lie on their ticks`() throws {
    try render([Self.loop, "record beat", "start beat", "wait 4 s", "record stop", "wait 1 s", "quit"])
    try #require(takes.count == 2)
    #expect(takes[0].wholeMatch(of: /\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_beat\.mid/) != nil)
    #expect(takes[1].dropLast(4) == takes[0].dropLast(4))
    let sound = try WaveFile(folder.file("takes/\(takes[1])"))
    #expect(sound.frames == 192_000)
    #expect(sound.samples == Array(try WaveFile(folder.file("all.wav")).samples[..<384_000]))
    #expect(sound.samples.map(abs).max()! > 0.1)
    // The kick begins with a zero.
    #expect(try #require(sound.samples.firstIndex { $0 != 0 }) / 2 <= 1)
    let file = try Tools.midi(folder.file("takes/\(takes[0])"))
    #expect(
      Tools.strikes(file, channel: 9) == [
        36: [0, 960, 1920, 2880], 38: [480, 1440, 2400, 3360], 42: Array(stride(from: 0, to: 3840, by: 240)),
      ])
    #expect(file.tracks.count == 2)
  }

  @Test func `notes and sound of a take within the music begin on the same frame`() throws {
    try render([
      Self.loop, "start", "wait 1.3 beats", "record to=\(folder.file("mid.wav"))", "wait 2 bars", "record stop", "quit",
    ])
    let sound = try WaveFile(folder.file("mid.wav"))
    #expect(sound.frames == 192_000)
    let start = 2 * 31_200
    #expect(sound.samples == Array(try WaveFile(folder.file("all.wav")).samples[start..<start + 384_000]))
    let strikes = try Tools.strikes(Tools.midi(folder.file("mid.mid")), channel: 9)
    #expect(strikes[36] == [336, 1296, 2256, 3216])
  }

  @Test func `a bass is a note of the bass, held notes are as long as they were, clicks are left out`() throws {
    try render(
      [
        "metronome@click 120 +play", "loop 120 rows=bass p=x... +play", "keys sound=pad", "note E4 +on", "wait 3 beats",
        "note E4 +off", "wait 1 beats", "quit",
      ], ["--midi", folder.file("all.mid")])
    let file = try Tools.midi(folder.file("all.mid"))
    #expect(file.tracks.map { $0.first?.message } == [.name("Yui take"), .name("Pad"), .name("Bass")])
    #expect(Tools.strikes(file, channel: 4) == [60: [0]])
    #expect(file.tracks[1].dropFirst(2).map(\.tick) == [0, 1440])
  }

  @Test func `a take of drums has the sound and the notes of its two bars, without the count-in`() throws {
    let errors = try render([
      "drums@pads 2x2 bpm=120 pads=kick|snare|hat +record", "wait 2 s", "hit kick", "wait 1 s", "hit snare", "wait 4 s",
      "quit",
    ])
    #expect(!errors.contains("Warning"))
    try #require(takes.count == 2)
    let sound = try WaveFile(folder.file("takes/\(takes[1])"))
    #expect(sound.frames == 192_000)
    #expect(sound.samples == Array(try WaveFile(folder.file("all.wav")).samples[192_000..<576_000]))
    let file = try Tools.midi(folder.file("takes/\(takes[0])"))
    #expect(Tools.strikes(file, channel: 9) == [36: [0], 38: [960]])
  }

  @Test func `a tempo that is patched ten times moves notes in the file as it moves them in the sound`() throws {
    let wanted = [133.7, 90, 61.2, 180, 120, 74, 99.9, 155, 48, 210]
    let patches: [String] = wanted.flatMap { tempo -> [String] in ["~beat bpm=\(tempo)", "wait 3 beats"] }
    let begin = ["loop@beat 100 steps=4 rows=rim p=xx.x", "wait 0.1 s", "start", "wait 0.9 beats"]
    let path = folder.file("take.wav")
    try render(begin + ["record to=\(path)", "wait 2.1 beats"] + patches + ["record stop", "quit"])
    let file = try Tools.midi(folder.file("take.mid"))
    let tempi = file.tracks[0].compactMap { event -> (tick: Int, seconds: Double)? in
      if case .tempo(let microseconds) = event.message { (event.tick, Double(microseconds) / 480e6) } else { nil }
    }
    #expect(tempi.count == 11)
    /// The moment of a tick, as a reader has it.
    func seconds(_ tick: Int) -> Double {
      zip(tempi, tempi.dropFirst().map(\.tick) + [.max]).reduce(0) { sum, part in
        sum + Double(max(0, min(tick, part.1) - part.0.tick)) * part.0.seconds
      }
    }
    let read = try #require(Tools.strikes(file, channel: 9)[37])
    let heard = onsets(try WaveFile(path))
    #expect(read.count > 40)
    try #require(heard.count == read.count)
    for (tick, onset) in zip(read, heard) {
      let slowest = tempi.last { $0.tick <= tick }!.seconds
      // A sound whose first sample is zero is seen one or two frames late.
      #expect(abs(seconds(tick) - Double(onset) / 48_000) <= slowest + 2 / 48_000.0)
    }
  }

  /// Frames on which something begins to sound after 5 ms of next to nothing.
  private func onsets(_ sound: WaveFile) -> [Int] {
    var onsets: [Int] = []
    var quiet = 240
    for frame in 0..<sound.frames {
      let level = abs(sound.samples[2 * frame])
      if level > 1e-5, quiet >= 240 { onsets.append(frame) }
      quiet = level > 1e-5 ? 0 : quiet + 1
    }
    return onsets
  }

  @Test func `what cannot be recorded is told in one sentence, and the music goes on`() throws {
    let mine = try folder.write("mine", to: "mine.wav")
    let errors = try render([
      "record nobody", "record to=\(mine)", "record to=x.mp3", "record stop", "record last",
      "record to=/proc/none/a.wav", "record to=\(folder.file("short.wav"))", "wait 0.4 s", "record",
      "record stop", "hit kick", "wait 1 s", "quit",
    ])
    #expect(
      errors.split(separator: "\n").dropLast().map { $0.drop { $0 != ":" }.dropFirst() } == [
        "1:8: Error: 'nobody' is no preset and no id put up so far; put it up first, or name another one.",
        "3:1: Error: 'x.mp3' does not say which kind of file it is: end it in .wav, .flac, .ogg, .opus or .m4a, or give 'format='.",
        "5:1: Error: Nothing is kept to be saved afterwards: start with '--keep SECONDS'.",
        "2:1: Error: '\(mine)' is there already, and takes overwrite nothing: give another name with 'to='.",
        "4:1: Error: Nothing is being recorded.",
        "6:1: Error: Cannot create '/proc/none/a.wav': No such file or directory.",
        "9:1: Error: A take is being recorded already: end it with 'record stop' first.",
        " The take is shorter than half a second, so it is not kept.",
      ])
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: folder.file("short.wav")))
    #expect(takes.isEmpty)
    #expect(try WaveFile(folder.file("all.wav")).firstSound != nil)
  }

  @Test func `takes of one second get names of their own, and those without a path end by themselves`() throws {
    let one = ["record", "wait 1 s", "record stop", "wait 0.5 s"]
    try render(["keys", "note C4 for=9"] + one + one + ["wait 130 s", "record", "wait 125 s", "quit"])
    // The one note begins with the first of them.
    #expect(takes.count { $0.hasSuffix(".mid") } == 1)
    let frames = try takes.filter { $0.hasSuffix(".wav") }.map { try WaveFile(folder.file("takes/\($0)")).frames }
    #expect(frames.sorted() == [48_000, 48_000, 120 * 48_000])
  }

  @Test func `takes go where the user's music is`() throws {
    let song = try folder.write("loop 120 p=x +play\nrecord\nwait 1 s\nrecord stop\nquit\n", to: "song.yui")
    try FileManager.default.createDirectory(atPath: folder.file("home/.config"), withIntermediateDirectories: true)
    func take(_ variable: String, into music: String) throws {
      let environment = ["HOME": folder.file("home"), "XDG_CONFIG_HOME": "", "XDG_MUSIC_DIR": variable]
      let words = ["render", song, "-o", folder.file("all.wav")]
      let process = try ChildProcess(Instrument.program, words, environment: environment)
      #expect(try process.wait(limit: .seconds(20)) == .exited(0))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(music + "/yui-jack"))
      #expect(names.count == 2)
    }
    try take("", into: "home/Music")
    _ = try folder.write("XDG_MUSIC_DIR=\"$HOME/Sound and noise\"\n", to: "home/.config/user-dirs.dirs")
    try take("", into: "home/Sound and noise")
    try take(folder.file("music"), into: "music")
  }

  @Test func `a clear of what is recorded ends its take`() throws {
    try render([Self.loop, "record beat", "start", "wait 1 s", "clear", "wait 1 s", "quit"])
    let sound = try #require(takes.last)
    #expect(try WaveFile(folder.file("takes/\(sound)")).frames == 48_000)
  }

  // MARK: Render

  @Test func `stems add up to the mix before the limiter, each of one instrument`() throws {
    try render(
      [
        Self.loop + " +play", "loop@bass 120 sound=bass rows=C2|E2 p=x..x....|.....x.. +play", "keys@lead",
        "hit crash", "note C5", "wait 1 bars", "stop",
      ], ["--limiter", "off", "--stems", folder.file("stems")])
    let mix = try WaveFile(folder.file("all.wav"))
    let stems = try ["beat", "bass", "lead", "hits"].map { try WaveFile(folder.file("stems/\($0).wav")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("stems")).count == 4)
    #expect(stems.allSatisfy { $0.frames == mix.frames && $0.firstSound != nil })
    let difference = mix.samples.indices.map { place in
      abs(mix.samples[place] - stems.reduce(0) { $0 + $1.samples[place] })
    }
    #expect(difference.max()! < 1e-6)
  }

  @Test func `a render without a length ends when all is silent, one with a tail after it`() throws {
    try render(["note C4 for=1", "wait 0.5 s"])
    let whole = try WaveFile(folder.file("all.wav"))
    #expect(whole.samples.suffix(20).allSatisfy { $0 == 0 })
    #expect(whole.frames > 48_000)
    try render([Self.loop + " +play"], ["--seconds", "2", "--tail"])
    let tailed = try WaveFile(folder.file("all.wav"))
    #expect(tailed.frames > 97_000)
    #expect(tailed.samples.suffix(20).allSatisfy { $0 == 0 })
    try render([Self.loop + " +play"], ["--seconds", "2"])
    let plain = try WaveFile(folder.file("all.wav"))
    #expect(plain.frames == 96_000)
    #expect(plain.samples == Array(tailed.samples[..<192_000]))
    let endless = try Instrument.run(["render", "-", "-o", folder.file("all.wav")], input: [Self.loop + " +play"])
    #expect(endless.ending == .exited(1))
    #expect(endless.errors.contains("Something still plays when the lines end"))
  }

  @Test func `on a terminal it says how far it is, and takes that away again`() throws {
    let terminal = try Terminal()
    let song = try folder.write(Self.loop + " +play\n", to: "song.yui")
    let words = ["render", song, "--seconds", "100", "-o", folder.file("all.wav"), "--stems", folder.file("stems")]
    let process = try ChildProcess(
      "sh",
      ["-c", "out=$1; shift; exec setsid -c \"$0\" \"$@\" <\"$out\" 2>\"$out\"", Instrument.program, terminal.path]
        + words)
    var shown = ""
    try waitUntil("the render has ended", limit: .seconds(60)) {
      shown = terminal.text
      return process.hasEnded
    }
    shown = terminal.text
    let (line, erase) = ("\r\u{1B}[KRendered ", "\r\u{1B}[K")
    #expect(shown.hasPrefix(line + "0 of 100 s" + erase))
    #expect(shown.contains(line + "0 of 100 s of 'beat'"))
    // What is left when the lines are gone is the sentence at the end.
    let last = try #require(shown.range(of: erase, options: .backwards))
    #expect(shown[last.upperBound...].hasPrefix("Wrote 100.0 s to '\(folder.file("all.wav"))'"))
    #expect(!shown[last.upperBound...].contains("Rendered"))
  }

  // MARK: Readers

  @Test(.enabled(if: Tools.hasMido, "python3-mido is not installed"))
  func `mido reads the notes`() throws {
    try render([Self.loop + " +play", "wait 2 bars", "quit"], ["--midi", folder.file("all.mid")])
    let script = """
      import mido, sys
      file = mido.MidiFile(sys.argv[1], clip=False)
      print(file.type, file.ticks_per_beat, [track.name for track in file.tracks])
      print(sum(1 for track in file.tracks for message in track if message.type == 'note_on' and message.channel == 9))
      """
    let process = try ChildProcess("/usr/bin/python3", ["-W", "error", "-c", script, folder.file("all.mid")])
    #expect(try process.wait() == .exited(0))
    #expect(process.remainingLines() == ["1 480 ['Yui take', 'Drums']", "24"])
    #expect(process.errorText.isEmpty)
  }

  @Test(.enabled(if: Tools.hasFluidSynth, "fluidsynth and a sound font are not installed"))
  func `FluidSynth plays the notes, and warns of nothing`() throws {
    try render([Self.loop + " +play", "wait 2 bars", "quit"], ["--midi", folder.file("all.mid")])
    let words = ["-q", "-ni", "-R", "0", "-C", "0", "-r", "48000", "-T", "wav", "-F", folder.file("fluid.wav")]
    let process = try ChildProcess("fluidsynth", words + [Tools.soundFont!, folder.file("all.mid")])
    #expect(try process.wait(limit: .seconds(30)) == .exited(0))
    #expect(!process.errorText.contains("warning") && !process.errorText.contains("error"))
    let sound = try WaveFile(folder.file("fluid.wav"))
    #expect(sound.firstSound != nil)
  }
}
