// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Reads files of lines without sound and writes what each line does.
public enum Checker {
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
      var reply = ReplyState()
      var reader = LineReader(hostLines: true)
      var shelf = Shelf()
      var warned: Set<String> = []
      reading: while true {
        var ops: [Op] = []
        var ended = false
        switch file.read() {
        case .bytes(let bytes): ops = reader.feed(bytes, in: &reply)
        case .nothing: continue
        case .failure(let sentence): throw .missingFile(sentence)
        case .end:
          ops = reader.finish(in: &reply)
          ended = true
        }
        for op in ops {
          if op.error != nil { isGood = false }
          try TextStream.writeOut(op.json.text + "\n")
          for warning in warnings(of: op, on: &shelf)
          where !warning.isOfWord || warned.insert(warning.message).inserted {
            let sentence = "\(file.name):\(op.number): Warning: \(warning.sentence)\n"
            _ = TextStream.write(sentence, to: STDERR_FILENO)
          }
        }
        if ended { break reading }
      }
    }
    return isGood
  }

  /// What a line says that is not played as written, where all lines before it are carried out.
  private static func warnings(of op: Op, on shelf: inout Shelf) -> [PropWarning] {
    switch op.action {
    case .add(let preset, let id, let props):
      var instrument = PlacedInstrument(id: id, preset: preset, screen: op.screen, props: props)
      let warnings = instrument.readSettings()
      if let index = shelf.index(of: id) { shelf.remove(at: index, until: 0) }
      if shelf.makeRoom(for: preset) { shelf.add(instrument) }
      return warnings
    case .patch(let target, let props):
      guard let index = shelf.index(of: target) else { return [] }
      shelf[index].props.merge(props)
      return shelf[index].readSettings(changed: Set(props.entries.map(\.key)))
    case .clear:
      for index in shelf.instruments.indices.reversed() where shelf[index].screen == op.screen {
        shelf.remove(at: index, until: 0)
      }
      return []
    default: return []
    }
  }
}
