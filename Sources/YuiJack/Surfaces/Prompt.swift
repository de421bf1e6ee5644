// SPDX-License-Identifier: GPL-3.0-or-later

import CEdit
import Glibc

/// An editable line with history on a terminal, drawn on standard error.
///
/// libedit knows one line at a time for the whole process, so there is one prompt.
///
/// - Thread: main.
final class Prompt {
  private static let text = "yui> "
  /// Lines that have been entered; nil is the end of input. Touched on the main thread alone, by `read` and what it calls.
  nonisolated(unsafe) fileprivate static var entered: [String?] = []

  /// `$XDG_STATE_HOME/yui-jack/history`, made where it is missing; nil where there is no home.
  static var defaultHistoryFile: String? {
    guard let folder = UserFolder.state else { return nil }
    // Without the folder the history is of this run alone.
    try? UserFolder.make(folder)
    return "\(folder)/history"
  }

  private let historyFile: String?
  private var isDrawn = false

  /// Draws the prompt. The history is read from `historyFile` and kept there.
  init(historyFile: String?) {
    self.historyFile = historyFile
    // libedit reads and draws characters as the locale has them, and drops others.
    if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" {
      setlocale(LC_CTYPE, "C.UTF-8")
    }
    cedit_begin("yui-jack")
    using_history()
    stifle_history(1000)
    if let historyFile { read_history(historyFile) }
    draw()
  }

  /// Takes what the terminal has to say, without waiting.
  ///
  /// - Returns: lines that are complete, without their ends; nil where the player closed the input.
  func read() -> [String?] {
    rl_callback_read_char()
    defer { Prompt.entered = [] }
    for case .some(let line) in Prompt.entered where !line.allSatisfy(\.isWhitespace) { add_history(line) }
    if Prompt.entered.contains(nil) {
      isDrawn = false
    } else if !Prompt.entered.isEmpty {
      // libedit gives the terminal back after each line.
      draw()
    }
    return Prompt.entered
  }

  /// Makes room for other text on the terminal.
  func stepAside() {
    guard isDrawn else { return }
    _ = TextStream.write(TextStream.eraseLine, to: STDERR_FILENO)
  }

  /// Draws the line again, as far as it was typed.
  func comeBack() {
    guard isDrawn else { return }
    rl_forced_update_display()
  }

  /// Gives the terminal back and keeps the history.
  func end() {
    guard isDrawn else { return }
    stepAside()
    isDrawn = false
    rl_callback_handler_remove()
    if let historyFile { write_history(historyFile) }
  }

  private func draw() {
    isDrawn = true
    rl_callback_handler_install(Prompt.text, lineEntered)
  }
}

/// Called by libedit, on the main thread, from within `rl_callback_read_char`.
@c private func lineEntered(_ line: UnsafeMutablePointer<CChar>?) {
  Prompt.entered.append(line.map { String(cString: $0) })
  if line == nil { rl_callback_handler_remove() }
  free(line)
}
