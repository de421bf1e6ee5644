// SPDX-License-Identifier: GPL-3.0-or-later

import YuiJack

/// What `--help` shows, within 80 columns.
enum Help {
  static let playUsage = "Usage: yui-jack [options] [FILE ...]"
  static let renderUsage = "Usage: yui-jack render [options] FILE ... -o OUT.wav [--seconds S | --bars N]"
  static let linesUsage = "Usage: yui-jack lines [options] FILE.mid"
  static let checkUsage = "Usage: yui-jack check FILE ..."
  static let libraryUsage = "Usage: yui-jack library [NAME ...]"
  static let soundsUsage = "Usage: yui-jack sounds [options] DIR"
  static let tuneUsage = "Usage: yui-jack tune [options] FILE.wav"
  static let sendUsage = "Usage: yui-jack send [options] [LINE ...]"
  static let eventsUsage = "Usage: yui-jack events [options] [steps] [notes] [meters] [readings] [state]"
  static let proveUsage = "Usage: yui-jack prove [options]"

  static var play: String {
    """
    \(playUsage)
           yui-jack render [options] FILE ... -o OUT.wav [--seconds S | --bars N]
           yui-jack lines [options] FILE.mid
           yui-jack check FILE ...
           yui-jack library [NAME ...]
           yui-jack sounds [options] DIR
           yui-jack tune [options] FILE.wav
           yui-jack send [options] [LINE ...]
           yui-jack events [options] [KIND ...]
           yui-jack prove [options]

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
    server. '-' reads standard input. Without '--seconds' and '--bars' it plays to
    the end of the lines, and until all is silent.

    Options:
    \(table(Options.render))
    """
  }

  static var lines: String {
    """
    \(linesUsage)

    Writes a beat that was made elsewhere as lines: a loop for the drums and one for
    each other channel, each note on its nearest step. A loop holds two bars.

      yui-jack lines beat.mid | yui-jack

    Options:
    \(table(Options.lines))
    """
  }

  static var check: String {
    """
    \(checkUsage)

    Reads files of lines without sound and writes what each line does as JSON, one
    object a line; errors carry their line and column. Exits 65 where there are any.
    What would not be played as it is written is told on standard error.
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

  static var sounds: String {
    """
    \(soundsUsage)

    Writes every sound as a WAV file into a folder, and a page, index.html, on which
    to hear them and see their waveforms, spectrograms and figures. Files that are
    not of such a page are left alone.

    Options:
    \(table(Options.sounds))
    """
  }

  static var tune: String {
    """
    \(tuneUsage)

    Reads a recording of single notes and writes what a tuner hears in it: a line
    for each reading, about every 10 ms and unsmoothed, with seconds, note, string,
    cents off it, hertz, clarity (up to 1) and level (dB).

    Options:
    \(table(Options.tune))
    """
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

  static var prove: String {
    """
    \(proveUsage)

    Tells whether yui-jack is tight on this machine and server, with the evidence:
    plays clicks and a MIDI clock, records them in another process, lets a program
    without the engine's code judge the recording, and asks the callback's witnesses
    for anything late, lost or slow. Exits 1 where it is not tight.

      yui-jack prove -o proof
      yui-jack prove --fault timer --compare proof -o fault

    Options:
    \(table(Options.prove))
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
