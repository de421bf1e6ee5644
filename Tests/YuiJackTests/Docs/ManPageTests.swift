// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The help, the man page and the README name the same options.
@Suite struct ManPageTests {
  /// A command, and where the man page tells of it.
  struct Section: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var heading: String
    var testDescription: String { heading }
  }

  static let sections = [
    Section(arguments: [], heading: "Options of yui-jack"),
    Section(arguments: ["render"], heading: "Options of yui-jack render"),
    Section(arguments: ["lines"], heading: "Options of yui-jack lines"),
    Section(arguments: ["check"], heading: "Options of yui-jack check"),
    Section(arguments: ["library"], heading: "Options of yui-jack library"),
    Section(arguments: ["send"], heading: "Options of yui-jack send"),
    Section(arguments: ["events"], heading: "Options of yui-jack events"),
    Section(arguments: ["sounds"], heading: "Options of yui-jack sounds"),
    Section(arguments: ["prove"], heading: "Options of yui-jack prove"),
    Section(arguments: ["tune"], heading: "Options of yui-jack tune"),
  ]

  @Test(arguments: sections)
  func `the man page lists the options that the help lists`(_ section: Section) throws {
    let options = try helpOptions(section.arguments)
    #expect(options.count >= 1)
    #expect(try manOptions(section.heading) == options)
  }

  @Test func `the README lists the options that the help lists`() throws {
    let readme = try Repository.text("README.md")
    let table = readme.components(separatedBy: "## Options\n")[1].components(separatedBy: "\n\n`yui-jack render`")[0]
    #expect(try words(#"--[a-z-]+"#, table.replacingOccurrences(of: "| --- | --- |", with: "")) == helpOptions([]))
  }

  @Test func `the help fits eighty columns`() throws {
    for section in Self.sections {
      let help = try YuiJackProgram.run(section.arguments + ["--help"]).output
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `the man page is set without a warning`() throws {
    let child = try ChildProcess(
      "man", ["--warnings", "--local-file", Repository.path("man/yui-jack.1")],
      environment: ["MANPAGER": "cat", "MANROFFSEQ": "", "LC_ALL": "C.UTF-8"])
    child.closeInput()
    #expect(try child.wait(limit: .seconds(30)) == .exited(0))
    #expect(child.errorText == "")
    #expect(child.remainingLines().count > 150)
  }

  @Test func `the man page has every preset, host line, event and exit code`() throws {
    let page = try Repository.text("man/yui-jack.1")
    for word in ["loop", "metronome", "keys", "drums", "chords", "tuner", "say", "clear", "save", "show", "forget"] {
      #expect(page.contains(word), "\(word)")
    }
    for word in [
      "hit", "note", "strum", "tone", "tap", "start", "stop", "continue", "clock", "engine", "send", "record", "wait",
      "events", "status", "quit",
    ] {
      #expect(try !words(#"\.It Ic (?:.*, )?\#(word)\b|Ic \#(word)\b"#, page).isEmpty, "\(word)")
    }
    for event in [
      "ready", "error", "warning", "started", "stopped", "continued", "latency", "connected", "disconnected", "server",
      "xrun", "dropped", "client", "done", "take", "recorded", "note", "step", "meters", "status",
      "stage", "refused", "state", "gone", "reading", "saved", "forgotten",
    ] {
      #expect(page.contains("\n.It Va \(event)\n"), "\(event)")
    }
    for code in [0, 1, 64, 65, 66, 69, 73, 74] { #expect(page.contains("\n.It \(code)\n"), "\(code)") }
  }

  /// The long options, and the short ones, that `--help` shows.
  private func helpOptions(_ arguments: [String]) throws -> Set<String> {
    let help = try YuiJackProgram.run(arguments + ["--help"]).output
    let options = help.components(separatedBy: "Options:\n")[1].components(separatedBy: "\n\n")[0]
    let lines = options.split(separator: "\n").filter { $0.hasPrefix("  -") || $0.hasPrefix("      --") }
    return Set(try lines.map { try #require(words(#"--[a-z-]+"#, String($0)).first) })
  }

  private func manOptions(_ heading: String) throws -> Set<String> {
    let page = try Repository.text("man/yui-jack.1")
    let section = page.components(separatedBy: ".Ss \(heading)\n")[1]
    let end = section.range(of: "\n.S[hs] ", options: .regularExpression)?.lowerBound ?? section.endIndex
    return Set(try words(#"Fl -[a-z-]+"#, String(section[..<end])).map { "--" + $0.dropFirst(4) })
  }

  private func words(_ pattern: String, _ text: String) throws -> Set<String> {
    let expression = try NSRegularExpression(pattern: pattern)
    let found = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
    return Set(found.compactMap { Range($0.range, in: text).map { String(text[$0]) } })
  }
}
