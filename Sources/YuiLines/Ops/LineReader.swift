// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns the bytes of one source into ops, whatever pieces they arrive in.
///
/// A line acts as soon as its line feed arrives, and any cutting of the stream gives the same ops. Linear time; holds no more
/// than one line. Bad lines give an error op and reading goes on behind them.
public struct LineReader: Sendable {
  private var splitter = LineSplitter()
  private var parser: LineParser

  /// A reader for a new source.
  ///
  /// - Parameter hostLines: whether host lines are read; without them their verbs are unknown words.
  public init(hostLines: Bool) { parser = LineParser(hostLines: hostLines) }

  /// The screen of lines without a route.
  public var focus: String { parser.focus }

  /// The number of lines begun so far.
  public var lines: Int { splitter.number }

  /// Takes the next bytes and gives the op of each line that they end, as it is read.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer, in reply: inout ReplyState, each: (Op) -> Void) {
    splitter.feed(bytes) { line in
      if let op = parser.parse(line, in: &reply) { each(op) }
    }
  }

  /// Takes the next bytes and gives the ops of the lines that they end.
  public mutating func feed(_ bytes: some Sequence<UInt8>, in reply: inout ReplyState) -> [Op] {
    var ops: [Op] = []
    splitter.feed(bytes) { line in
      if let op = parser.parse(line, in: &reply) { ops.append(op) }
    }
    return ops
  }

  /// Ends the source and gives the op of a last line without a line feed, if there is one.
  public mutating func finish(in reply: inout ReplyState) -> [Op] {
    var ops: [Op] = []
    splitter.finish { line in
      if let op = parser.parse(line, in: &reply) { ops.append(op) }
    }
    return ops
  }

  /// Reads a whole text as one source.
  public static func read(_ text: String, hostLines: Bool, in reply: inout ReplyState) -> [Op] {
    read(text.utf8, hostLines: hostLines, in: &reply)
  }

  /// Reads the bytes of a whole text as one source.
  public static func read(_ text: some Collection<UInt8>, hostLines: Bool, in reply: inout ReplyState) -> [Op] {
    var reader = LineReader(hostLines: hostLines)
    return reader.feed(text, in: &reply) + reader.finish(in: &reply)
  }
}
