// SPDX-License-Identifier: GPL-3.0-or-later

import YuiJack

/// What `--help` shows, within 80 columns.
enum Help {
  static let playUsage = "Usage: yui-jack [options] [FILE ...]"
  static let renderUsage = "Usage: yui-jack render [options] FILE ... -o OUT.wav (--seconds S | --bars N)"
  static let checkUsage = "Usage: yui-jack check FILE ..."
  static let libraryUsage = "Usage: yui-jack library [NAME ...]"
  static let sendUsage = "Usage: yui-jack send [options] [LINE ...]"
  static let eventsUsage = "Usage: yui-jack events [options] [steps] [notes] [meters] [readings] [state]"

  static var play: String {
    """
    \(playUsage)
           yui-jack render [options] FILE ... -o OUT.wav (--seconds S | --bars N)
           yui-jack check FILE ...
           yui-jack library [NAME ...]
           yui-jack send [options] [LINE ...]
           yui-jack events [options] [KIND ...]

    A musician's instrument on the JACK graph. Reads lines from the files, then from
    standard input, and plays them; JSON events go to standard output.

      echo 'loop 120 p=x...x...|....x... +play' | yui-jack

    Options:
    \(table(Options.play))

    'yui-jack render --help', and so on, tells of the other commands;
    'yui-jack library' lists ready-made screens; 'man yui-jack' tells of the lines.
    """
  }

  static var render: String {
    """
    \(renderUsage)

    Plays files of lines into a sound file, with the engine that plays live and no
    server. '-' reads standard input.

    Options:
    \(table(Options.render))
    """
  }

  static var check: String {
    """
    \(checkUsage)

    Reads files of lines without sound and writes what each line does as JSON, one
    object a line; errors carry their line and column. Exits 65 where there are any.
    '-' reads standard input.

    Options:
    \(table(Options.check))
    """
  }

  static var library: String {
    """
    \(libraryUsage)

    Without a name, lists the ready-made screens. With names, writes the lines of
    these screens, to be played or kept:

      yui-jack library samba | yui-jack
      yui-jack library samba > samba.yui

    Options:
    \(table(Options.library))
    """
  }

  /// The screens of the library, one a line: names in a column, and what each is.
  static var screens: String {
    let width = Library.screens.map(\.name.count).max() ?? 0
    return Library.screens.map { screen in
      screen.name + String(repeating: " ", count: width + 2 - screen.name.count) + screen.summary
    }.joined(separator: "\n")
  }

  static var send: String {
    """
    \(sendUsage)

    Gives lines to an instrument that runs, one an argument, and waits until they
    have been carried out. Without a line, and where '-' stands, they come from
    standard input. Answers are shown as JSON: errors, warnings, status, and what
    an instrument sends. Exits 65 where a line is in error, and 69 where no
    instrument of that name runs.

      yui-jack send '~loop bpm=120' 'hit crash'

    Options:
    \(table(Options.send))
    """
  }

  static var events: String {
    """
    \(eventsUsage)

    Shows the events of an instrument that runs as JSON, one a line, until it ends
    or is interrupted. The words choose what is told beside the ordinary events.

    Options:
    \(table(Options.events))
    """
  }

  /// One paragraph an option: its words in a column of 26, its help beside or below.
  private static func table(_ options: [CommandOption]) -> String {
    options.map { option in
      let value = option.value.map { option.valueIsOptional ? "[=\($0)]" : " \($0)" } ?? ""
      let words = "  \(option.short.map { "\($0), " } ?? "    ")\(option.long)\(value)"
      let column = 28
      let lines = wrap(option.help, width: 80 - column)
      let indent = String(repeating: " ", count: column)
      let first = words.count < column ? words + indent.dropFirst(words.count) : words + "\n" + indent
      return first + lines.joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }

  private static func wrap(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
