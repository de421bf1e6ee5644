// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// A source of lines: its bytes, its reader with the focus, and how far its waits reach.
///
/// - Thread: control.
final class LineSource {
  /// The name in messages: `stdin`, or a file's path.
  let name: String
  /// The engine's lane for its commands.
  var lane: Int
  /// Whose hands hold its keys: those of pages are told apart, all other sources share 0.
  let hands: UInt16
  /// What it wants to be told beside the ordinary events.
  var events: HostLine.Events = []

  private var reader = LineReader(hostLines: true)
  private var bytes: [UInt8] = []
  private var readTo = 0
  private(set) var hasEnded = false
  private var isFinished = false

  /// Waits that the engine has not come to: the mark behind each, about how many frames it lasts, and how many commands were
  /// sent between it and the next.
  private var waits: [(mark: Int64, frames: Double, commands: Int)] = []
  /// The frame of the last mark that was reached.
  private var base: Double = 0
  /// The most commands that queue behind waits when one more line is read: the engine has room for 512, and a line that clears
  /// a full screen needs 300.
  private static let mostAhead = 192
  /// Commands that queue behind waits in the engine.
  private var commandsAhead: Int { waits.reduce(0) { $0 + $1.commands } }
  /// Whether anything ever waited, so that commands may queue in the engine.
  private var hasWaited = false
  /// The mark behind everything that was asked for, and whether it was reached.
  private var lastMark: (mark: Int64, isReached: Bool)?
  /// A line that the session itself carries out, and the mark it is due at.
  private(set) var deferred: (op: Op, mark: Int64)?
  /// A wait that found no lane to wait on.
  var parked: Op?

  init(name: String, lane: Int, hands: UInt16 = 0) {
    self.name = name
    self.lane = lane
    self.hands = hands
  }

  /// Whether more bytes are wanted now.
  var wantsBytes: Bool { !hasEnded && bytes.count - readTo < 65_536 }

  /// Whether every line has been taken and every wait is over.
  var isDone: Bool { isFinished && deferred == nil && parked == nil && waits.isEmpty }

  /// Whether the engine is past everything that was asked for, so that the lane may be another source's.
  var isPassed: Bool { isDone && (!hasWaited || lastMark?.isReached ?? false) }

  /// Whether a last mark has to be sent before `isPassed` can come about.
  var needsLastMark: Bool { isDone && hasWaited && lastMark == nil }

  /// Bytes that have not been looked at.
  var waitingBytes: Int { bytes.count - readTo }

  /// Whether nothing that arrived is left to be carried out.
  var hasNothingLeft: Bool { readTo == bytes.count && deferred == nil && parked == nil && waits.isEmpty }

  /// Whether more lines are there to be taken.
  var hasLines: Bool { bytes[readTo...].contains(UInt8(ascii: "\n")) || hasEnded && !isFinished }

  /// Whether nothing has been asked for yet.
  private(set) var isAtStart = true

  /// Something is being asked for.
  func hasBegun() { isAtStart = false }

  /// The number of lines begun so far.
  var lines: Int { reader.lines }

  /// Adds bytes as they arrived.
  func add(_ more: some Collection<UInt8>) {
    bytes.removeFirst(readTo)
    readTo = 0
    bytes.append(contentsOf: more)
  }

  /// No more bytes will come.
  func end() { hasEnded = true }

  /// Takes the ops of the next line; nil where no whole line has arrived.
  func nextOps(in reply: inout ReplyState) -> [Op]? {
    if readTo < bytes.count {
      let rest = bytes[readTo...]
      let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      readTo = lineEnd ?? bytes.count
      let ops = reader.feed(rest[..<readTo], in: &reply)
      if lineEnd != nil || !ops.isEmpty { return ops }
    }
    guard hasEnded, !isFinished else { return nil }
    isFinished = true
    return reader.finish(in: &reply)
  }

  /// Whether the next line, or the end, is one of `words` or nothing: such a line can be carried out without an engine.
  func nextLine(isAmong words: Set<String>) -> Bool {
    let rest = bytes[readTo...]
    if rest.isEmpty { return hasEnded && !isFinished }
    guard let end = rest.prefix(64).firstIndex(of: UInt8(ascii: "\n")) ?? (hasEnded ? rest.endIndex : nil) else {
      return false
    }
    let line = String(decoding: rest[..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return line.isEmpty || line.count == 1 && words.contains(String(line[0]))
  }

  // MARK: Waiting

  /// Whether lines must wait: the engine is too far behind what they would ask for.
  ///
  /// - Parameter lookahead: frames by which lines may be read before they are due.
  func isHeld(at frame: Int64, lookahead: Double) -> Bool {
    if deferred != nil || parked != nil || commandsAhead >= LineSource.mostAhead { return true }
    return !waits.isEmpty && waits.reduce(base) { $0 + $1.frames } > Double(frame) + lookahead
  }

  /// Whether lines that are read now take effect later.
  var isAhead: Bool { !waits.isEmpty }

  /// A wait was sent, with a mark behind it.
  func waited(frames: Double, mark: Int64, at frame: Int64) {
    if waits.isEmpty { base = Double(frame) }
    hasWaited = true
    waits.append((mark, frames, 0))
  }

  /// A command was sent.
  func sent() { if isAhead { waits[waits.count - 1].commands += 1 } }

  /// Keeps a line until the engine comes to `mark`.
  func hold(_ op: Op, until mark: Int64) { deferred = (op, mark) }

  /// The mark behind everything that was asked for was sent.
  func sentLastMark(_ mark: Int64) { lastMark = (mark, false) }

  /// The engine came to a mark.
  ///
  /// - Returns: the line that was kept for it.
  func reached(_ mark: Int64, at frame: Int64) -> Op? {
    if waits.first?.mark == mark {
      waits.removeFirst()
      base = Double(frame)
    }
    if lastMark?.mark == mark { lastMark?.isReached = true }
    guard let deferred, deferred.mark == mark else { return nil }
    self.deferred = nil
    return deferred.op
  }
}
