// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiJack

@Suite struct SavedScreenTests {
  private func text(_ rig: SessionRig, _ file: String) throws -> String {
    try String(contentsOfFile: "\(rig.folder)/\(file)", encoding: .utf8)
  }

  @Test func `a screen is kept as lines that a person can read`() throws {
    let rig = SessionRig()
    rig.lines(
      """
      loop@beat 92 "Boom bap" steps=16 rows=kick|snare p=x......x..x.....|....x.......x... +play
      keys Dm pentatonic sound=pad
      say Play "along" = with it
      custom@b {"a":1.5}
      >2 metronome 80
      ~beat swing=40 play=off
      save night tune
      """)
    #expect(
      try text(rig, "night tune.yui") == """
        # night tune
        loop@beat 92 "Boom bap" play=off steps=16 rows=kick|snare p=x......x..x.....|....x.......x... swing=40
        keys Dm pentatonic sound=pad
        say Play along = with it
        custom@b {"a":1.5}

        """)
    #expect(
      rig.events.contains(#"{"event":"saved","name":"night tune","path":"\#(rig.folder)/night tune.yui","lines":4}"#))
  }

  @Test func `show draws a fresh copy whose events carry the name`() {
    let rig = SessionRig()
    rig.lines("loop@beat 100 steps=4 rows=kick p=x...\nchords C\nsave night\nclear\nshow night\nstrum 1\nsend")
    #expect(
      rig.takeEvents() == [
        #"{"id":"beat","preset":"loop","bpm":100,"swing":0,"steps":4,"rows":["kick"],"p":["x..."],"saved":"night"}"#,
        #"{"id":"n2","preset":"chords","played":["C"],"key":"C","saved":"night"}"#,
      ])
    rig.lines("~beat bpm=110\nshow night")
    #expect(rig.session.shelf.instruments.map(\.id) == ["beat", "n3"])
    #expect(rig.takeMessages() == [])
  }

  @Test func `show of a playing screen plays it`() {
    let rig = SessionRig()
    rig.lines("loop@beat 100 p=xxxxxxxx +play\nsave night\nclear\nwait 0.1 s\nshow night")
    rig.render(48_000)
    #expect(rig.left.suffix(20_000).contains { $0 != 0 })
  }

  @Test func `a screen saved from full comes back full, another on the screen of its line`() {
    let rig = SessionRig()
    rig.lines(">full keys@solo\n>full save lead\nchords@jam\nsave jam\n>full clear\nclear\n>3 show lead\n>4 show jam")
    #expect(rig.session.shelf.instruments.map(\.screen) == ["full", "4"])
  }

  @Test func `a patch by id changes the screen that show drew, one by name does not`() throws {
    let rig = SessionRig()
    rig.lines("loop@beat 100 p=x...\nsave a\nsave b\nclear\nshow a\n~beat bpm=123 +play\n~beat p=xx\n~loop swing=20")
    rig.session.writeScreens(all: true)
    #expect(try text(rig, "a.yui") == "# a\nloop@beat 123 p=xx +play\n")
    #expect(try text(rig, "b.yui") == "# b\nloop@beat 100 p=x...\n")
    // From then on it is of the screen that it was saved in.
    rig.lines("save c\n~beat bpm=90")
    rig.session.writeScreens(all: true)
    #expect(try text(rig, "a.yui") == "# a\nloop@beat 123 p=xx +play\n")
    #expect(try text(rig, "c.yui") == "# c\nloop@beat 90 p=xx swing=20 +play\n")
  }

  @Test func `what is saved in the chat stays as it was, what is saved of a page follows`() throws {
    let rig = SessionRig()
    rig.lines(
      "loop@beat 100 p=x...\nsave verse\n~beat bpm=140 p=xxxx\nsave chorus\n~beat bpm=60\nshow house\n~beat swing=50")
    rig.lines(">2 metronome@click 90\n>2 metronome 70\n>2 save page\n~click bpm=95\n~n2 bpm=75")
    rig.session.writeScreens(all: true)
    #expect(try text(rig, "verse.yui") == "# verse\nloop@beat 100 p=x...\n")
    #expect(try text(rig, "chorus.yui") == "# chorus\nloop@beat 140 p=xxxx\n")
    #expect(try text(rig, "page.yui") == "# page\nmetronome@click 95\nmetronome 70\n")
  }

  @Test func `taps change no saved screen`() throws {
    let rig = SessionRig()
    rig.lines("metronome@m 90\nsave click\nclear\nshow click\ntap")
    rig.pass(seconds: 0.5)
    rig.lines("tap")
    rig.session.writeScreens(all: true)
    #expect(rig.events.contains { $0.hasPrefix(#"{"event":"tap","id":"m","bpm":120"#) })
    #expect(try text(rig, "click.yui") == "# click\nmetronome@m 90\n")
  }

  @Test func `a screen that cannot be changed says so once, and is changed as soon as it can be`() throws {
    let rig = SessionRig()
    rig.lines("loop@beat 100\nsave a\nclear\nshow a")
    let file = "\(rig.folder)/a.yui"
    let elsewhere = "\(rig.folder)/../\(UUID().uuidString)"
    try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
    mkdir(file, 0o700)
    rig.lines("~beat bpm=110")
    defer { try? FileManager.default.removeItem(atPath: elsewhere) }
    for _ in 0..<3 { rig.session.writeScreens(all: true) }
    #expect(rig.takeMessages().count == 1)
    // Others are kept and drawn meanwhile.
    rig.lines("save b\n~beat bpm=115\nclear\nshow b\nshow samba")
    rig.session.writeScreens(all: true)
    #expect(rig.takeMessages() == [])
    #expect(try text(rig, "b.yui") == "# b\nloop@beat 115\n")
    rmdir(file)
    try FileManager.default.moveItem(atPath: elsewhere, toPath: file)
    rig.session.writeScreens(all: true)
    #expect(try text(rig, "a.yui") == "# a\nloop@beat 110\n")
  }

  @Test func `the gain of a screen goes with the screen, and is kept with it`() throws {
    let rig = SessionRig()
    rig.lines("show samba\nsave mine")
    #expect(rig.session.master == 0.3)
    #expect(try text(rig, "mine.yui").hasPrefix("# mine\nengine master=0.3\n"))
    rig.lines("show house")
    #expect(rig.session.master == 0.4)
    rig.lines("clear")
    #expect(rig.session.master == 1)
    rig.lines("engine master=0.7\nshow mine\nclear")
    #expect(rig.session.master == 0.7)
    // A player who sets it has the last word.
    rig.lines("show samba\nengine master=0.5\nclear")
    #expect(rig.session.master == 0.5)
    rig.lines("loop@beat 120 rows=kick p=x...x... +play")
    rig.render(48_000)
    let half = rig.left.map(abs).max() ?? 0
    let other = SessionRig()
    other.lines("engine master=0.5\nloop@beat 120 rows=kick p=x...x... +play")
    other.render(48_000)
    #expect(half == other.left.map(abs).max())
  }

  @Test func `lines that a person added to a file stay as they were`() throws {
    let rig = SessionRig()
    try FileManager.default.createDirectory(atPath: rig.folder, withIntermediateDirectories: true)
    let file = "# my own\n\n  # a remark\n>2 loop@beat   100   p=x...\nkeys@solo   C\n"
    try file.write(toFile: "\(rig.folder)/own.yui", atomically: true, encoding: .utf8)
    rig.lines("show own\n~beat bpm=90")
    rig.session.writeScreens(all: true)
    #expect(try text(rig, "own.yui") == "# my own\n\n  # a remark\n>2 loop@beat 90 p=x...\nkeys@solo   C\n")
    #expect(rig.session.shelf.instruments.map(\.screen) == ["2", "1"])
  }

  @Test(arguments: [
    ("route", "  >2 loop@beat 100 p=x... # hi\n", ">2 loop@beat 120 p=x... # hi\n"),
    ("crlf", "loop@beat 100 p=x...\r\nkeys@k C\r\n", "loop@beat 120 p=x...\r\nkeys@k C\r\n"),
    ("comment", "# my song\nloop@beat 100 p=x...   # the verse\n", "# my song\nloop@beat 120 p=x... # the verse\n"),
    ("no end", "keys@k\nloop@beat 100", "keys@k\nloop@beat 120"),
  ])
  func `a patch changes its line of a file and nothing else`(_ name: String, _ before: String, _ after: String) throws {
    let rig = SessionRig()
    try FileManager.default.createDirectory(atPath: rig.folder, withIntermediateDirectories: true)
    let path = "\(rig.folder)/\(name).yui"
    // What is not UTF-8 stays as it is too.
    let odd = Data([0x23, 0x20, 0xFF, 0xFE, 0x0A])
    try (odd + Data(before.utf8)).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o640)
    rig.lines("show \(name)\n~beat bpm=120")
    rig.session.writeScreens(all: true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == odd + Data(after.utf8))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(rig.events.contains { $0.hasPrefix(#"{"event":"saved","name":"\#(name)""#) })
  }

  @Test func `a link to a file stays one, a pipe, a folder and a huge file are no screens`() throws {
    let rig = SessionRig()
    let elsewhere = SessionRig()
    rig.lines("loop@beat 100\nsave mine")
    elsewhere.lines("keys\nsave x")
    symlink("\(rig.folder)/mine.yui", "\(elsewhere.folder)/linked.yui")
    mkfifo("\(elsewhere.folder)/pipe.yui", 0o600)
    mkdir("\(elsewhere.folder)/folder.yui", 0o700)
    symlink("/dev/zero", "\(elsewhere.folder)/zero.yui")
    let huge = open("\(elsewhere.folder)/huge.yui", O_CREAT | O_WRONLY, 0o600)
    ftruncate(huge, 1 << 30)
    close(huge)
    elsewhere.lines("show linked\n~beat bpm=77\nshow pipe\nshow folder\nshow zero\nshow huge")
    elsewhere.session.writeScreens(all: true)
    #expect(elsewhere.takeMessages().count == 4)
    #expect(try text(rig, "mine.yui") == "# mine\nloop@beat 77\n")
    var information = stat()
    lstat("\(elsewhere.folder)/linked.yui", &information)
    #expect(information.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `what was started plays again, in a file that a person made as well`() throws {
    let rig = SessionRig()
    rig.lines("loop@a 120 p=xxxxxxxx\nloop@b 120 p=x\nstart a\nsave x")
    #expect(try text(rig, "x.yui") == "# x\nloop@a 120 p=xxxxxxxx +play\nloop@b 120 p=x\n")
    let samba = try #require(Library.screen(named: "samba")).text
    try samba.write(toFile: "\(rig.folder)/mine.yui", atomically: true, encoding: .utf8)
    rig.lines("clear\nloop@quiet 100 p=x\nshow mine")
    rig.render(48_000)
    #expect(rig.left.contains { abs($0) > 0.05 })
    #expect(rig.takeMessages() == [])
    #expect(rig.session.shelf.instruments.first { $0.id == "quiet" }?.plays == false)
  }

  @Test func `what is saved and said behind a wait waits`() throws {
    let rig = SessionRig()
    rig.lines("loop@a 120\nwait 1 s\nsay Now\nsave late\nwait 0.1 s\nclear")
    rig.render(40_000)
    #expect(!rig.sentences.contains("Now"))
    #expect(rig.session.screens.names == [])
    rig.render(20_000)
    #expect(rig.sentences.contains("Now"))
    #expect(try text(rig, "late.yui") == "# late\nloop@a 120\nsay Now\n")
    #expect(rig.session.shelf.instruments.isEmpty)
  }

  @Test func `a counted id passes over one that was chosen`() {
    let rig = SessionRig()
    rig.lines("loop@n1 120 +play\nkeys\nloop@n3\nchords\nchords")
    #expect(rig.session.shelf.instruments.map(\.id) == ["n1", "n2", "n3", "n4", "n5"])
  }

  @Test func `show also draws screens of the library, one in place of the other`() {
    let rig = SessionRig()
    rig.lines("keys@mine\nshow Boom Bap")
    rig.render(48_000)
    #expect(rig.left.contains { abs($0) > 0.05 })
    let beats = rig.session.shelf.instruments.count
    rig.lines("show house")
    #expect(rig.session.shelf.instruments.count < 2 * beats)
    #expect(rig.session.shelf.instruments.first?.id == "mine")
    #expect(rig.takeMessages() == [])
    rig.lines("loop@beat\nsave house\nclear\nshow house\nforget house\nforget house")
    #expect(rig.takeMessages().count == 1)
  }

  @Test func `the newest save of a name wins, and forget drops it`() throws {
    let rig = SessionRig()
    rig.lines("keys@a\nsave x\nchords@b\nsave x")
    #expect(try text(rig, "x.yui") == "# x\nkeys@a\nchords@b\n")
    rig.lines("forget x\nshow x\nforget x")
    #expect(
      rig.takeMessages() == [
        "No screen is saved as 'x', and none in the library has that name.",
        "No screen is saved as 'x', so there is nothing to forget.",
      ])
    #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder) == [])
  }

  @Test(arguments: ["a/b", "../up", ".hidden", "100%", "ünï çødé", "%2F", "tab\there", "  two  words"])
  func `any name is a file's name and comes back`(_ name: String) throws {
    let rig = SessionRig()
    rig.lines("keys@a\nsave \(name)\nclear\nshow \(name)")
    #expect(rig.takeMessages() == [])
    #expect(rig.session.shelf.instruments.count == 1)
    let kept = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(rig.session.screens.names == [kept])
    let files = try FileManager.default.contentsOfDirectory(atPath: rig.folder)
    #expect(files.count == 1 && !files[0].contains("/") && !files[0].hasPrefix("."))
  }

  @Test func `a name near to one that is kept is suggested`() {
    let rig = SessionRig()
    rig.lines("keys\nsave night\nshow nigth")
    #expect(rig.events.contains { $0.contains(#""suggest":"night""#) })
  }

  @Test func `nothing on a screen is not saved over what was`() throws {
    let rig = SessionRig()
    rig.lines("keys@a\nsave x\nclear\nsave x\n>7 save x")
    #expect(rig.takeMessages().count == 2)
    #expect(try text(rig, "x.yui") == "# x\nkeys@a\n")
  }

  @Test func `what cannot be written says so, and the old text stays`() throws {
    let rig = SessionRig()
    rig.lines("keys@a\nsave x\nsave \(String(repeating: "long", count: 80))")
    let messages = rig.takeMessages()
    #expect(messages.count == 1 && messages[0].hasSuffix("File name too long."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder) == ["x.yui"])
    let blocked = SessionRig(folder: "/dev/null/yui")
    blocked.lines("keys\nsave x\nshow x\nforget x")
    let refused = blocked.takeMessages()
    #expect(refused.count == 3 && refused[0].hasPrefix("Cannot save 'x' in '/dev/null/yui/x.yui': Not a directory"))
  }

  @Test func `lines of a file that put nothing up are left out with a sentence`() throws {
    let rig = SessionRig()
    try FileManager.default.createDirectory(atPath: rig.folder, withIntermediateDirectories: true)
    let file = "keys@a\nquit\nlooop 3\nshow odd\n"
    try file.write(toFile: "\(rig.folder)/odd.yui", atomically: true, encoding: .utf8)
    rig.lines("show odd")
    #expect(rig.session.shelf.instruments.map(\.id) == ["a"])
    #expect(rig.takeMessages().count == 3)
    #expect(!rig.session.wantsToQuit)
  }
}
