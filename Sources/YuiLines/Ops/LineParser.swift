// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns the lines of one source into ops.
///
/// A plain value that remembers only where later lines of its source go. The ids of the reply are handed in with each line,
/// so that several sources can share them. A line is read in linear time.
public struct LineParser: Sendable {
  /// The screen of lines without a route.
  public private(set) var focus = Self.chat

  private let readsHostLines: Bool

  /// The screen that all sources begin with.
  private static let chat = "1"

  /// The words that are lines by themselves.
  private enum ScreenWord: String, CaseIterable {
    case save, show, forget, clear, close
  }

  /// A parser for a new source.
  ///
  /// - Parameter hostLines: whether host lines are read; without them their verbs are unknown words.
  public init(hostLines: Bool) { readsHostLines = hostLines }

  /// Reads a line; nil when it says nothing.
  public mutating func parse(_ line: SourceLine, in reply: inout ReplyState) -> Op? {
    switch line.content {
    case .text(let text): return parse(text, number: line.number, in: &reply)
    case .tooLong(let start):
      return unread(start, number: line.number, .tooLong(limit: LineSplitter.limit), column: 1)
    case .notUTF8(let start, let column): return unread(start, number: line.number, .notUTF8, column: column)
    }
  }

  /// Reads the text of a line without its line end; nil when it says nothing.
  public mutating func parse(_ text: String, number: Int, in reply: inout ReplyState) -> Op? {
    var bytes = text
    return bytes.withUTF8 { bytes -> Op? in
      let bytes = UnsafeBufferPointer(rebasing: bytes[..<WhiteSpace.end(ofTextIn: bytes)])
      var tokens = Tokenizer(bytes)
      let route = tokens.route()
      let screen = route.map { $0 == "chat" ? Self.chat : $0 } ?? focus
      guard let head = tokens.next() else {
        guard let route else { return nil }
        return Op(refocus(route), screen: route == "chat" ? "full" : route, line: text, number: number)
      }
      do throws(LineFault) {
        let action = try action(head, &tokens, bytes, &reply)
        return Op(action, screen: action == .close ? "full" : screen, line: text, number: number)
      } catch {
        return Op(.error(error.error(line: number, text: text)), screen: screen, line: text, number: number)
      }
    }
  }

  private mutating func refocus(_ route: String) -> Op.Action {
    focus = route == "chat" ? Self.chat : route
    return route == "chat" ? .close : .focus
  }

  private mutating func action(
    _ head: Token, _ tokens: inout Tokenizer, _ bytes: UnsafeBufferPointer<UInt8>, _ reply: inout ReplyState
  ) throws(LineFault) -> Op.Action {
    guard !head.isQuoted else { throw LineFault(.quotedWord, head) }
    let text = head.text
    if text.utf8.first == UInt8(ascii: "~") { return try patch(head, &tokens, reply) }
    if let word = ScreenWord(rawValue: text) { return try screenAction(word, head, &tokens) }
    if readsHostLines, let verb = HostVerb(rawValue: text) {
      var parser = HostLineParser(verb, &tokens, reply)
      return .host(try parser.parse())
    }
    let at = text.firstIndex(of: "@")
    let word = String(text[..<(at ?? text.endIndex)])
    guard let preset = Preset(rawValue: word) else {
      let isWord = ScreenWord(rawValue: word) != nil || readsHostLines && HostVerb(rawValue: word) != nil
      throw isWord ? LineFault(.noIDTaken(word: word), head) : unknown(head, word)
    }
    let id = at.map { String(text[text.index(after: $0)...]) }
    if let id, !Name.isName(id) { throw LineFault(.badID, head) }
    let props = preset == .custom ? try custom(tokens, bytes) : arguments(preset, &tokens)
    if let id { reply.choose(id, for: preset) }
    return .add(preset, id: id ?? reply.makeID(for: preset), props)
  }

  private func patch(_ head: Token, _ tokens: inout Tokenizer, _ reply: ReplyState) throws(LineFault) -> Op.Action {
    let name = String(head.text.dropFirst())
    guard !name.isEmpty else { throw LineFault(.targetMissing, head) }
    let target: Target
    do {
      target = try reply.resolve(name)
    } catch {
      throw LineFault(error, token: name, at: head.range.lowerBound + 1, in: reply)
    }
    return .patch(target, arguments(target.preset, &tokens))
  }

  private mutating func screenAction(_ word: ScreenWord, _ head: Token, _ tokens: inout Tokenizer) throws(LineFault)
    -> Op.Action
  {
    switch word {
    case .clear: return .clear
    case .close:
      if let extra = tokens.next() { throw LineFault(.closeTakesNothing, extra) }
      focus = Self.chat
      return .close
    case .save, .show, .forget:
      var name = ""
      while let word = tokens.next()?.text { name += name.isEmpty || word.isEmpty ? word : " " + word }
      guard !name.isEmpty else {
        throw LineFault(.nameMissing(word: word.rawValue), token: "", at: head.range.upperBound)
      }
      return word == .save ? .save(name: name) : word == .show ? .show(name: name) : .forget(name: name)
    }
  }

  private func arguments(_ preset: Preset, _ tokens: inout Tokenizer) -> Props {
    var arguments = Arguments(preset)
    arguments.read(&tokens)
    return arguments.props
  }

  /// Reads the value behind `custom`, to the end of the line: it takes no comments.
  private func custom(_ tokens: Tokenizer, _ bytes: UnsafeBufferPointer<UInt8>) throws(LineFault) -> Props {
    var behind = tokens
    behind.skipSpace()
    var reader = JSONReader(bytes, at: behind.offset)
    let failure: JSONError
    do throws(JSONError) {
      let spec = try reader.read()
      guard reader.offset < bytes.count else { return ["spec": .spec(spec)] }
      failure = JSONError(expected: "nothing behind the value", offset: reader.offset)
    } catch {
      failure = error
    }
    var rest = Tokenizer(bytes, at: failure.offset)
    throw LineFault(.badJSON(expected: failure.expected), token: rest.next()?.text ?? "", at: failure.offset)
  }

  private func unknown(_ head: Token, _ word: String) -> LineFault {
    var known = Preset.allCases.map(\.rawValue) + ScreenWord.allCases.map(\.rawValue)
    if readsHostLines { known += HostVerb.allCases.map(\.rawValue) }
    var fault = LineFault(.unknownWord, head, known: known)
    fault.compared = word
    return fault
  }

  /// The error op of a line that was not read; it goes where its route says, as far as that can be seen.
  private func unread(_ start: String, number: Int, _ problem: LineProblem, column: Int) -> Op {
    var start = start
    let route = start.withUTF8 { bytes in
      var tokens = Tokenizer(bytes)
      return tokens.route()
    }
    let screen = route.map { $0 == "chat" ? Self.chat : $0 } ?? focus
    let error = LineError(line: number, column: column, token: "", problem: problem)
    return Op(.error(error), screen: screen, line: start, number: number)
  }
}
