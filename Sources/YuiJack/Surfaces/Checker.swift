// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Reads files of lines without sound and writes what each line does.
public struct Checker {
  private var reply = ReplyState(skipsChosen: true)
  private var shelf = Shelf()
  private var warned: Set<String> = []
  private var isGood = true

  /// Writes the ops of each file, one JSON object a line, to standard output, and to standard error what would not be played as
  /// written. Each file is one reply of its own; `-` is standard input.
  ///
  /// - Returns: whether every line could be read.
  /// - Throws: a file that cannot be read.
  public static func check(_ paths: [String]) throws(UsageError) -> Bool {
    var files: [InputFile] = []
    for path in paths { files.append(path == "-" ? .standardInput : try InputFile(path: path)) }
    var isGood = true
    for file in files {
      var checker = Checker()
      try checker.check(file)
      isGood = isGood && checker.isGood
    }
    return isGood
  }

  private mutating func check(_ file: InputFile) throws(UsageError) {
    let source = LineSource(name: file.name, lane: 0)
    while !source.isDone {
      switch file.read() {
      case .bytes(let bytes): source.add(bytes)
      case .nothing: continue
      case .failure(let sentence): throw .missingFile(sentence)
      case .end: source.end()
      }
      while let ops = source.nextOps(in: &reply) {
        for op in ops { try tell(op, of: file) }
      }
    }
  }

  private mutating func tell(_ op: Op, of file: InputFile) throws(UsageError) {
    if op.error != nil { isGood = false }
    if warned.count > Session.mostWarned { warned.removeAll() }
    try TextStream.writeOut(op.json.exactText + "\n")
    if let error = op.error {
      let place = "\(file.name):\(error.line):\(error.column)"
      _ = TextStream.write("\(place): Error: \(error.sentence)\n", to: STDERR_FILENO)
    }
    for (warning, column) in place(op) where !warning.isOfWord || warned.insert(warning.message).inserted {
      let place = "\(file.name):\(op.number):\(column)"
      _ = TextStream.write("\(place): Warning: \(warning.sentence)\n", to: STDERR_FILENO)
    }
  }

  /// Puts up and changes what a line says.
  ///
  /// - Returns: what of it is not played as written, and at which column of the line that says it.
  private mutating func place(_ op: Op) -> [(PropWarning, column: Int)] {
    switch op.action {
    case .add(let preset, let id, let props):
      var instrument = PlacedInstrument(id: id, preset: preset, screen: op.screen, props: props)
      let warnings = instrument.readSettings()
      if let index = shelf.index(of: id) { shelf.remove(at: index) }
      if shelf.hasRoom(for: preset) { shelf.add(instrument) }
      return warnings.map { ($0, op.column(of: $0.prop)) }
    case .patch(let target, let props):
      guard let index = shelf.index(of: target) else { return [] }
      shelf[index].props.merge(props)
      let warnings = shelf[index].readSettings(changed: Set(props.entries.map(\.key)))
      return warnings.map { ($0, op.column(of: $0.prop)) }
    case .clear:
      for index in shelf.instruments.indices.reversed() where shelf[index].screen == op.screen {
        shelf.remove(at: index)
      }
      return []
    case .show(let name): return draw(name).map { ($0, op.column) }
    default: return []
    }
  }

  /// Puts up what a screen holds, so that later lines find its ids.
  private mutating func draw(_ name: String) -> [PropWarning] {
    let saved = (try? SavedScreens().text(name)) ?? nil
    guard let text = saved ?? Library.screen(named: name).map({ Array($0.text.utf8) }) else { return [] }
    var warnings: [PropWarning] = []
    for op in LineReader.read(text, hostLines: true, in: &reply) {
      if case .add = op.action { warnings += place(op).map(\.0) }
    }
    return warnings
  }
}
