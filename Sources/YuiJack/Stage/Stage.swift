// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// The stage: pages in browsers that play the instruments of a session.
///
/// - Thread: control.
final class Stage {
  private static let linesPerTurn = 64

  private let options: StageOptions
  private let token = StageToken()
  private let news = Mailbox<StageNews>()
  private var server: StageServer?
  private var pages: [StagePage] = []
  /// Who comes first in this turn.
  private var first = 0
  /// When each kind of refusal may be told again, and how many there have been since.
  private var refusals: [StageRefusal: (next: ContinuousClock.Instant, count: Int)] = [:]
  /// Whether lines were kept back in this turn.
  private(set) var hasMore = false

  /// A stage that is not open yet.
  init(_ options: StageOptions) { self.options = options }

  // MARK: Opening

  /// Opens its port.
  ///
  /// - Returns: what people and clients should know: its addresses.
  /// - Throws: `failed` where the port cannot be had.
  func open() throws(UsageError) -> SessionEvent {
    let door = StageDoor(token: token, hosts: StageHosts(port: options.port, isForNetwork: options.isForNetwork))
    guard let server = StageServer(options, door: door, news: news) else {
      throw .failed(
        "The stage cannot have port \(options.port): another program has it. Name another one with '--stage=PORT'.")
    }
    self.server = server
    let hosts = (options.isForNetwork ? StageHosts.networkAddresses : []) + ["127.0.0.1"]
    let addresses = hosts.map { "http://\($0):\(options.port)/\(token.text)/" }
    var event = SessionEvent.event(
      "stage", [("addresses", .strings(addresses))], sentence: "The stage is open: \(addresses[0])")
    if options.isForNetwork { event.picture = QRCode(addresses[0])?.text }
    return event
  }

  // MARK: The loop

  /// Readable when `serve` has something to do.
  var readable: Int32 { news.readable }

  /// Takes what pages have sent.
  func serve(_ session: Session) {
    for item in news.takeAll() {
      switch item {
      case .came(let line):
        let source = session.addSource(
          "stage:\(line.number)", hands: UInt16(truncatingIfNeeded: line.number % 65_535 + 1))
        pages.append(
          StagePage(line, source: source, screens: Library.screens, seconds: session.machine.seconds))
      case .message(let number, let bytes, let seconds): page(number)?.take(bytes, seconds: seconds)
      case .left(let number): page(number)?.leave()
      case .refused(let refusal): tell(refusal, session)
      }
    }
    tellLateRefusals(session)
  }

  /// Carries out the lines of all, some of each.
  ///
  /// - Parameter hasEngine: whether there has been an engine yet.
  func pump(_ session: Session, hasEngine: Bool) {
    hasMore = false
    let seconds = session.machine.seconds
    for page in pages[first...] + pages[..<first] {
      page.watch(seconds: seconds)
      if !hasEngine {
        session.pumpWithoutEngine(page.feed.source)
      } else if session.pump(page.feed.source, atMost: Stage.linesPerTurn) {
        hasMore = true
      }
      page.pumped(seconds: session.machine.seconds)
      page.answerPings(session)
    }
    first = pages.isEmpty ? 0 : (first + 1) % pages.count
  }

  /// Has what waits sent, lets those go that do not read, and forgets who is gone.
  func flush(_ session: Session) {
    guard !pages.isEmpty else { return }
    while let page = pages.first(where: \.feed.isFull) {
      session.say(drop(page, "It does not read its events, and \(Backlog.limit >> 20) MiB of them wait."))
    }
    for page in pages where page.isFlooding && !page.feed.isDropped {
      session.say(drop(page, "It sends lines faster than they can be carried out."))
    }
    for page in pages where page.isGone { session.removeSource(page.feed.source) }
    pages.removeAll(where: \.isGone)
    if first >= pages.count { first = 0 }
    if pages.contains(where: { !$0.line.backlog.isEmpty || $0.feed.isDropped }) { server?.wake() }
  }

  /// Tells an event to those it is for.
  func tell(_ event: SessionEvent) {
    guard !pages.isEmpty, let json = event.json else { return }
    let line = Array((json.text + "\n").utf8)
    for page in pages { page.feed.tell(event, line) }
  }

  /// Hangs up and gives the port back.
  func close() {
    server = nil
    pages = []
  }

  // MARK: Pages

  private func page(_ number: Int) -> StagePage? { pages.first { $0.line.number == number } }

  private func drop(_ page: StagePage, _ reason: String) -> SessionEvent {
    page.leave()
    let event = page.feed.drop(reason)
    page.line.isEnding.store(true, ordering: .releasing)
    return event
  }

  // MARK: Refusals

  private func tell(_ refusal: StageRefusal, _ session: Session) {
    let known = refusals[refusal]
    if let known, ContinuousClock.now < known.next {
      refusals[refusal] = (known.next, known.count + 1)
      return
    }
    refusals[refusal] = (.now + .seconds(60), 0)
    session.say(.event("refused", [("reason", .string(refusal.rawValue)), ("count", 1)], sentence: refusal.sentence))
  }

  /// Tells once a minute how many more there were of a kind.
  private func tellLateRefusals(_ session: Session) {
    for (refusal, known) in refusals where known.count > 0 && ContinuousClock.now >= known.next {
      refusals[refusal] = (.now + .seconds(60), 0)
      session.say(.event("refused", [("reason", .string(refusal.rawValue)), ("count", .whole(known.count))]))
    }
  }
}
