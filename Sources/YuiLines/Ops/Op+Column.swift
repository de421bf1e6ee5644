// SPDX-License-Identifier: GPL-3.0-or-later

extension Op {
  /// Where the line begins, behind white space and a route: its column, counted in characters from 1.
  public var column: Int { column { _ in nil } }

  /// The column of the last word that gave a prop; where none did, that of the line.
  public func column(of prop: String) -> Int {
    let preset: Preset =
      switch action {
      case .add(let preset, _, _): preset
      case .patch(let target, _): target.preset
      default: .say
      }
    return column { tokens in
      var arguments = Arguments(preset)
      var offset: Int?
      while let token = tokens.next() {
        if arguments.take(token) == prop { offset = token.range.lowerBound }
      }
      return offset
    }
  }

  /// The column of an offset that is found in the words behind the first one; where none is, that of the first.
  private func column(_ find: (inout Tokenizer) -> Int?) -> Int {
    var line = line
    let offset = line.withUTF8 { bytes in
      var tokens = Tokenizer(bytes)
      _ = tokens.route()
      guard let head = tokens.next() else { return 0 }
      return find(&tokens) ?? head.range.lowerBound
    }
    return LineFault.column(of: offset, in: line)
  }
}
