// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Those who come by the control socket, each served in turn and none waited for.
///
/// - Thread: control.
final class Clients {
  /// The most that are served at once.
  private static let most = 512
  /// Lines of one client in one turn of the loop, so that nobody who writes without end keeps the others waiting.
  private static let linesPerTurn = 64
  /// Connections that are let in in one turn.
  private static let arrivalsPerTurn = 32

  private var socket: ControlSocket?
  private var clients: [ControlClient] = []
  /// Clients so far.
  private var count = 0
  /// Who comes first in this turn.
  private var first = 0
  /// Nobody is let in before, since there was no file left, unless one of the clients goes.
  private var nextAccept = ContinuousClock.now
  /// Whether it was told that there are too many, or no file, since somebody was let in.
  private var hasToldFull = false
  /// Whether lines were kept back in this turn.
  private(set) var hasMore = false

  /// Where clients come; nil where they cannot.
  var path: String? { socket?.path }

  // MARK: The socket

  /// Listens under a client name. Who is there already stays.
  ///
  /// - Returns: what people and `ready` should know about it: a warning where there is no socket, a sentence where it has
  ///   another name.
  func listen(as name: String) -> SessionEvent? {
    if let socket, socket.wanted == name || socket.name == name { return nil }
    socket = nil
    do {
      let socket = try ControlSocket(name)
      self.socket = socket
      if socket.name == name { return nil }
      return SessionEvent(
        sentence: "Another instrument listens as '\(name)': this one listens as '\(socket.name)', so reach it with "
          + "'yui-jack send --name \(socket.name)'.")
    } catch {
      let sentence = "There is no control socket. \(error.sentence)"
      return .warning(sentence)
    }
  }

  // MARK: The loop

  /// What to wait for, the socket first.
  var descriptors: [pollfd] {
    let listens = socket != nil && ContinuousClock.now >= nextAccept
    return [pollfd(fd: listens ? socket?.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0)]
      + clients.map(\.descriptorToPoll)
  }

  /// Reads what has come and lets in who is there, after `poll` has filled in what was found of `descriptors`.
  func serve(_ found: ArraySlice<pollfd>, _ session: Session) {
    for (client, found) in zip(clients, found.dropFirst()) { client.serve(found.revents) }
    if let found = found.first, found.revents != 0 { letIn(session) }
  }

  /// Carries out the lines of all, some of each.
  ///
  /// - Parameter hasEngine: whether there has been an engine yet.
  func pump(_ session: Session, hasEngine: Bool) {
    hasMore = false
    for client in clients[first...] + clients[..<first] {
      if !hasEngine {
        session.pumpWithoutEngine(client.source)
      } else if session.pump(client.source, atMost: Clients.linesPerTurn) {
        hasMore = true
      }
      client.feed.tellDone()
    }
    first = clients.isEmpty ? 0 : (first + 1) % clients.count
  }

  /// Hands over what is taken without waiting, lets those go that do not read, and forgets who is gone.
  func flush(_ session: Session) {
    // Telling of one may be too much for the next.
    while let client = clients.first(where: \.feed.isFull) {
      session.say(client.drop("It does not read its events, and \(Backlog.limit >> 20) MiB of them wait."))
    }
    for client in clients {
      client.flush()
      if client.isGone { session.removeSource(client.source) }
    }
    let count = clients.count
    clients.removeAll(where: \.isGone)
    if clients.count < count { nextAccept = .now }
    if first >= clients.count { first = 0 }
  }

  /// Tells an event to those it is for.
  func tell(_ event: SessionEvent) {
    guard !clients.isEmpty, let json = event.json else { return }
    let line = Array((json.text + "\n").utf8)
    for client in clients { client.feed.tell(event, line) }
  }

  /// Says that lines have been carried out, as far as they have, and hangs up. A reader is waited for for a moment.
  func close() {
    for client in clients { client.feed.tellDone(now: true) }
    let deadline = ContinuousClock.now + .milliseconds(200)
    while true {
      for client in clients { client.flush() }
      var waiting = clients.filter(\.wantsToHear).map(\.descriptorToPoll)
      if waiting.isEmpty || ContinuousClock.now >= deadline { break }
      for index in waiting.indices { waiting[index].events = Int16(POLLOUT) }
      _ = Glibc.poll(&waiting, nfds_t(waiting.count), 20)
    }
    for client in clients { client.hangUp() }
    clients = []
    socket = nil
  }

  // MARK: Coming and going

  private func letIn(_ session: Session) {
    guard let socket else { return }
    for _ in 0..<Clients.arrivalsPerTurn {
      switch socket.accept() {
      case .nobody: return
      case .noFile:
        // Who waits is there in the next turn as well, and so may be the reason.
        nextAccept = .now + .seconds(1)
        let sentence = "No file is left for one more client: those who come wait until others go."
        tellFull(.warning(sentence), session)
        return
      case .client(let descriptor):
        count += 1
        let client = ControlClient(descriptor, source: session.addSource("socket:\(count)"))
        if clients.count < Clients.most {
          hasToldFull = false
          clients.append(client)
        } else {
          let event = client.drop("There are \(Clients.most) clients, which is the most.")
          client.flush()
          session.removeSource(client.source)
          tellFull(event, session)
        }
      }
    }
  }

  /// Tells once that nobody more is let in, until somebody is.
  private func tellFull(_ event: SessionEvent, _ session: Session) {
    if !hasToldFull { session.say(event) }
    hasToldFull = true
  }
}
