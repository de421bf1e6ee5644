// SPDX-License-Identifier: GPL-3.0-or-later

/// What one line does.
public struct Op: Sendable, Equatable {
  /// The kinds of ops.
  public enum Action: Sendable, Equatable {
    /// Puts something on the screen, with the props the line named. An id that exists is replaced.
    case add(Preset, id: String, Props)
    /// Changes something that is there, with the props the line named.
    case patch(Target, Props)
    /// Keeps the screen under a name.
    case save(name: String)
    /// Draws what was kept under a name.
    case show(name: String)
    /// Drops what was kept under a name.
    case forget(name: String)
    /// Empties the screen.
    case clear
    /// Makes the screen the one that later lines of the source go to.
    case focus
    /// Leaves the full screen.
    case close
    /// Nothing: the line cannot be read.
    case error(LineError)
    /// What hands do.
    case host(HostLine)
  }

  /// What it does.
  public var action: Action
  /// The screen it is for; `full` for `close`.
  public var screen: String
  /// The text of the line, without its end. Of a line too long or not in UTF-8, its first characters.
  public var line: String
  /// The number of the line in its source, from 1.
  public var number: Int

  /// An op.
  public init(_ action: Action, screen: String, line: String, number: Int) {
    self.action = action
    self.screen = screen
    self.line = line
    self.number = number
  }

  /// The error, if the line cannot be read.
  public var error: LineError? {
    guard case .error(let error) = action else { return nil }
    return error
  }
}

extension Op {
  /// The op as one JSON object: `op`, `screen` and its own fields; an error has its message, where it is as line and
  /// column, and the suggestion.
  public var json: JSON {
    var members: [(key: String, value: JSON)] = [("op", .string(name)), ("screen", .string(screen))]
    switch action {
    case .add(let preset, let id, let props):
      members += [("preset", .string(preset.rawValue)), ("id", .string(id)), ("props", props.json)]
    case .patch(let target, let props): members += [("target", .string(target.name)), ("props", props.json)]
    case .save(let name), .show(let name), .forget(let name): members.append(("name", .string(name)))
    case .clear, .focus, .close: break
    case .error(let error):
      members += [("message", .string(error.message)), ("at", .array([.whole(error.line), .whole(error.column)]))]
      if let suggest = error.suggest { members.append(("suggest", .string(suggest))) }
    case .host(let line): members += [("verb", .string(line.verb.rawValue)), ("args", line.arguments)]
    }
    return .object(members)
  }

  private var name: String {
    switch action {
    case .add: "add"
    case .patch: "patch"
    case .save: "save"
    case .show: "show"
    case .forget: "forget"
    case .clear: "clear"
    case .focus: "focus"
    case .close: "close"
    case .error: "error"
    case .host: "host"
    }
  }
}
