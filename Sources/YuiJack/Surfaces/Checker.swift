// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// Reads files of lines without sound and writes what each line does.
public enum Checker {
  /// Writes the ops of each file, one JSON object a line, to standard output. Each file is one reply of its own; `-` is
  /// standard input.
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
        }
        if ended { break reading }
      }
    }
    return isGood
  }
}
