// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit
import YuiLines
import YuiSound

/// A run of the instrument: joins the server, reads lines, tells events, and ends in good order.
///
/// - Thread: main.
public final class Performance {
  let options: InstrumentOptions
  private let link = EngineLink()
  private let outbox: Outbox
  let instrument: Instrument
  private let output = Output()
  private let clients = Clients()
  private let stage: Stage?
  private let hasSocket: Bool
  let session: Session
  private let signals = Mailbox<Int32>()
  /// Files of lines, then standard input; the first is being read.
  private var inputs: [InputFile]
  private var source: LineSource?
  /// Those of files and standard input so far: what they listen to goes to standard output.
  private var ownSources: [LineSource] = []
  private var prompt: Prompt?
  private var nextAttempt = ContinuousClock.now
  /// Whether there has been a server.
  private var hasJoined = false
  private var isWaiting = false
  /// Whether the server refused us when it was asked last.
  private var wasRefused = false
  private var isQuitting = false

  /// Prepares a run that reads `files` and then standard input, or reads that where `-` stands among them.
  ///
  /// - Parameter hasSocket: whether other programs can write lines and read events.
  /// - Parameter stage: where pages in browsers can play, if they can.
  /// - Throws: a file that cannot be read.
  public init(
    _ options: InstrumentOptions, files: [String], hasSocket: Bool = true, stage: StageOptions? = nil
  ) throws(UsageError) {
    self.options = options
    let stage = stage.map { Stage($0) }
    self.stage = stage
    self.hasSocket = hasSocket
    var inputs: [InputFile] = []
    for path in files { inputs.append(path == "-" ? .standardInput : try InputFile(path: path)) }
    self.inputs = files.contains("-") ? inputs : inputs + [.standardInput]
    outbox = Outbox(link)
    instrument = Instrument(options, link: link, outbox: outbox)
    let (output, clients) = (output, clients)
    session = Session(
      link: link, outbox: outbox, machine: instrument, clockAlways: options.clockAlways, master: options.master,
      takes: options.takes,
      tell: { event in
        output.tell(event)
        clients.tell(event)
        stage?.tell(event)
      })
    session.showNeedle = { shown in output.draw(needle: shown.map { NeedleText.line($0.reading, on: $0.tuner) }) }
  }

  /// Plays until it is told to leave.
  ///
  /// - Throws: `noServer` where there is none and it should not wait; other refusals of the server as `failed`.
  public func run() throws(UsageError) {
    Signals.collect(into: signals)
    defer { leave() }
    if let event = try stage?.open() { session.say(event) }
    while !hasJoined, !isWaiting { try join() }
    begin()
    while !isQuitting {
      poll()
      try step()
    }
    end()
  }

  // MARK: The server

  /// Joins the server. Where none runs it is waited for, if one ran before or that was asked for.
  private func join() throws(UsageError) {
    do {
      let happenings = try instrument.open()
      hasJoined = true
      tell(happenings)
    } catch .noServer {
      guard options.waits || hasJoined else { throw .noServer(NoServer.sentence(instrument.serverName)) }
      if !hasJoined, !isWaiting {
        isWaiting = true
        listen()
        tellServer("waiting", "no server runs", NoServer.waiting(instrument.serverName))
      }
      wasRefused = false
    } catch {
      // A server that went while it was being joined refuses in many ways, and then there is none.
      if wasRefused, !hasJoined { throw .failed("\(error)") }
      wasRefused = true
    }
  }

  /// A server that went, or has not come, is asked for ten times a second.
  private func rejoin() throws(UsageError) {
    guard ContinuousClock.now >= nextAttempt else { return }
    nextAttempt = .now + .milliseconds(100)
    try join()
  }

  /// Lets clients come, under the name that the server knows us by.
  private func listen() {
    guard hasSocket else { return }
    let event = clients.listen(as: instrument.clientName)
    session.socketPath = clients.path
    if let event { session.say(event) }
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
    if let stage { descriptors.append(pollfd(fd: stage.readable, events: Int16(POLLIN), revents: 0)) }
    let own = descriptors.count
    descriptors += clients.descriptors
    _ = Glibc.poll(&descriptors, nfds_t(descriptors.count), clients.hasMore || stage?.hasMore ?? false ? 1 : 5)
    if let input = inputs.first, wantsInput, descriptors.count > 2, descriptors[2].fd == input.descriptor,
      descriptors[2].revents != 0
    {
      read(input)
    }
    clients.serve(descriptors[own...], session)
    stage?.serve(session)
  }

  private func step() throws(UsageError) {
    takeSignals()
    tell(instrument.takeHappenings())
    if !instrument.isOnline { try rejoin() }
    session.goOn(instrument.takeSuspended())
    session.hear()
    if !hasJoined {
      if let source { session.pumpWithoutEngine(source) }
      clients.pump(session, hasEngine: false)
      stage?.pump(session, hasEngine: false)
    } else if instrument.isSettled || !instrument.isOnline {
      pumpInput()
      clients.pump(session, hasEngine: true)
      stage?.pump(session, hasEngine: true)
    }
    session.tellStates()
    clients.flush(session)
    stage?.flush(session)
    output.flush()
    if session.wantsToQuit { isQuitting = true }
  }

  private func takeSignals() {
    if !signals.takeAll().isEmpty { isQuitting = true }
  }

  // MARK: Input

  private var wantsInput: Bool { source?.wantsBytes ?? false }

  private func pumpInput() {
    guard let source else { return }
    session.pump(source)
    output.listens = ownSources.reduce([]) { $0.union($1.events) }
    if source.isDone, !inputs.isEmpty {
      inputs.removeFirst()
      nextInput()
    }
  }

  private func nextInput() {
    guard let input = inputs.first else {
      source = nil
      return
    }
    let source = session.addSource(input.name)
    self.source = source
    ownSources.append(source)
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
          "error", [("source", .string(input.name)), ("message", .string(sentence))], sentence: "Error: \(sentence)",
          audience: .source(source)))
      source.end()
    }
  }

  // MARK: The end

  /// Ends notes, lets Stop leave, and goes. A server that does not move is not waited for.
  private func end() {
    outbox.send(.clockAlways(false))
    outbox.send(.stop(.max))
    outbox.send(.cut(.everyone))
    // Nobody waits for what the room still holds.
    outbox.send(.room(0))
    outbox.flush()
    let deadline = ContinuousClock.now + .seconds(2)
    let asked = session.frame
    let wasOnline = instrument.isOnline
    if instrument.isOnline, outbox.isEmpty {
      while ContinuousClock.now < deadline, instrument.isOnline {
        var nothing = pollfd(fd: instrument.readable, events: Int16(POLLIN), revents: 0)
        _ = Glibc.poll(&nothing, 1, 5)
        tell(instrument.takeHappenings())
        session.hear()
        if session.frame > asked, link.counters.pointee.isQuiet.load(ordering: .acquiring) { break }
      }
    }
    session.finishRecording()
    let summary = Summary(
      link: link, sampleRate: instrument.sampleRate, peak: session.peak, xruns: instrument.xrunCount)
    session.writeScreens(all: true)
    // libjack would wait for a server that is frozen; who ends is taken off the graph anyway.
    let isFrozen = wasOnline && instrument.isOnline && session.frame == asked
    if !isFrozen { instrument.close() }
    leave()
    output.tell(SessionEvent(sentence: summary.sentence))
    if isFrozen { _exit(0) }
  }

  /// Gives the terminal back and hangs up.
  private func leave() {
    prompt?.end()
    output.aside = nil
    clients.close()
    stage?.close()
  }

  // MARK: Telling

  private func tell(_ happenings: [Happening]) {
    for happening in happenings {
      // Who reads that the ports are there can come by the socket at once.
      if case .ready = happening { listen() }
      if case .lost = happening {
        session.endTake()
        session.endRecording(at: session.frame, reason: "The take ended because the JACK server went.")
      }
      session.say(event(of: happening))
    }
  }

  private func tellServer(_ state: String, _ reason: String?, _ sentence: String) {
    session.say(
      .event(
        "server", [("state", .string(state)), ("reason", reason.map { .string($0) })], sentence: sentence))
  }
}
