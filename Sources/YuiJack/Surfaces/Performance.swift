// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit
import YuiLines
import YuiSound

/// A run of the instrument: joins the server, reads lines, tells events, and ends in good order.
///
/// - Thread: main.
public final class Performance {
  private let options: InstrumentOptions
  private let link = EngineLink()
  private let outbox: Outbox
  private let instrument: Instrument
  private let output = Output()
  private let session: Session
  private let signals = Mailbox<Int32>()
  /// Files of lines, then standard input; the first is being read.
  private var inputs: [InputFile]
  private var source: LineSource?
  private var prompt: Prompt?
  private var nextAttempt = ContinuousClock.now
  private var isQuitting = false

  /// Prepares a run that reads `files` and then standard input, or reads that where `-` stands among them.
  ///
  /// - Throws: a file that cannot be read.
  public init(_ options: InstrumentOptions, files: [String]) throws(UsageError) {
    self.options = options
    var inputs: [InputFile] = []
    for path in files { inputs.append(path == "-" ? .standardInput : try InputFile(path: path)) }
    self.inputs = files.contains("-") ? inputs : inputs + [.standardInput]
    outbox = Outbox(link)
    instrument = Instrument(options, link: link, outbox: outbox)
    let output = output
    session = Session(
      link: link, outbox: outbox, machine: instrument, clockAlways: options.clockAlways,
      tell: { output.tell($0) })
  }

  /// Plays until it is told to leave.
  ///
  /// - Throws: `noServer` where there is none and it should not wait; other refusals of the server as `failed`.
  public func run() throws(UsageError) {
    Signals.collect(into: signals)
    try join()
    if !isQuitting { begin() }
    while !isQuitting {
      poll()
      step()
    }
    end()
  }

  // MARK: The server

  private func join() throws(UsageError) {
    var isWaiting = false
    var wasRefused = false
    while !isQuitting {
      do {
        tell(try instrument.open())
        return
      } catch .noServer {
        guard options.waits else { throw .noServer(NoServer.sentence(instrument.serverName)) }
        if !isWaiting { tellServer("waiting", "no server runs", NoServer.waiting(instrument.serverName)) }
        isWaiting = true
        wasRefused = false
        waitForServer()
      } catch {
        // A server that went while it was being joined refuses in many ways, and then there is none.
        if wasRefused { throw .failed("\(error)") }
        wasRefused = true
      }
    }
  }

  private func waitForServer() {
    var descriptor = pollfd(fd: signals.readable, events: Int16(POLLIN), revents: 0)
    _ = Glibc.poll(&descriptor, 1, 100)
    takeSignals()
  }

  /// A server that went is asked for ten times a second.
  private func rejoin() {
    guard ContinuousClock.now >= nextAttempt else { return }
    nextAttempt = .now + .milliseconds(100)
    guard let happenings = try? instrument.open() else { return }
    tell(happenings)
  }

  // MARK: The loop

  private func begin() {
    outbox.send(.master(Float(options.master)))
    outbox.send(.limiter(options.limiter))
    outbox.send(.clockAlways(options.clockAlways))
    outbox.flush()
    nextInput()
  }

  /// Waits until something wants attention, or five milliseconds.
  private func poll() {
    var descriptors = [signals.readable, instrument.readable].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if let input = inputs.first, wantsInput {
      descriptors.append(pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0))
    }
    if output.wantsToWrite { descriptors.append(pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)) }
    _ = Glibc.poll(&descriptors, nfds_t(descriptors.count), 5)
    if let input = inputs.first, wantsInput, descriptors.count > 2, descriptors[2].fd == input.descriptor,
      descriptors[2].revents != 0
    {
      read(input)
    }
  }

  private func step() {
    takeSignals()
    tell(instrument.takeHappenings())
    if !instrument.isOnline { rejoin() }
    session.goOn(instrument.takeSuspended())
    session.hear()
    if let source, instrument.isSettled || !instrument.isOnline {
      session.pump(source)
      output.listens = session.sources.reduce([]) { $0.union($1.events) }
      if source.isDone, !inputs.isEmpty {
        inputs.removeFirst()
        nextInput()
      }
    }
    output.flush()
    if session.wantsToQuit { isQuitting = true }
  }

  private func takeSignals() {
    if !signals.takeAll().isEmpty { isQuitting = true }
  }

  // MARK: Input

  private var wantsInput: Bool { source?.wantsBytes ?? false }

  private func nextInput() {
    guard let input = inputs.first else {
      source = nil
      return
    }
    source = session.addSource(input.name)
    if input.descriptor == STDIN_FILENO, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
      let prompt = Prompt(historyFile: Prompt.defaultHistoryFile)
      self.prompt = prompt
      output.aside = (before: { prompt.stepAside() }, after: { prompt.comeBack() })
    }
  }

  private func read(_ input: InputFile) {
    guard let source else { return }
    if let prompt, input.descriptor == STDIN_FILENO {
      for line in prompt.read() {
        if let line { source.add(Array((line + "\n").utf8)) } else { isQuitting = true }
      }
      return
    }
    switch input.read() {
    case .bytes(let bytes): source.add(bytes)
    case .nothing: break
    case .end: source.end()
    case .failure(let sentence):
      session.say(
        .event(
          "error", [("source", .string(input.name)), ("message", .string(sentence))], sentence: "Error: \(sentence)"))
      source.end()
    }
  }

  // MARK: The end

  /// Ends notes, lets Stop leave, and goes. A server that does not move is not waited for.
  private func end() {
    outbox.send(.clockAlways(false))
    outbox.send(.stop(.max))
    outbox.send(.cut(.everyone))
    let deadline = ContinuousClock.now + .seconds(2)
    if instrument.isOnline, outbox.isEmpty {
      let asked = session.frame
      while ContinuousClock.now < deadline, instrument.isOnline {
        var nothing = pollfd(fd: instrument.readable, events: Int16(POLLIN), revents: 0)
        _ = Glibc.poll(&nothing, 1, 5)
        tell(instrument.takeHappenings())
        session.hear()
        if session.frame > asked, link.counters.pointee.isQuiet.load(ordering: .acquiring) { break }
      }
    }
    let summary = Summary(
      link: link, sampleRate: instrument.sampleRate, peak: session.peak, xruns: instrument.xrunCount)
    instrument.close()
    prompt?.end()
    output.aside = nil
    output.tell(SessionEvent(sentence: summary.sentence))
  }

  // MARK: Telling

  private func tell(_ happenings: [Happening]) {
    for happening in happenings { session.say(event(of: happening)) }
  }

  private func tellServer(_ state: String, _ reason: String?, _ sentence: String) {
    session.say(
      .event(
        "server", [("state", .string(state)), ("reason", reason.map { .string($0) })], sentence: sentence))
  }

  private func event(of happening: Happening) -> SessionEvent {
    switch happening {
    case .ready(let renamed):
      let wanted = options.clientName
      return .event(
        "ready", instrument.readyMembers,
        sentence: renamed ? "'\(wanted)' is taken on this server: this client is '\(instrument.clientName)'." : nil)
    case .unmatched(let pattern, let kind):
      let sentence = "No port matches '\(pattern)' of '--connect-\(kind)' now: 'jack_lsp' lists the ports."
      return .event("warning", [("message", .string(sentence))], sentence: "Warning: \(sentence)")
    case .connected(let port, let peer):
      return .event("connected", [("port", .string(port)), ("peer", .string(peer))])
    case .disconnected(let port, let peer):
      return .event("disconnected", [("port", .string(port)), ("peer", .string(peer))])
    case .latency(let audio, let clock, let offset, let shift):
      return .event(
        "latency",
        [
          ("audio", .integer(audio)), ("clock", .integer(clock)), ("offset", .integer(offset)),
          ("shift", .integer(shift)),
        ])
    case .xrun(let count, let frames):
      return .event("xrun", [("count", .whole(count)), ("frames", .integer(frames))])
    case .lost(let reason):
      return .event(
        "server", [("state", "lost"), ("reason", .string(reason))],
        sentence: "The JACK server '\(instrument.serverName)' is gone: waiting for it to come back.")
    case .back:
      return .event("server", [("state", "back")], sentence: "The JACK server '\(instrument.serverName)' is back.")
    }
  }
}
