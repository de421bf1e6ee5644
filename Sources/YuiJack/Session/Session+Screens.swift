// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// Screens: emptied, kept and drawn again.
extension Session {
  /// Takes away everything on a screen, and cuts what sounds on it.
  func clear(_ screen: String, _ source: LineSource) {
    let hadKeys =
      shelf.newestIndex(.keys) == nil || shelf.instruments.contains { $0.screen == screen && $0.preset == .keys }
    for index in shelf.instruments.indices.reversed() where shelf[index].screen == screen {
      takeAway(index, cut: true, source)
    }
    if hadKeys { send(.cut(.lines), source) }
    send(.cut(.one(.hands(on: Shelf.nobody))), source)
    send(.cut(.one(.effect)), source)
    if shelf.instruments.isEmpty { send(.clearRoom, source) }
    updateKeyboard(source)
    leaveScreen(source)
  }

  /// Keeps what is on the line's screen.
  func save(_ name: String, _ op: Op, _ source: LineSource) {
    let placed = shelf.instruments.filter { $0.screen == op.screen }
    guard !placed.isEmpty else {
      fail("There is nothing on screen '\(op.screen)', so nothing is saved as '\(name)'.", op, source)
      return
    }
    var lines = placed.map { LineText.add($0.preset, id: Screens.isChosen($0.id) ? $0.id : nil, propsToKeep($0)) }
    if let shownGain, placed.contains(where: { $0.saved == shownGain.name }) {
      lines.insert("engine master=\(JSON.number(master).text)", at: 0)
    }
    do throws(FileTrouble) {
      try screens.save(lines, isFull: op.screen == Screens.full, as: name)
      for index in shelf.instruments.indices where shelf[index].screen == op.screen {
        let placed = shelf[index]
        guard Screens.lasts(id: placed.id, preset: placed.preset, screen: placed.screen, shown: placed.keptIn != nil)
        else { continue }
        shelf[index].keptIn = name
      }
      let path = screens.path(name) ?? ""
      say(
        .event(
          "saved", [("name", .string(name)), ("path", .string(path)), ("lines", .whole(lines.count))],
          sentence: "Saved '\(name)' in '\(path)'."))
    } catch {
      fail("Cannot save '\(name)'\(place(of: name)): \(error.reason).", op, source)
    }
  }

  /// Draws what was kept, or is in the library, on the line's screen; what an earlier `show` of it drew without ids of its own
  /// goes.
  func show(_ name: String, _ op: Op, _ source: LineSource) {
    let text: [UInt8]
    var isSaved = true
    do throws(FileTrouble) {
      if let saved = try screens.text(name) {
        text = saved
      } else if let ready = Library.screen(named: name) {
        text = Array(ready.text.utf8)
        isSaved = false
      } else {
        let suggest = Suggestion.nearest(to: name, among: screens.names) ?? Library.nearest(to: name)
        fail("No screen is saved as '\(name)', and none in the library has that name.", op, source, suggest: suggest)
        return
      }
    } catch {
      fail("Cannot show '\(name)'\(place(of: name)): \(error.reason).", op, source)
      return
    }
    // A screen of the library takes the place of the last one.
    for index in shelf.instruments.indices.reversed()
    where isSaved ? shelf[index].saved == name && !Screens.isChosen(shelf[index].id) : shelf[index].isReadyMade {
      takeAway(index, cut: false, source)
    }
    leaveScreen(source)
    draw(text, name, isSaved: isSaved, op, source)
  }

  /// Drops what was kept.
  func forget(_ name: String, _ op: Op, _ source: LineSource) {
    do throws(FileTrouble) {
      if try screens.forget(name) {
        say(.event("forgotten", [("name", .string(name))], sentence: "Forgot '\(name)'."))
      } else {
        let suggest = Suggestion.nearest(to: name, among: screens.names)
        fail("No screen is saved as '\(name)', so there is nothing to forget.", op, source, suggest: suggest)
      }
    } catch {
      fail("Cannot forget '\(name)'\(place(of: name)): \(error.reason).", op, source)
    }
  }

  /// Writes changes of saved screens, at most once a second; at once where `all` is wanted.
  func writeScreens(all: Bool = false) {
    guard screens.hasPending, all || ContinuousClock.now >= nextScreenTime else { return }
    nextScreenTime = .now + .seconds(1)
    let (names, trouble) = screens.writePending()
    for name in names {
      say(.event("saved", [("name", .string(name)), ("path", screens.path(name).map { .string($0) })]))
    }
    let message = trouble.map { "Cannot change a saved screen in '\(screens.folder ?? "")': \($0.reason)." }
    // It is tried again, but told once.
    if let message, message != toldScreenTrouble {
      say(.event("error", [("message", .string(message))], sentence: "Error: \(message)"))
    }
    toldScreenTrouble = message
  }

  /// What a screen keeps of an instrument: what lines said, and that it plays.
  private func propsToKeep(_ instrument: PlacedInstrument) -> Props {
    var props = instrument.props
    if instrument.plays, props["play"] != .flag(true) { props["play"] = .flag(true) }
    return props
  }

  /// Does what the lines of a screen say, on the screen of the line that asked for it: they put things up, start them and set
  /// the engine.
  private func draw(_ text: [UInt8], _ name: String, isSaved: Bool, _ op: Op, _ source: LineSource) {
    for var line in LineReader.read(text, hostLines: true, in: &reply) {
      let (number, text) = (line.number, line.line)
      // What is said of it is said of the line that asked for it.
      (line.number, line.line) = (op.number, op.line)
      if Screens.page(of: line.screen) == 1, line.screen != Screens.full { line.screen = op.screen }
      switch line.action {
      case .add(let preset, let id, let props):
        add(preset, id: id, props, line, source, saved: name)
        guard let index = shelf.index(of: id), shelf[index].saved == name else { continue }
        shelf[index].isReadyMade = !isSaved
        if isSaved, Screens.lasts(id: id, preset: preset, screen: line.screen, shown: true) {
          shelf[index].keptIn = name
        }
      case .focus, .close: break
      case .host(.start(nil)): start(source) { $0.saved == name && $0.isReadyMade != isSaved }
      case .host(.engine(let engine)):
        let before = shownGain?.before ?? master
        carryOut(line, source)
        if engine.master != nil { shownGain = (name, before) }
      case .host(.start): carryOut(line, source)
      case .error(let error):
        fail("Line \(number) of '\(name)' cannot be read: \(error.message)", op, source, suggest: error.suggest)
      default:
        fail("Line \(number) of '\(name)' puts nothing up, so it is left out: '\(text)'.", op, source)
      }
    }
  }

  /// Starts what a screen has put up, together, and nothing else.
  private func start(_ source: LineSource, _ belongs: (PlacedInstrument) -> Bool) {
    var mask: UInt32 = 0
    for instrument in shelf.instruments where belongs(instrument) {
      if let slot = instrument.slot { mask |= 1 << UInt32(slot) }
    }
    shelf.setPlays(true, mask)
    if mask != 0 { send(.start(mask), source) }
  }

  /// Sets the gain of everything as it was, where the screen whose lines set it is gone.
  private func leaveScreen(_ source: LineSource) {
    guard let shownGain, !shelf.instruments.contains(where: { $0.saved == shownGain.name }) else { return }
    setMaster(shownGain.before, source)
  }

  private func place(of name: String) -> String { screens.path(name).map { " in '\($0)'" } ?? "" }
}
